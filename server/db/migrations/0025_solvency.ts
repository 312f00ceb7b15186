/**
 * The daily trees over all balances: a copy of the balances in the order of leaves, the nodes that proofs are made of, and the
 * published roots, which stay.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table solvency_trees (
      id bigint generated always as identity primary key,
      day text not null unique,
      state text not null default 'wanted' check (state in ('wanted', 'taken', 'done')),
      secret bytea,
      as_of timestamptz,
      leaves int not null default 0,
      owed text,
      hashed int not null default 0,
      root text,
      sums text,
      check (state = 'wanted' or as_of is not null),
      check (state <> 'done' or (root is not null and sums is not null))
    )`.execute(db);

  // What is published stays published; only what proofs are made of is thrown away.
  await sql`
    create function solvency_fixed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or row(new.day, new.state, new.as_of, new.leaves, new.owed, new.root, new.sums)
          is distinct from row(old.day, old.state, old.as_of, old.leaves, old.owed, old.root, old.sums) then
        raise exception 'a published tree stays as it is';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger solvency_trees_fixed before update or delete on solvency_trees
      for each row when (old.state = 'done') execute function solvency_fixed()`.execute(db);

  await sql`
    create table solvency_chunks (
      tree bigint not null references solvency_trees (id) on delete cascade,
      chunk int not null,
      first_key bytea not null,
      leaves int not null,
      body text not null,
      primary key (tree, chunk)
    )`.execute(db);
  await sql`create index solvency_chunks_by_key on solvency_chunks (tree, first_key)`.execute(db);
  await sql`
    create table solvency_nodes (
      tree bigint not null references solvency_trees (id) on delete cascade,
      level int not null,
      index int not null,
      hash bytea not null,
      sums text not null,
      primary key (tree, level, index)
    )`.execute(db);

  // Who holds what, a row a user that holds anything: coins in the order of their letters, as the tree writes sums.
  await sql`
    create function user_holdings() returns table (user_id bigint, sums text) language sql stable as $$
      select a.user_id, string_agg(a.coin || '=' || a.balance, ';' order by a.coin collate "C")
      from ledger_accounts a where a.user_id is not null and a.balance > 0 group by a.user_id
    $$`.execute(db);
}
