/**
 * Postings of users carry the kind of their entry, so that one category of a long history is read through an index of its
 * own instead of through all of the others. System accounts have no history to page through: theirs stay without.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_postings add column kind text`.execute(db);
  // Filling in what follows from the entry is the one change that append-only rows ever see; the guard is back at once.
  await sql`alter table ledger_postings disable trigger ledger_postings_fixed`.execute(db);
  await sql`
    update ledger_postings p set kind = j.kind from ledger_journal j, ledger_accounts a
    where j.id = p.journal_id and a.id = p.account_id and a.user_id is not null`.execute(db);
  await sql`alter table ledger_postings enable trigger ledger_postings_fixed`.execute(db);
  // The id with its sign turned: an order that no other index has, so that none is taken instead.
  await sql`
    create index ledger_postings_by_kind on ledger_postings (account_id, kind, (-journal_id)) where kind is not null`.execute(
    db,
  );

  // As before, and users' postings get the kind. Users come first in the order of locks, so that their count tells which.
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
      insert into ledger_journal (kind, ref, at) values (p_kind, p_ref, p_at) returning id into v_journal;
      for l in
        select u, s, c, a, ledger_is_fund(s) as fund
        from unnest(p_users, p_systems, p_coins, p_amounts) as line (u, s, c, a) order by fund nulls first, u, s, c
      loop
        if ((l.u is null) <> (l.s is null) and l.a = trunc(l.a)) is not true then
          raise exception 'a line names one owner and an amount in whole smallest units';
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
      if cardinality(v_ids) < 2 then raise exception 'an entry has two postings or more'; end if;
      insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
        select v_journal, id, coin, amount, after, case when n <= v_of_users then p_kind end
        from unnest(v_ids, v_coins, v_amounts, v_afters) with ordinality as made (id, coin, amount, after, n);
      return v_journal;
    end $$`.execute(db);
}
