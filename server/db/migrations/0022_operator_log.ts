/**
 * What the operator has changed: a row before a command runs and one after it. Nobody changes or removes them, and a command
 * whose process ended meanwhile keeps its first row.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_commands (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      os_user text not null,
      as_name text,
      command text not null,
      -- JSON, of files their names, sizes and SHA-256
      args text not null,
      options text not null,
      files text not null
    )`.execute(db);
  await sql`create index operator_commands_by_time on operator_commands (at)`.execute(db);
  await sql`
    create table operator_outcomes (
      command_id bigint primary key references operator_commands (id),
      at timestamptz not null,
      outcome text not null check (outcome in ('done', 'refused', 'failed')),
      answer text not null
    )`.execute(db);
  await sql`
    create function operator_log_immutable() returns trigger language plpgsql as $$
    begin
      raise exception 'the operator''s log is append-only';
    end $$`.execute(db);
  for (const table of ['operator_commands', 'operator_outcomes']) {
    await sql`
      create trigger ${sql.ref(`${table}_fixed`)} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function operator_log_immutable()`.execute(db);
  }
}
