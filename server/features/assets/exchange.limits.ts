/**
 * Limits of the exchange: they bound what a wrong price can cost. For each coin, an account may exchange so much a day,
 * and all accounts together so much an hour, both in USDT.
 */
import { sql } from 'kysely';
import { UNIT, fromUnits, times } from '#rules/amounts.ts';
import { dayStart } from '#rules/days.ts';
import { type ExchangeLeft, exchangeLeft, hourStart, limitedCoins } from '#rules/exchange.ts';
import type { Db } from '#server/db/client.ts';
import { refuse } from '#server/lib/refusal.ts';

/** All accounts together, beside the ids of accounts. */
const EVERYBODY = 0n;

interface Counted {
  readonly user: bigint;
  readonly from: string;
  readonly to: string;
  /** Of `from`, and what of it the repurchase fund buys: that has a budget of its own, and does not count here. */
  readonly amount: bigint;
  readonly repurchased: bigint;
  /** USDT per `from`. */
  readonly priceFrom: bigint;
}

/** Adds to what was exchanged of a coin, and returns the sum. Whoever adds to the same sum waits until this commits. */
async function add(tx: Db, coin: string, user: bigint, since: Date, worth: bigint): Promise<bigint> {
  const { rows } = await sql<{ worth: bigint }>`
    insert into exchanged (coin, user_id, since, worth) values (${coin}, ${user}, ${since}, ${worth})
    on conflict (coin, user_id, since) do update set worth = exchanged.worth + excluded.worth
    returning worth`.execute(tx);
  return rows[0]?.worth ?? worth;
}

/** What was exchanged of a coin, with this amount. */
async function look(db: Db, coin: string, user: bigint, since: Date, worth: bigint): Promise<bigint> {
  const { rows } = await sql<{ worth: bigint }>`
    select worth from exchanged where coin = ${coin} and user_id = ${user} and since = ${since}`.execute(db);
  return (rows[0]?.worth ?? 0n) + worth;
}

/**
 * Counts an exchange, or only looks whether it would fit. Sums are locked coin by coin in one order, so that exchanges
 * in both directions of a pair do not wait for each other.
 * @throws Refusal exchange_limit with the largest amount of `from` that fits now, and when more does
 */
export async function keepWithinLimits(
  tx: Db,
  { user, from, to, amount, repurchased, priceFrom }: Counted,
  now: Date,
  how: 'count' | 'look',
): Promise<void> {
  const worth = times(amount - repurchased, priceFrom);
  if (worth === 0n) return;
  const count = how === 'count' ? add : look;
  let least: ExchangeLeft | undefined;
  for (const coin of limitedCoins(from, to).toSorted()) {
    const total = await count(tx, coin, EVERYBODY, hourStart(now), worth);
    const account = await count(tx, coin, user, dayStart(now), worth);
    const room = exchangeLeft(account - worth, total - worth, now);
    if (!least || room.left < least.left) least = room;
  }
  if (!least || worth <= least.left) return;
  const most = fromUnits(repurchased + (least.left * UNIT) / priceFrom);
  refuse('exchange_limit', { coin: from, most, resetsAt: least.resetsAt.toISOString() });
}

/** Deletes the sums of days and hours that are over. */
export async function forgetExchanged(db: Db, now: Date): Promise<void> {
  await sql`delete from exchanged where since < ${dayStart(now)}`.execute(db);
}
