/**
 * Group commit: a process's hot calls, many per round trip and transaction. Calls that arrive while a batch runs go
 * into the next one. Under load, a batch has dozens of calls and costs little more than one; without load, each call
 * runs immediately.
 */
import { sql } from 'kysely';
import type { CodeName } from '#contract/codes.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { Refusal, isUnavailable, refuse } from '#server/lib/refusal.ts';
import { type Answer, type Once, asCalls, isStored, storeReplies } from './idempotency.ts';

/**
 * A bet costs the database 117 µs of work in a batch of 64 and 537 µs on its own, and the batches of all processes run
 * one after another, each with its own commit: on a busy machine with two cores, a limit of 64 reached 1,430 of 2,000
 * bets a second, 256 reached 1,990. The accounts of such a batch are locked for some 30 ms.
 */
const MOST = 256;
/** Calls that wait beyond this are refused: they would wait for seconds, and memory would grow. */
const MOST_WAITING = 8192;
const RETRY_SECONDS = 2;

/** One hot call, with what it needs besides its session and key. */
export interface Item {
  readonly call: Once;
}

/**
 * The result of a call in a batch. Nothing is done or stored for 'later', which means that its account has another call
 * in the batch, so it must go into the next one; nor for 'busy', which means that somebody else has locked what it
 * needs, and the rest of the batch must not wait for it.
 */
export type Outcome = Omit<Answer, 'code'> & { readonly code: CodeName | 'later' | 'busy' };

/**
 * Carries out calls in one statement, with results in the same order. With `wait`, it waits for locks held by others
 * instead of answering 'busy'.
 * @throws on any failure; then no call is carried out
 */
type CarryOut<T extends Item> = (items: readonly T[], wait: boolean) => Promise<readonly Outcome[]>;

/** A call being carried out, with its account. */
type Fresh<T extends Item> = T & { readonly user: bigint };

/**
 * Carries out calls whose rules are not written in SQL: in one transaction, `decide` gets those not answered before, at
 * most one per account. Each is answered by its output as JSON text, refused, or, if null, busy.
 */
export const decidedTogether =
  <T extends Item>(
    db: Db,
    decide: (
      tx: Db,
      fresh: readonly Fresh<T>[],
      now: Date,
      wait: boolean,
    ) => Promise<readonly (string | Refusal | null)[]>,
  ): CarryOut<T> =>
  (items, wait) => {
    const calls = items.map(({ call }) => call);
    const now = new Date(Math.max(...calls.map((call) => call.now.getTime())));
    return inTransaction(db, async (tx) => {
      const { rows } = await sql<Omit<Outcome, 'code'> & { code: Outcome['code'] | null }>`
        select b.accounts[n] as account, b.codes[n] as code, b.replies[n] as reply, b.replays[n] as replay
        from ${fn('calls_begin')}(${asCalls(calls, now)}, ${wait}::boolean) b, generate_subscripts(b.accounts, 1) n
        order by n`.execute(tx);
      const outcomes = rows.map(({ code, ...rest }): Outcome => ({ ...rest, code: code ?? 'busy' }));
      const fresh = items.flatMap((item, at) => {
        const { code, account } = rows[at] ?? {};
        return code === null && account ? [{ ...item, at, user: account }] : [];
      });
      if (fresh.length === 0) return outcomes;
      const done: { readonly call: Once; readonly outcome: Outcome & { readonly code: CodeName } }[] = [];
      for (const [nth, decided] of (await decide(tx, fresh, now, wait)).entries()) {
        const one = fresh[nth];
        if (!one || decided === null) continue;
        const [code, reply] =
          decided instanceof Refusal
            ? [decided.name, JSON.stringify(decided.data ?? null)]
            : (['ok', decided] as const);
        const outcome = { account: one.user, code, reply, replay: false };
        outcomes[one.at] = outcome;
        if (isStored(code)) done.push({ call: one.call, outcome });
      }
      if (done.length > 0) await storeReplies(tx, done, now);
      return outcomes;
    });
  };

interface Waiting<T> {
  readonly item: T;
  /** The session, which may have at most one call in a batch. */
  readonly session: string;
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Answers single calls from batches, with at most one batch in progress. @throws Refusal unavailable if too many are
 * waiting
 */
export function batched<T extends Item>(
  carryOut: CarryOut<T>,
  limits: { most?: number; mostWaiting?: number } = {},
) {
  const { most = MOST, mostWaiting = MOST_WAITING } = limits;
  let waiting: Waiting<T>[] = [];
  let running = false;

  function next(): Waiting<T>[] {
    const batch: Waiting<T>[] = [];
    const sessions = new Set<string>();
    const left: Waiting<T>[] = [];
    for (const one of waiting) {
      const fits = batch.length < most && !sessions.has(one.session);
      if (fits) sessions.add(one.session);
      (fits ? batch : left).push(one);
    }
    waiting = left;
    return batch;
  }

  /** Runs one call separately: it waits for locks, and nobody waits for it. */
  async function alone(one: Waiting<T>): Promise<void> {
    try {
      const [outcome] = await carryOut([one.item], true);
      if (!outcome || outcome.code === 'later' || outcome.code === 'busy')
        throw new Error(`${one.item.call.name} was not answered`);
      one.done({ ...outcome, code: outcome.code });
    } catch (error) {
      one.failed(error);
    }
  }

  /** Calls that must wait return to the front of the queue. */
  async function together(batch: readonly Waiting<T>[]): Promise<void> {
    const outcomes = await carryOut(
      batch.map(({ item }) => item),
      false,
    );
    const later: Waiting<T>[] = [];
    for (const [at, one] of batch.entries()) {
      const outcome = outcomes[at];
      if (!outcome) one.failed(new Error(`${one.item.call.name} was not answered`));
      else if (outcome.code === 'later') later.push(one);
      else if (outcome.code === 'busy') void alone(one);
      else one.done({ ...outcome, code: outcome.code });
    }
    waiting = [...later, ...waiting];
  }

  /** One call's failure must not affect the others: the calls of a failed batch are retried one by one. */
  async function run(): Promise<void> {
    running = true;
    try {
      while (waiting.length > 0) {
        const batch = next();
        try {
          await together(batch);
        } catch (error) {
          // Retrying each call would only delay the replies.
          if (isUnavailable(error)) for (const { failed } of batch) failed(error);
          else for (const one of batch) await alone(one);
        }
      }
    } finally {
      // In the same tick as the last check, so that a later caller finds no run in progress.
      running = false;
    }
  }

  return (item: T): Promise<Answer> =>
    new Promise((done, failed) => {
      if (waiting.length >= mostWaiting) refuse('unavailable', { retryAfter: RETRY_SECONDS });
      const session = Buffer.from(item.call.token ?? []).toString('hex');
      waiting.push({ item, session, done, failed });
      if (!running) void run();
    });
}
