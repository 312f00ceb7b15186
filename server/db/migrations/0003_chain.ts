/** What has been read of the chain: one row a reader, and a row `identity` with block 1 of the chain that this database belongs to. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chain_cursor (
      name text primary key,
      number bigint not null check (number >= 0),
      hash text not null check (hash ~ '^0x[0-9a-f]{64}$')
    )`.execute(db);
}
