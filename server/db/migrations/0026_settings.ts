/**
 * What the operator has changed while the server ran: settings by name, and terms of coins (fees, switches, contract, feed). A row is
 * the word in force; without one the environment and the coin list speak.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_settings (
      name text primary key,
      -- written as in the environment
      value text not null,
      changed_at timestamptz not null,
      changed_by text not null
    )`.execute(db);
  await sql`
    create table coin_settings (
      coin text not null,
      name text not null,
      value text not null,
      changed_at timestamptz not null,
      changed_by text not null,
      primary key (coin, name)
    )`.execute(db);
}
