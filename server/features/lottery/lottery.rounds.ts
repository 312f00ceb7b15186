/**
 * The days of the lottery: rounds are created in advance, closed on time or caught up in order, and each carries its
 * remainder over to the next.
 */
import { type Db, inTransaction } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { postOnce } from '#server/ledger/post.ts';
import { lotteryId } from '#draws/rounds.ts';
import { type StoredRound, lockRounds } from './lottery.repository.ts';
import {
  issueOf,
  issuedPartOf,
  lotteryClose,
  lotteryRoundAt,
  lotteryAfter,
  outcomeOf,
  potOf,
} from '#rules/lottery.ts';
import { countMiners, dueRounds, insertRounds, makeRounds, saveRound } from './rounds.repository.ts';

export const SETTLE_JOB = 'lottery.settle';

export interface RoundsDeps {
  readonly db: Db;
  /** If false, a round without guesses issues nothing, because nobody could guess. */
  readonly open: () => boolean;
  /** Creates the missing draws, in the caller's transaction. */
  readonly prepareDraws: (db: Db, draws: readonly { id: string; drawsAt: Date }[]) => Promise<unknown>;
  /** Tells everybody that a round has changed state. */
  readonly tellLottery: () => void;
}

/** A round and the one after it, both locked. The later one is created if it is missing. */
export async function lockPair(db: Db, round: string): Promise<[StoredRound | undefined, StoredRound]> {
  const after = lotteryAfter(round);
  await insertRounds(db, [after]);
  const rows = await lockRounds(db, [round, after]);
  const next = rows.get(after);
  if (!next) throw new Error(`lottery round ${after} is not there`);
  return [rows.get(round), next];
}

type End =
  | { state: 'settled'; drawn: number | null; winners: number; share: bigint; rolled: bigint }
  | { state: 'void'; rolled: bigint };

/**
 * Ends a closed round, carries its remainder over to the next together with the part of it that was issued, and resumes
 * the next one if it is waiting. Both are locked.
 */
export async function finish(
  db: Db,
  one: StoredRound,
  next: StoredRound,
  end: End,
  now: Date,
): Promise<void> {
  const { carried, carriedIssued, issued } = one;
  // A void round has refunded what was paid in.
  const paid = end.state === 'void' ? 0n : one.paid;
  const pool = { carried: carried ?? 0n, carriedIssued: carriedIssued ?? 0n, issued, paid };
  await saveRound(db, one.round, { ...end, finished_at: now });
  await saveRound(db, next.round, { carried: end.rolled, carried_issued: issuedPartOf(end.rolled, pool) });
  if (next.state !== 'closed') return;
  await enqueue(db, { kind: SETTLE_JOB, key: `${lotteryId(next.round)}/follow`, dueAt: next.closesAt });
}

/**
 * Closes a round whose time has come, once: counts the permanent miners at its close and issues what they add. Without
 * guesses it ends immediately, provided that the round before it has ended. Locks the round, then the next one, then
 * accounts.
 */
export async function close(db: Db, deps: RoundsDeps, round: string, now: Date): Promise<boolean> {
  const [one, next] = await lockPair(db, round);
  if (one?.state !== 'open' || now < one.closesAt) return false;
  const miners = await countMiners(db, one.closesAt);
  const issued = deps.open() || one.guesses > 0 ? issueOf(miners) : 0n;
  if (issued > 0n)
    await postOnce(db, {
      kind: 'lottery_issue',
      ref: round,
      at: now,
      lines: [
        { system: 'issuance', coin: 'ADIT', amount: -issued },
        { system: 'lottery_pool', coin: 'ADIT', amount: issued },
      ],
    });
  await saveRound(db, round, { state: 'closed', miners, issued });
  if (one.guesses === 0 && one.carried !== null) await finishUndrawn(db, { ...one, issued }, next, now);
  return true;
}

/** Ends a round without guesses: the whole pool rolls over. */
export async function finishUndrawn(db: Db, one: StoredRound, next: StoredRound, now: Date): Promise<void> {
  const pot = potOf({ ...one, carried: one.carried ?? 0n });
  await finish(db, one, next, { state: 'settled', drawn: null, winners: 0, ...outcomeOf(pot, 0) }, now);
}

/**
 * Creates the rounds up to the one after the open one, each with a draw whose seed is fixed before anybody can guess,
 * and closes those whose time has come, including every missed day, in order. Runs every second; between two closes
 * it does not query the database. A process that does both closes a round before it looks for its draw; if another
 * process draws it a moment earlier, no more guesses are accepted (`draw_want`), and the settlement closes the round.
 */
export function prepareLottery(deps: RoundsDeps): (now: Date) => Promise<void> {
  let done: string | undefined;
  return async (now) => {
    const open = lotteryRoundAt(now);
    if (done === open) return;
    const next = lotteryAfter(open);
    await inTransaction(deps.db, async (db) => {
      await makeRounds(db, open, next);
      await deps.prepareDraws(
        db,
        [open, next].map((round) => ({ id: lotteryId(round), drawsAt: lotteryClose(round) })),
      );
    });
    const due = await dueRounds(deps.db, now);
    for (const round of due) await inTransaction(deps.db, (db) => close(db, deps, round, now));
    done = open;
    if (due.length > 0) deps.tellLottery();
  };
}
