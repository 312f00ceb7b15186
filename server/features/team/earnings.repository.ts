/** An account's earnings from its team, as entries of the ledger. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { type Movement, history } from '#server/ledger/read.ts';

/** Commissions are paid in this coin, each source with its own kind of entry. */
const COIN = 'ADIT';
const KINDS = { staking: 'staking_team', race: 'race_team' } as const;

/** The source of an entry of earnings, by its kind in the journal. */
export const sourceOf = (kind: string): keyof typeof KINDS => (kind === KINDS.race ? 'race' : 'staking');

/** Earnings so far from the members of levels 1, 2 and 3. */
export async function earningsByLevel(db: Db, userId: bigint): Promise<readonly bigint[]> {
  const { rows } = await sql<{ all: bigint; second: bigint; third: bigint }>`
    select coalesce(sum(staking + race), 0) as all, coalesce(sum(level2), 0) as second, coalesce(sum(level3), 0) as third
    from team_earnings where user_id = ${userId}`.execute(db);
  const { all, second, third } = rows[0] ?? { all: 0n, second: 0n, third: 0n };
  return [all - second - third, second, third];
}

interface DayEarnings {
  day: string;
  staking: bigint;
  race: bigint;
}

/** Earnings on each of the last `count` days in Singapore, ending with the day of `now`. */
export async function earningsByDay(
  db: Db,
  userId: bigint,
  now: Date,
  count: number,
): Promise<DayEarnings[]> {
  const { rows } = await sql<DayEarnings>`
    select d.day::text as day, coalesce(e.staking, 0) as staking, coalesce(e.race, 0) as race
    from (
      select (${now}::timestamptz at time zone 'Asia/Singapore')::date - n as day
      from generate_series(0, ${count}::int - 1) as n
    ) d left join team_earnings e on e.user_id = ${userId} and e.day = d.day
    order by d.day`.execute(db);
  return rows;
}

/** A page of earnings, newest first, starting after the entry `after`. */
export const earnings = (db: Db, userId: bigint, limit: number, after?: bigint): Promise<Movement[]> =>
  history(db, userId, {
    coin: COIN,
    kinds: Object.values(KINDS),
    after: after === undefined ? undefined : { entry: after, coin: COIN },
    limit,
  });

/** One entry of an account's earnings; undefined if it belongs to another account, has another kind, or is unknown. */
export async function earning(db: Db, userId: bigint, entry: bigint): Promise<Movement | undefined> {
  const [found] = await earnings(db, userId, 1, entry + 1n);
  return found?.entry === entry ? found : undefined;
}
