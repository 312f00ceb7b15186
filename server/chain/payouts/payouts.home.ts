/**
 * The database that payouts are paid from. One that was restored, copied or promoted may lack what an earlier one has
 * signed, and would pay it again. So any database other than that of the last pass halts payouts until an operator has
 * checked.
 */
import { sql } from 'kysely';
import { startCursor } from '#server/chain/cursor.ts';
import type { Db } from '#server/db/client.ts';

/** Name of the row that stores it. */
const HOME = 'payouts';

/** Why payouts are halted in a database that they have not been paid from. */
export const MOVED =
  'the database was restored, copied or promoted, and may lack payouts that were sent; compare open payouts with what the wallet has sent';

/**
 * Cluster, timeline (which changes when a standby is promoted and when a backup is restored) and database; `home` is
 * what is stored.
 */
async function here(db: Db): Promise<{ number: number; hash: string; home: string | null }> {
  const { rows } = await sql<{ timeline: string; hash: string; home: string | null }>`
    select timeline, '0x' || encode(sha256(convert_to(concat_ws('/', system_identifier, timeline, d.oid), 'UTF8')), 'hex') as hash,
      (select hash from chain_cursor where name = ${HOME}) as home
    from pg_control_system(), substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) timeline, pg_database d
    where datname = current_database()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database does not say which one it is');
  return { ...row, number: Number.parseInt(row.timeline, 16) };
}

/** Whether payouts are paid from this database; the first database to ask becomes their home. */
export async function isHome(db: Db): Promise<boolean> {
  const place = await here(db);
  return (place.home ?? (await startCursor(db, HOME, place)).hash) === place.hash;
}

/** From now on, payouts are paid from this database. */
export async function moveHome(tx: Db): Promise<void> {
  const { number, hash } = await here(tx);
  await tx
    .updateTable('chain_cursor')
    .set({ number: BigInt(number), hash })
    .where('name', '=', HOME)
    .execute();
}
