/**
 * Settles a round whose draw has ended: prizes or refunds, once per account, in batches of one transaction each. Rounds
 * are settled in order, since a pool contains what the round before it carried over.
 */
import { outcomeOf, potOf } from '#rules/lottery.ts';
import type { Db } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Work } from '#server/jobs/runner.ts';
import { postBulk } from '#server/ledger/bulk.ts';
import { END } from '#server/ledger/read.ts';
import { lotteryDigits } from '#draws/lottery.ts';
import { lotteryId, roundOf } from '#draws/rounds.ts';
import { type StoredRound, findRound, lockRounds } from './lottery.repository.ts';
import { numberOf } from './lottery.views.ts';
import { type RoundsDeps, SETTLE_JOB, close, finish, finishUndrawn, lockPair } from './lottery.rounds.ts';
import {
  type Range,
  type Sum,
  countWinners,
  nextEnd,
  paidOf,
  saveRound,
  unspend,
  winnersOf,
} from './rounds.repository.ts';

/**
 * Guesses that a settlement handles per transaction, so that it holds its locks for less than a second (0.1 to 0.4 s
 * measured for 20,000 of 600,000 guesses, on two busy cores).
 */
export const BATCH = { postgres: 20_000, pglite: 2000 } as const;

export interface SettleDeps extends RoundsDeps {
  readonly draw: (
    db: Db,
    id: string,
  ) => Promise<{ state: string; result: { hash: string } | null } | undefined>;
  /** Tells the teams above how much their members have bet, in the caller's transaction. */
  readonly noteBets: (db: Db, bets: readonly Sum[]) => Promise<void>;
  /** Guesses per transaction. */
  readonly batch: number;
  readonly tellBalance: (userId: bigint) => void;
}

/** If there are more accounts than this, they are not notified one by one. */
const NOTIFIED = 100;

/** A job's key is its draw's id, optionally followed by the job's number within the round. */
function roundOfKey(key: string): string {
  const round = roundOf(key.split('/')[0] ?? '');
  if (round.game !== 'lottery') throw new Error(`${key} is no lottery round`);
  return round.round;
}

interface Batch {
  readonly one: StoredRound;
  /** Locked if this batch is the last one. */
  readonly next: StoredRound | undefined;
  readonly range: Range;
  readonly now: Date;
}

const pay = (db: Db, { one, now }: Batch, kind: string, pays: readonly Sum[]) =>
  pays.length === 0
    ? undefined
    : postBulk(db, {
        kind,
        ref: `${one.round}/${one.batches + 1}`,
        at: now,
        coin: 'ADIT',
        pays,
        from: 'lottery_pool',
      });

/** One batch of a drawn round. The first one counts the winners, since the guesses no longer change. */
async function payPrizes(db: Db, deps: SettleDeps, batch: Batch, number: number): Promise<bigint[]> {
  const { one, next, range, now } = batch;
  const pot = potOf({ ...one, carried: one.carried ?? 0n });
  const winners = one.drawn === null ? await countWinners(db, one.round, number) : one.winners;
  const { share, rolled } = outcomeOf(pot, winners);
  const won = share > 0n ? await winnersOf(db, range, number) : [];
  await pay(
    db,
    batch,
    'lottery_prize',
    won.map(({ user, amount }) => ({ user, amount: amount * share })),
  );
  await deps.noteBets(db, await paidOf(db, range));
  if (next) await finish(db, one, next, { state: 'settled', drawn: number, winners, share, rolled }, now);
  else await saveRound(db, one.round, { drawn: number, winners, share });
  return won.map(({ user }) => user);
}

/** One batch of a void round: payments are refunded, everything else rolls over. */
async function giveBack(db: Db, batch: Batch): Promise<bigint[]> {
  const { one, next, range, now } = batch;
  const paid = await paidOf(db, range);
  // Limits are locked before accounts, as in a bet.
  if (paid.length > 0) await unspend(db, range);
  await pay(db, batch, 'lottery_return', paid);
  if (next) await finish(db, one, next, { state: 'void', rolled: (one.carried ?? 0n) + one.issued }, now);
  return paid.map(({ user }) => user);
}

/**
 * One step of a round. Does nothing while the round waits for its draw, or for the previous round, which will enqueue
 * it again.
 */
async function step(
  db: Db,
  deps: SettleDeps,
  round: string,
  now: Date,
): Promise<{ paid: bigint[]; finished: boolean }> {
  const nothing = { paid: [], finished: false };
  if ((await findRound(db, round))?.state === 'open') await close(db, deps, round, now);
  const one = (await lockRounds(db, [round])).get(round);
  if (one?.state !== 'closed' || one.carried === null) return nothing;
  if (one.guesses === 0) {
    const [, next] = await lockPair(db, round);
    await finishUndrawn(db, one, next, now);
    return { paid: [], finished: true };
  }
  const draw = await deps.draw(db, lotteryId(round));
  const hash = draw?.result?.hash;
  if (hash === undefined && draw?.state !== 'void') return nothing;

  const to = await nextEnd(db, round, one.settledTo, deps.batch);
  // The next round is locked before any account, because a guess in it takes its locks in the same order.
  const next = to === null ? (await lockPair(db, round))[1] : undefined;
  const batch = { one, next, range: { round, from: one.settledTo, to: to ?? END }, now };
  await saveRound(db, round, { settled_to: to ?? END, batches: one.batches + 1 });
  const paid =
    hash === undefined
      ? await giveBack(db, batch)
      : await payPrizes(db, deps, batch, numberOf(lotteryDigits(hash)));
  if (!next)
    await enqueue(db, {
      kind: SETTLE_JOB,
      key: `${lotteryId(round)}/${one.batches + 2}`,
      dueAt: one.closesAt,
    });
  return { paid, finished: next !== undefined };
}

/** Does one step of a round and enqueues the next one as a job. Events are sent after the commit. */
export const settleLottery =
  (deps: SettleDeps): Work =>
  async (db, job, now) => {
    const { paid, finished } = await step(db, deps, roundOfKey(job.key), now);
    return () => {
      if (finished) deps.tellLottery();
      if (paid.length <= NOTIFIED) paid.forEach(deps.tellBalance);
    };
  };
