/**
 * Entries get their ids when their users' accounts are locked, so that an account's history, which is in the order of ids, is in
 * the order in which its balance changed.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // As before, but an entry gets its id when the users' accounts are locked: whoever waits for an account comes later in its
  // history, and no entry appears below one that was read already. Payouts hold many accounts for longer than a moment.
  await sql`
    create or replace function ledger_post(
      p_kind text, p_ref text, p_at timestamptz,
      p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]
    ) returns bigint language plpgsql set enable_seqscan = off as $$
    declare
      v_journal bigint;
      v_shard int;
      l record;
      v_id bigint;
      v_after numeric;
      v_of_users int := 0;
      v_ids bigint[] := '{}';
      v_coins text[] := '{}';
      v_amounts numeric[] := '{}';
      v_afters numeric[] := '{}';
    begin
      for l in
        select u, s, c, a, ledger_is_fund(s) as fund
        from unnest(p_users, p_systems, p_coins, p_amounts) as line (u, s, c, a) order by fund nulls first, u, s, c
      loop
        if ((l.u is null) <> (l.s is null) and l.a = trunc(l.a)) is not true then
          raise exception 'a line names one owner and an amount in whole smallest units';
        end if;
        if v_journal is null and l.u is null then
          insert into ledger_journal (kind, ref, at) values (p_kind, p_ref, p_at) returning id into v_journal;
        end if;
        loop
          if l.u is not null then
            update ledger_accounts set balance = balance + l.a
              where user_id = l.u and coin = l.c and balance + l.a >= 0 returning id, balance into v_id, v_after;
          elsif l.fund then
            update ledger_accounts set balance = balance + l.a
              where system = l.s and coin = l.c and shard = 0 and balance + l.a >= 0 returning id, balance into v_id, v_after;
          else
            v_shard := v_journal % 64;
            v_after := null;
            update ledger_accounts set balance = balance + l.a
              where system = l.s and coin = l.c and shard = v_shard returning id into v_id;
          end if;
          exit when found;
          -- No such account yet, or too little on it. One that is new and empty cannot pay either.
          if l.a < 0 and coalesce(l.fund, true) then perform ledger_refuse(l.u, l.c, l.a); end if;
          insert into ledger_accounts (user_id, system, coin, shard)
            values (l.u, l.s, l.c, case when l.fund is false then v_shard else 0 end) on conflict do nothing;
        end loop;
        if l.u is not null then v_of_users := v_of_users + 1; end if;
        v_ids := v_ids || v_id;
        v_coins := v_coins || l.c;
        v_amounts := v_amounts || l.a;
        v_afters := v_afters || v_after;
      end loop;
      -- Users among themselves.
      if v_journal is null then
        insert into ledger_journal (kind, ref, at) values (p_kind, p_ref, p_at) returning id into v_journal;
      end if;
      if cardinality(v_ids) < 2 then raise exception 'an entry has two postings or more'; end if;
      insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
        select v_journal, id, coin, amount, after, case when n <= v_of_users then p_kind end
        from unnest(v_ids, v_coins, v_amounts, v_afters) with ordinality as made (id, coin, amount, after, n);
      return v_journal;
    end $$`.execute(db);
}
