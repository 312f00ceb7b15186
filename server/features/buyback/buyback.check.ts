/** The list of repurchases compared with the entries that took the money out of the fund. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { LIMIT, type Proof } from '#server/ledger/proof.ts';
import { PRODUCES } from './buyback.repository.ts';

async function differences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select case
      when r.id is null then 'entry ' || e.entry || ': the repurchase fund paid ' || ${fn('amount_text')}(e.paid) || ' USDT, no repurchase is listed'
      when e.entry is null then 'repurchase ' || r.id || ': the entry ' || r.journal_id || ' took nothing out of the fund'
      else 'repurchase ' || r.id || ': it lists ' || ${fn('amount_text')}(r.paid) || ' USDT, the fund paid ' || ${fn('amount_text')}(e.paid) end as line
    from repurchases r full join (
      select * from ${fn('fund_paid')}('buyback', 'USDT', array['exchange'])
      union all select * from ${fn('fund_paid')}('resale', 'USDT', array['hashrate_resale'])
    ) e on e.entry = r.journal_id
    where r.paid is distinct from e.paid or r.at <> e.at order by coalesce(r.journal_id, e.entry) limit ${LIMIT}`.execute(
    tx,
  );
  const totals = await sql<{ id: bigint }>`
    select id from (
      select id, institution_total, stakers_total, paid_total, sum(institution) over o as institution, sum(stakers) over o as stakers,
        sum(case kind when 'token' then paid else 0 end) over o as paid
      from repurchases window o as (order by id)
    ) r where institution_total <> institution or stakers_total <> stakers or paid_total <> paid order by id limit 1`.execute(
    tx,
  );
  const produced = await sql<{ line: string }>`
    select 'account ' || p.user_id || ': ' || ${fn('amount_text')}(p.unsold) || ' ADIT counts as produced and not sold, it is '
      || ${fn('amount_text')}(w.due) || ' at most' as line
    from produced p cross join lateral (
      select coalesce((
        select sum(l.amount) from unnest(${PRODUCES}::text[]) as kind
        cross join lateral ${fn('ledger_received')}(p.user_id, 'ADIT', kind, 0, p.upto) l
      ), 0) - coalesce((
        select sum(r.amount) from repurchases r where r.user_id = p.user_id and r.kind = 'token'
      ), 0) as due
    ) w where p.unsold > w.due order by p.user_id limit ${LIMIT}`.execute(tx);
  return [
    ...rows.map(({ line }) => line),
    ...produced.rows.map(({ line }) => line),
    ...totals.rows.map(({ id }) => `repurchase ${id}: its totals are not those of all before it`),
  ];
}

export const buybackProof: Proof = { kinds: [], check: differences };
