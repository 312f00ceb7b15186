/** Prices by the hour: written where feeds are read, read by charts. Prices in units (10^-18 USDT). */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/**
 * Stores the prices of an hour. The first server that reads a coin's feed in an hour decides its price; later ones
 * change nothing.
 */
export async function keepPrices(db: Db, hour: Date, prices: ReadonlyMap<string, bigint>): Promise<void> {
  if (prices.size === 0) return;
  await db
    .insertInto('prices')
    .values(Array.from(prices, ([coin, price]) => ({ coin, hour, price })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface PastPrice {
  readonly coin: string;
  /** The requested moment. */
  readonly moment: Date;
  /** The hour that the price belongs to: the newest at or before the moment. */
  readonly hour: Date;
  readonly price: bigint;
}

/**
 * The last known price of each coin at each moment, in the order of moments. A price that is missing, or as old as
 * `withinHours`, is left out. Costs one index lookup per coin and moment.
 */
export async function pricesAt(
  db: Db,
  coins: readonly string[],
  moments: readonly Date[],
  withinHours: number,
): Promise<PastPrice[]> {
  const { rows } = await sql<PastPrice>`
    select c.coin, m.moment, p.hour, p.price
    from unnest(${moments}::timestamptz[]) as m (moment)
    cross join unnest(${coins}::text[]) as c (coin)
    cross join lateral (
      select hour, price from prices
      where coin = c.coin and hour <= m.moment and hour > m.moment - make_interval(hours => ${withinHours}::int)
      order by hour desc limit 1
    ) p
    order by m.moment`.execute(db);
  return rows;
}

/** Deletes prices that no chart shows any more. */
export async function forgetPrices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('prices').where('hour', '<', before).execute();
}
