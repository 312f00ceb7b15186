/**
 * Proofs of what mining books: credits follow from cycles that have ended, and hashrate from what was bought, sold and
 * given. The figures of src/rules apply to the whole past: anyone changing one must add the old value to its list here.
 */
import { type RawBuilder, sql } from 'kysely';
import { UNIT, toUnits } from '#rules/amounts.ts';
import { priceOf, resaleValueOf, splitOf } from '#rules/hashrate.ts';
import { CYCLE_HOURS, OUTPUT_PER_HASHRATE, PERMANENT_PRICE, WELCOME_HASHRATE } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { LIMIT, type Proof, against } from '#server/ledger/proof.ts';

const OUTPUTS = [OUTPUT_PER_HASHRATE].map(toUnits);
const PRICES = [PERMANENT_PRICE].map(toUnits);
const WELCOMES = [WELCOME_HASHRATE].map(toUnits);
const CYCLE = sql.raw(`interval '${CYCLE_HOURS} hours'`);
/** Hashrate is traded in whole units, so one unit's price gives every price. */
const UNIT_PRICE = priceOf(UNIT);
const UNIT_RESALE = resaleValueOf(UNIT);
const UNIT_SPLIT = splitOf(UNIT_PRICE);

const credits: Proof = {
  kinds: ['mining'],
  // The account in the reference, with the time, finds the cycle by its key, so an hour's entries do not read all
  // cycles.
  entries: sql`
    select j.id as entry, 'the cycle of account ' || c.user_id || ' claimed at ' || c.claimed_at as cause,
      c.user_id || '/' || (extract(epoch from c.ends_at) * 1000)::bigint as ref, c.claimed_at as at,
      a.user_id, a.system, 'ADIT' as coin, a.amount
    from mining_cycles c
    left join entries j on j.id = c.journal_id and j.at = c.claimed_at and ${fn('ref_number')}(j.ref) = c.user_id
    ${against(sql`c.user_id`, 'issuance', sql`c.output`)}`,
  check: cycleDifferences,
};

/**
 * Entries whose reference says how much hashrate was traded, by the account that traded it; `account`, `resale` and
 * `buyback` are what each of them gets per unit.
 */
const trade = (kind: string, account: bigint, resale: bigint, buyback: bigint): RawBuilder<unknown> => sql`
  select t.entry, ${fn('amount_text')}(t.hashrate) || ' hashrate' as cause, null::text as ref, null::timestamptz as at, a.user_id, a.system,
    'USDT' as coin, t.hashrate * a.per_unit / 1000000000000000000 as amount
  from (
    select j.id as entry, l.user_id, ${fn('ref_amount')}(j.ref, 1) as hashrate
    from entries j join lines l on l.entry = j.id and l.user_id is not null where j.kind = ${kind}
  ) t
  cross join lateral (values
    (t.user_id, null::text, ${account}::numeric), (null::bigint, 'resale', ${resale}::numeric), (null, 'buyback', ${buyback}::numeric)
  ) as a (user_id, system, per_unit)
  where t.hashrate is not null`;

const trades: Proof = {
  kinds: ['hashrate_purchase', 'hashrate_resale'],
  entries: sql`${trade('hashrate_purchase', -UNIT_PRICE, UNIT_SPLIT.resale, UNIT_SPLIT.buyback)}
    union all ${trade('hashrate_resale', UNIT_RESALE, -UNIT_RESALE, 0n)}`,
};

const purchases: Proof = {
  kinds: ['miner_purchase'],
  entries: sql`
    select j.id as entry, 'the permanent miner of account ' || m.user_id as cause, m.user_id::text as ref, null::timestamptz as at,
      a.user_id, a.system, 'USDT' as coin, a.amount
    from miners m left join entries j on j.kind = 'miner_purchase' and j.ref = m.user_id::text
    left join lateral (select amount as price from lines where entry = j.id and system = 'buyback' and amount = any(${PRICES}::numeric[])) l on true
    ${against(sql`m.user_id`, 'buyback', sql`-coalesce(l.price, ${PRICES[0]}::numeric)`)}
    where m.kind = 'permanent' and not m.invite_used`,
};

/**
 * Impossible cycles: those that follow the previous claim by less than a cycle, were claimed before their end, or whose
 * output does not match their hashrate. Also checks running cycles, output totals, and the number of running miners.
 */
async function cycleDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'account ' || user_id || ': the cycle claimed at ' || claimed_at || ' ' || case when hashrate is null then 'does not say what it was'
      when ends_at > claimed_at then 'had not ended' when ends_at < before + ${CYCLE} then 'began before the claim at ' || before
      else 'produced ' || ${fn('amount_text')}(output) || ' ADIT with ' || ${fn('amount_text')}(hashrate) || ' hashrate' end as line
    from (select *, lag(claimed_at) over (partition by user_id order by claimed_at) as before from mining_cycles) c
    where ends_at > claimed_at or ends_at < before + ${CYCLE}
      or not exists (select 1 from unnest(${OUTPUTS}::numeric[]) as f (per) where output = ${fn('times')}(hashrate, per))
    union all
    select 'account ' || user_id || ': the running cycle produces ' || ${fn('amount_text')}(cycle_output) || ' ADIT with '
      || ${fn('amount_text')}(cycle_hashrate) || ' hashrate in ' || (cycle_ends_at - cycle_started_at)
    from miners where state = 'running' and (cycle_ends_at <> cycle_started_at + ${CYCLE}
      or not exists (select 1 from unnest(${OUTPUTS}::numeric[]) as f (per) where cycle_output = ${fn('times')}(cycle_hashrate, per)))
    union all
    select 'account ' || m.user_id || ': its total output is stored as ' || ${fn('amount_text')}(m.total_output) || ', its cycles make '
      || ${fn('amount_text')}(coalesce(c.sum, 0))
    from miners m left join (select user_id, sum(output) as sum from mining_cycles group by 1) c using (user_id)
    where m.total_output <> coalesce(c.sum, 0)
    union all
    select 'running miners are stored as ' || k.sum || ', there are ' || m.count
    from (select coalesce(sum(amount), 0) as sum from kept_sums where kind = 'running') k,
      (select count(*) as count from miners where state = 'running') m
    where k.sum <> m.count
    limit ${LIMIT}`.execute(tx);
  return rows.map(({ line }) => line);
}

/**
 * Accounts whose hashrate is not what they bought and have not sold plus what they were given, or that mined with more
 * than they ever had.
 */
async function hashrateDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with traded as materialized (
      select user_id, sum(hashrate) as held, sum(hashrate) filter (where hashrate > 0) as bought from ${fn('hashrate_traded')}() group by 1
    ), given as materialized (
      select u.user_id, sum(c.hashrate) as sum from coupon_uses u join coupons c on c.id = u.coupon_id where c.hashrate is not null group by 1
    ), mined as materialized (
      select user_id, max(hashrate - bonus) as own from (
        select user_id, hashrate, bonus from mining_cycles
        union all select user_id, cycle_hashrate, cycle_bonus from miners where state = 'running'
      ) c group by 1
    )
    select 'account ' || m.user_id || ': ' || w.line as line from miners m left join traded t using (user_id) left join given g using (user_id)
    left join mined o using (user_id) left join users f on f.id = m.user_id and f.formerly is not null
    cross join lateral (values
      (m.purchased <> coalesce(t.held, 0), 'has ' || ${fn('amount_text')}(m.purchased) || ' purchased hashrate, bought less sold is '
        || ${fn('amount_text')}(coalesce(t.held, 0))),
      (m.gifted - coalesce(g.sum, 0) <> all(case when f.id is null then ${WELCOMES}::numeric[] else '{0}' end), 'has '
        || ${fn('amount_text')}(m.gifted) || ' gifted hashrate, the welcome gift and coupons make '
        || ${fn('amount_text')}(case when f.id is null then ${WELCOMES[0]}::numeric else 0 end + coalesce(g.sum, 0))),
      (o.own > m.gifted + coalesce(t.bought, 0), 'mined with ' || ${fn('amount_text')}(o.own) || ' hashrate of its own, more than it ever had')
    ) as w (wrong, line)
    where w.wrong order by m.user_id limit ${LIMIT}`.execute(tx);
  const promised = await sql<{ line: string }>`
    select 'resale has promised ' || ${fn('amount_text')}(p.promised) || ' USDT, hashrate bought and not sold is worth '
      || ${fn('amount_text')}(p.due) as line
    from (
      select ${fn('ledger_promised')}('resale', 'USDT') as promised, coalesce(${fn('times')}(sum(hashrate), ${UNIT_RESALE}::numeric), 0) as due
      from ${fn('hashrate_traded')}()
    ) p where p.promised <> p.due`.execute(tx);
  return [...rows, ...promised.rows].map(({ line }) => line);
}

export const miningProofs: readonly Proof[] = [credits, { ...trades, check: hashrateDifferences }, purchases];
