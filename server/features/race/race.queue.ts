/**
 * Queue of one process's bets, many per round trip: bets that arrive while a batch runs go with the next one. Under
 * load a batch has dozens of bets and costs little more than one; without load each bet runs at once.
 */
import { Refusal } from '#server/lib/refusal.ts';
import type { Answer } from '#server/http/idempotency.ts';
import type { Bet, Outcome } from './race.repository.ts';

/**
 * A bet costs the database 117 µs of work in a batch of 64, 537 µs alone, and batches of all processes run one after
 * the other, each with its own commit: on a busy machine with two cores, a limit of 64 reached 1,430 of 2,000 bets a
 * second, 256 reached 1,990. The accounts of such a batch are locked for some 30 ms.
 */
const MOST = 256;

interface Waiting {
  readonly bet: Bet;
  /** The session, which may have at most one call in a batch. */
  readonly session: string;
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

/** The database is unavailable: retrying each call would only delay the replies. */
const isAway = (error: unknown): boolean => error instanceof Refusal && error.name === 'unavailable';

/** Answers single calls out of batches that `book` books, with at most one batch in progress. */
export function betQueue(book: (bets: readonly Bet[]) => Promise<Outcome[]>, most = MOST) {
  let waiting: Waiting[] = [];
  let running = false;

  function next(): Waiting[] {
    const batch: Waiting[] = [];
    const sessions = new Set<string>();
    const left: Waiting[] = [];
    for (const one of waiting) {
      const fits = batch.length < most && !sessions.has(one.session);
      if (fits) sessions.add(one.session);
      (fits ? batch : left).push(one);
    }
    waiting = left;
    return batch;
  }

  /** Books the batch; bets that must wait return to the front of the queue. */
  async function bookAll(batch: readonly Waiting[]): Promise<void> {
    const outcomes = await book(batch.map(({ bet }) => bet));
    const later: Waiting[] = [];
    for (const [at, one] of batch.entries()) {
      const outcome = outcomes[at];
      if (!outcome) one.failed(new Error('a bet was not answered'));
      else if (outcome.code === 'later') later.push(one);
      else one.done({ ...outcome, code: outcome.code });
    }
    waiting = [...later, ...waiting];
  }

  /** One call's failure must not affect the others: a failed batch is retried call by call. */
  async function run(): Promise<void> {
    running = true;
    try {
      while (waiting.length > 0) {
        const batch = next();
        try {
          await bookAll(batch);
        } catch (error) {
          if (batch.length === 1 || isAway(error)) batch.forEach(({ failed }) => failed(error));
          else for (const one of batch) await bookAll([one]).catch(one.failed);
        }
      }
    } finally {
      // In the same turn as the last look, so that a later caller finds no run in progress.
      running = false;
    }
  }

  return (bet: Bet): Promise<Answer> =>
    new Promise((done, failed) => {
      const session = Buffer.from(bet.call.token ?? []).toString('hex');
      waiting.push({ bet, session, done, failed });
      if (!running) void run();
    });
}
