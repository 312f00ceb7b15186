/** What exchanges depend on in the database, and how much of each coin was exchanged recently. */
import { sql } from 'kysely';
import { dayStart, hourStart } from '#rules/days.ts';
import type { Db } from '#server/db/client.ts';
import { balancesOf, systemBalances } from '#server/ledger/read.ts';

/** All accounts together; no account has this id. */
export const EVERYBODY = 0n;

/** Amounts in smallest units, by the names below; missing ones are 0. */
export type Market = Map<string, bigint>;

/**
 * Names of a market's amounts: what an account holds, what the reserve holds, and how much of a coin was exchanged
 * recently, in USDT.
 */
export const heldBy = (user: bigint, coin: string): string => `held ${user} ${coin}`;
export const reserveOf = (coin: string): string => `reserve ${coin}`;
export const exchangedOf = (coin: string, user: bigint): string => `exchanged ${user} ${coin}`;

/**
 * Everything that exchanges of these coins by these accounts depend on, with what each account exchanged today and
 * everybody this hour.
 */
export async function readMarket(
  db: Db,
  users: readonly bigint[],
  coins: readonly string[],
  now: Date,
): Promise<Market> {
  const held = await balancesOf(db, users);
  const reserve = await systemBalances(db, { system: 'reserve', coins });
  const { rows } = await sql<{ name: string; units: bigint }>`
    select 'exchanged 0 ' || coin as name, worth as units from exchanged
      where user_id = 0::bigint and coin = any(${coins}::text[]) and since = ${hourStart(now)}
    union all select 'exchanged ' || user_id || ' ' || coin, worth from exchanged
      where user_id = any(${users}::bigint[]) and coin = any(${coins}::text[]) and since = ${dayStart(now)}`.execute(
    db,
  );
  return new Map([
    ...[...held].flatMap(([user, of]) =>
      [...of].map(([coin, units]) => [heldBy(user, coin), units] as const),
    ),
    ...reserve.map(({ coin, balance }) => [reserveOf(coin), balance] as const),
    ...rows.map(({ name, units }) => [name, units] as const),
  ]);
}

/** An exchange as it counts towards a coin's limits. */
export interface Counted {
  readonly coin: string;
  readonly user: bigint;
  /** In USDT. */
  readonly worth: bigint;
}

/**
 * Counts exchanges of different accounts towards their own limits and everybody's. Sums are always locked in the same
 * order.
 */
export async function count(db: Db, all: readonly Counted[], now: Date): Promise<void> {
  if (all.length === 0) return;
  const [hour, day] = [hourStart(now), dayStart(now)];
  const sums = [...Map.groupBy(all, ({ coin }) => coin)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([coin, of]) => {
      const worth = of.reduce((sum, one) => sum + one.worth, 0n);
      return [{ coin, user: EVERYBODY, since: hour, worth }, ...of.map((one) => ({ ...one, since: day }))];
    });
  await sql`
    insert into exchanged (coin, user_id, since, worth)
    select * from unnest(${sums.map(({ coin }) => coin)}::text[], ${sums.map(({ user }) => user)}::bigint[],
      ${sums.map(({ since }) => since)}::timestamptz[], ${sums.map(({ worth }) => worth)}::numeric[]) as one (coin, user_id, since, worth)
    on conflict (coin, user_id, since) do update set worth = exchanged.worth + excluded.worth`.execute(db);
}

/** Deletes the sums of days and hours that are over. */
export async function forgetExchanged(db: Db, now: Date): Promise<void> {
  await sql`delete from exchanged where since < ${dayStart(now)}`.execute(db);
}
