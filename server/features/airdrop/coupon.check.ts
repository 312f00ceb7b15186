/** Proofs of coupons: what they gave follows from their uses, and their uses from the operator's log. */
import { sql } from 'kysely';
import { DEMO_COUPON } from '#rules/figures.ts';
import { toUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { counted } from '#server/lib/counted.ts';
import { UNKNOWN_END } from '#server/ledger/fund.check.ts';
import { LIMIT, type Proof } from '#server/ledger/proof.ts';
import { type Wanted, readWanted } from './coupon.rules.ts';

interface Made {
  code: string;
  coin: string | null;
  amount: bigint | null;
  hashrate: bigint | null;
  usesLimit: number | null;
  madeAt: Date;
  madeBy: string;
  used: number;
  uses: number;
}

interface Logged {
  at: Date;
  ended: Date;
  by: string;
  args: string;
  options: string;
}

/** What a logged command created; null if its words can no longer be read. */
function wantedBy({ args, options, at }: Logged, coins: readonly string[]): Wanted | null {
  try {
    return readWanted(JSON.parse(args) as string[], JSON.parse(options) as Record<string, string>, coins, at);
  } catch {
    return null;
  }
}

/** Coupons that do not match any command in the log, and those used more or less often than counted. */
async function couponDifferences(tx: Db, coins: readonly string[], demo: boolean): Promise<string[]> {
  const { rows: coupons } = await sql<Made>`
    select c.code, c.coin, c.amount, c.hashrate, c.uses_limit as "usesLimit", c.made_at as "madeAt", c.made_by as "madeBy", c.used,
      (select count(*)::int from coupon_uses u where u.coupon_id = c.id) as uses
    from coupons c order by c.id`.execute(tx);
  const { rows: log } = await sql<Logged>`
    select c.at, coalesce(o.at, c.at + ${UNKNOWN_END}) as ended, coalesce(c.as_name, c.os_user) as by, c.args, c.options
    from operator_commands c left join operator_outcomes o on o.command_id = c.id
    where c.command = 'coupon add' and o.outcome is distinct from 'refused' order by c.id`.execute(tx);
  const orders = log.map((one) => ({ ...one, wanted: wantedBy(one, coins), left: 0 }));
  for (const one of orders) one.left = one.wanted?.count ?? 0;
  const isDemo = (one: Made) =>
    demo &&
    one.code === DEMO_COUPON.code &&
    one.coin === DEMO_COUPON.coin &&
    one.amount === toUnits(DEMO_COUPON.amount) &&
    one.hashrate === null;
  const found: string[] = [];
  for (const one of coupons) {
    if (one.used !== one.uses)
      found.push(
        `coupon ${one.code}: counted as used ${counted(one.used, 'time')}, stored: ${counted(one.uses, 'use')}`,
      );
    const order = orders.find(
      ({ wanted, left, at, ended, by }) =>
        wanted !== null &&
        left > 0 &&
        by === one.madeBy &&
        at <= one.madeAt &&
        one.madeAt <= ended &&
        (wanted.code === null || wanted.code === one.code) &&
        wanted.coin === one.coin &&
        wanted.amount === one.amount &&
        wanted.hashrate === one.hashrate &&
        wanted.usesLimit === one.usesLimit,
    );
    if (order) order.left -= 1;
    else if (!isDemo(one)) found.push(`coupon ${one.code}: no command in the operator's log made it`);
  }
  return found.slice(0, LIMIT);
}

export const couponProof = (coins: readonly string[], demo: boolean): Proof => ({
  kinds: ['coupon'],
  entries: sql`
    select j.id as entry, 'coupon ' || c.code || ' used by account ' || u.user_id as cause, u.coupon_id || '/' || u.user_id as ref, u.at,
      a.user_id, a.system, c.coin, a.amount
    from coupon_uses u join coupons c on c.id = u.coupon_id left join entries j on j.id = u.journal_id
    cross join lateral (values
      (u.user_id, null::text, c.amount), (null::bigint, case c.coin when 'ADIT' then 'issuance' else 'reserve' end, -c.amount)
    ) as a (user_id, system, amount) where c.coin is not null`,
  check: (tx) => couponDifferences(tx, coins, demo),
});
