/** Recomputes the race from its entries and draws, and compares it with its rounds and the ledger. Changes nothing. */
import { type RawBuilder, sql } from 'kysely';
import { RACE_PAYOUT } from '#rules/figures.ts';
import { fromUnits } from '#rules/amounts.ts';
import { raceRanking } from '#draws/race.ts';
import { raceId } from '#draws/rounds.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { LIMIT, type Proof, against } from '#server/ledger/proof.ts';

/** Entries `e` of accounts that the settlement of their round `r` has already handled. */
const reached = sql`race_entries e join race_rounds r on r.round = e.round and e.user_id <= r.settled_user`;

/**
 * Compares rounds with their entries: stakes by lane, payments so far, and that the bank can pay the worst outcome of
 * open rounds.
 */
async function roundDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ round: bigint; what: string; stored: string; counted: string }>`
    with stakes as materialized (
      select round, array_agg(stake order by lane) as stakes, sum(stake) as total from (
        select e.round, s.lane, sum(s.stake) as stake
        from race_entries e cross join lateral unnest(e.stakes) with ordinality as s (stake, lane) group by 1, 2
      ) lanes group by round
    ), paid as materialized (
      select e.round, sum(case when r.champion is null then e.total else ${RACE_PAYOUT}::numeric * e.stakes[r.champion] end) as paid,
        sum(case when r.champion is null then 0 else
          case when e.ancestor1 is null then 0 else ${fn('times')}(e.total, r.rates[1]) end
          + case when e.ancestor2 is null then 0 else ${fn('times')}(e.total, r.rates[2]) end
          + case when e.ancestor3 is null then 0 else ${fn('times')}(e.total, r.rates[3]) end end) as team
      from ${reached} group by e.round
    )
    select round, c.what, c.stored, c.counted
    from race_rounds r full join stakes s using (round) left join paid p using (round)
    cross join lateral (values
      ('stakes', r.stakes::text, coalesce(s.stakes, '{0,0,0,0,0,0}')::text), ('total', r.total::text, coalesce(s.total, 0)::text),
      ('paid', r.paid::text, coalesce(p.paid, 0)::text), ('team', r.team::text, coalesce(p.team, 0)::text)
    ) as c (what, stored, counted)
    where c.stored is distinct from c.counted order by round, c.what limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ round, what, stored, counted }) =>
      `round ${round}, ${what}: ${stored ?? 'none'} is stored, ${counted} follows`,
  );
}

/** What the levels above should have received for these entries. */
const teamOf = (entries: RawBuilder<unknown>) => sql`
  select a.id as user_id, sum(${fn('times')}(e.total, a.rate)) as sum from ${entries}
  cross join lateral (values (e.ancestor1, r.rates[1]), (e.ancestor2, r.rates[2]), (e.ancestor3, r.rates[3])) as a (id, rate)
  where a.id is not null and r.champion is not null group by 1 having sum(${fn('times')}(e.total, a.rate)) > 0`;

/** What accounts paid and received, and the account that holds the stakes, by round. */
const perRound = (
  kind: string,
  sum: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  where = sql`true`,
) => sql`
  select ${kind}::text as kind, e.round::text as round, a.user_id, a.system, 'ADIT' as coin, a.amount
  from ${from} ${against(sql`e.user_id`, 'race_stakes', sum)}
  where ${where}`;

/** What the bets, and the draws of their rounds, imply for the ledger. */
const rounds = sql`
  ${perRound('race_bet', sql`-e.total`, sql`race_entries e`)}
  union all
  ${perRound('race_payout', sql`${RACE_PAYOUT}::numeric * e.stakes[r.champion]`, reached, sql`r.champion is not null`)}
  union all
  ${perRound('race_return', sql`e.total`, reached, sql`r.champion is null`)}
  union all
  select 'race_team', e.round::text, a.user_id, a.system, 'ADIT', a.amount
  from ${reached} cross join lateral (values (e.ancestor1, r.rates[1]), (e.ancestor2, r.rates[2]), (e.ancestor3, r.rates[3])) as l (id, rate)
  ${against(sql`l.id`, 'race_stakes', sql`${fn('times')}(e.total, l.rate)`)}
  where l.id is not null and r.champion is not null
  union all
  select 'race_settle', r.round::text, null, s.system, 'ADIT', s.sign * (r.total - r.paid - r.team)
  from race_rounds r cross join (values ('race_bank', 1), ('race_stakes', -1)) as s (system, sign) where r.state = 'settled'`;

/** Rounds whose ranking differs from that of their draw. */
async function rankingDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ round: bigint; ranking: string | null; hash: string | null }>`
    select r.round, r.ranking, d.hash from race_rounds r left join draws d on d.id = 'race:' || r.round
    where r.total > 0 and (r.ranking is not null or r.state in ('returning', 'void')) order by r.round`.execute(
    db,
  );
  return rows.flatMap(({ round, ranking, hash }) => {
    const drawn = hash === null ? null : raceRanking(hash).join('');
    return drawn === ranking
      ? []
      : [
          `round ${round}: settled by ${ranking ?? 'returning the stakes'}, ${raceId(Number(round))} was drawn as ${drawn ?? 'nothing'}`,
        ];
  });
}

/** Compares the daily earnings with the batches that teams have counted. */
async function earningDifferences(db: Db): Promise<string[]> {
  const counted = sql`race_batches b join race_rounds r on r.round = b.round
    join race_entries e on e.round = b.round and e.user_id > b.from_user and e.user_id <= b.to_user and b.counted`;
  const { rows } = await sql<{ user: bigint; expected: bigint; stored: bigint }>`
    select coalesce(d.user_id, k.user_id) as user, coalesce(d.sum, 0) as expected, coalesce(k.sum, 0) as stored
    from (${teamOf(counted)}) d
    full join (select user_id, sum(race) as sum from team_earnings group by 1 having sum(race) <> 0) k on k.user_id = d.user_id
    where coalesce(d.sum, 0) <> coalesce(k.sum, 0) order by 1 limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ user, expected, stored }) =>
      `user ${user}, team earnings: ${fromUnits(expected)} by the bets, ${fromUnits(stored)} is stored`,
  );
}

async function raceDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ held: bigint; worst: bigint }>`
    select coalesce(sum(total - paid - team), 0) as held,
      coalesce(sum(${fn('race_liability')}(stakes, total, rates, ${RACE_PAYOUT}::numeric)), 0) as worst
    from race_rounds where finished_at is null`.execute(tx);
  const { held, worst } = rows[0] ?? { held: 0n, worst: 0n };
  const differences = await roundDifferences(tx);
  const stakes = await systemBalance(tx, 'race_stakes', 'ADIT');
  if (stakes !== held)
    differences.push(`race_stakes: ${fromUnits(held)} by the rounds, ${fromUnits(stakes)} in the ledger`);
  const bank = await systemBalance(tx, 'race_bank', 'ADIT');
  if (bank < worst)
    differences.push(`race_bank: has ${fromUnits(bank)}, open rounds may cost ${fromUnits(worst)}`);
  return [...differences, ...(await earningDifferences(tx))];
}

export const raceProof: Proof = {
  kinds: ['race_bet', 'race_payout', 'race_return', 'race_team', 'race_settle'],
  rounds,
  check: raceDifferences,
};

export const raceDrawProof: Proof = { kinds: [], check: rankingDifferences };
