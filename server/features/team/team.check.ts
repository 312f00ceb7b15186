/** Recounts every team from the accounts and compares the result with the counters. */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type Db, atOneMoment } from '#server/db/client.ts';
import type { Proof } from '#server/ledger/proof.ts';

interface Difference {
  readonly user: bigint;
  readonly level: number;
  /** Which counter. Hashrate and amounts are in smallest units. */
  readonly what: string;
  readonly stored: bigint;
  readonly counted: bigint;
}

/** The most differences in a report; one more is searched for, to find out whether there are others. */
const SHOWN = 100;

/** What accounts have bet in rounds that have been settled for them: race stakes and paid guesses. */
const bets = sql`
  select e.user_id, e.total as amount from race_rounds r
    join race_batches b on b.round = r.round and b.counted
    join race_entries e on e.round = b.round and e.user_id > b.from_user and e.user_id <= b.to_user
    where r.champion is not null
  union all
  select g.user_id, g.paid from lottery_guesses g
    join lottery_rounds r on r.round = g.round and r.drawn is not null and g.user_id <= r.settled_to`;

/** Counters plus pending events on one side, a recount over all accounts on the other. */
async function differencesOf(db: Db): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with stored as materialized (
      select user_id, level, sum(members) as members, sum(valid) as valid, sum(hashrate) as hashrate,
        sum(valid_hashrate) as valid_hashrate, sum(staked) as staked, sum(bets) as bets
      from (
        select user_id, level, members, valid, hashrate, 0 as valid_hashrate, staked, bets from team_counters
        union all
        select user_id, level, members, valid, hashrate, valid_hashrate, staked, bets from team_changes
        union all
        select m.user_id, t.level, 0, 0, 0, t.hashrate, 0, 0
        from miners m cross join lateral (values (1, m.team1), (2, m.team2), (3, m.team3)) as t (level, hashrate)
        where t.hashrate <> 0
      ) parts group by user_id, level
    ), counted as materialized (
      select a.id as user_id, a.level, count(*) as members, count(*) filter (where u.kyc = 'approved') as valid,
        sum(coalesce(m.gifted + m.purchased, 0)) as hashrate,
        sum(case u.kyc when 'approved' then coalesce(m.gifted + m.purchased, 0) else 0 end) as valid_hashrate,
        sum(coalesce(s.staked, 0)) as staked, sum(coalesce(b.bets, 0)) as bets
      from users u
      left join miners m on m.user_id = u.id
      left join (
        select user_id, sum(amount) as staked from stake_orders where redeemed_at is null group by user_id
      ) s on s.user_id = u.id
      left join (select user_id, sum(amount) as bets from (${bets}) all_bets group by user_id) b on b.user_id = u.id
      cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
      where a.id is not null
      group by a.id, a.level
    )
    select user_id as "user", level, c.what, coalesce(c.stored, 0) as stored, coalesce(c.counted, 0) as counted
    from stored k full join counted n using (user_id, level)
    cross join lateral (values
      ('members', k.members, n.members), ('valid', k.valid, n.valid), ('hashrate', k.hashrate, n.hashrate),
      ('validHashrate', k.valid_hashrate, n.valid_hashrate), ('staked', k.staked, n.staked), ('bets', k.bets, n.bets)
    ) as c (what, stored, counted)
    where coalesce(c.stored, 0) <> coalesce(c.counted, 0)
    order by user_id, level, what limit ${SHOWN + 1}`.execute(db);
  return rows;
}

/** Recounts every team. It reads all accounts in one snapshot, so it may run during normal operation. */
export const checkTeams = (db: Db): Promise<Difference[]> => atOneMoment(db, differencesOf);

/** Counters of people; all others are hashrate or ADIT. */
const PEOPLE: readonly string[] = ['members', 'valid'];

const shown = (what: string, value: bigint) => (PEOPLE.includes(what) ? String(value) : fromUnits(value));

/** The differences, one line each. */
export const describeCheck = (differences: readonly Difference[]): string[] => [
  ...differences
    .slice(0, SHOWN)
    .map(
      ({ user, level, what, stored, counted }) =>
        `team of account ${user}, level ${level}, ${what}: stored ${shown(what, stored)}, counted ${shown(what, counted)}`,
    ),
  ...(differences.length > SHOWN ? [`and more teams; only the first ${SHOWN} differences are shown`] : []),
];

/** The counters of teams, which move no money of their own. */
export const teamProof: Proof = { kinds: [], check: async (tx) => describeCheck(await differencesOf(tx)) };
