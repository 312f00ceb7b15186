/** Events that need the operator's attention: stored until somebody clears them, and reported once while open. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

/** An event that needs the operator's attention. */
export interface Alert {
  /** Its kind: "deep_reorg", "deposit_lost", "deposit_too_large". */
  readonly kind: string;
  /** Identifies it within its kind; while an alert is open, the same kind and key mean the same alert. */
  readonly key: string;
  /** What happened, in one line. */
  readonly detail: string;
}

interface OpenAlert extends Alert {
  readonly id: bigint;
  readonly raisedAt: Date;
}

/**
 * Raises an alert within the caller's transaction; false if the same one is already open, which then says what is the
 * case now.
 */
export async function raiseAlert(db: Db, { kind, key, detail }: Alert, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('chain_alerts')
    .values({ kind, key, detail, raised_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({ detail })
        .where('chain_alerts.detail', '<>', detail),
    )
    // A row that was there already has been locked.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst();
  return row?.isNew ?? false;
}

/** Closes an alert whose cause is gone; does nothing if none is open. `by` says who or what noticed. */
export async function settleAlert(
  db: Db,
  { kind, key }: Pick<Alert, 'kind' | 'key'>,
  by: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('chain_alerts')
    .set({ cleared_at: now, cleared_by: by })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('cleared_at', 'is', null)
    .execute();
}

/** Closes the open alert with this number; false if there is none. The row is kept, with who cleared it and when. */
export async function clearAlert(db: Db, id: bigint, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chain_alerts')
    .set({ cleared_at: now, cleared_by: by })
    .where('id', '=', id)
    .where('cleared_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The oldest `limit` open alerts, oldest first. */
export async function openAlerts(db: Db, limit: number): Promise<OpenAlert[]> {
  return db
    .selectFrom('chain_alerts')
    .select(['id', 'kind', 'key', 'detail', 'raised_at as raisedAt'])
    .where('cleared_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Keys of the open alerts of a kind. */
export async function openAlertKeys(db: Db, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chain_alerts')
    .select('key')
    .where('kind', '=', kind)
    .where('cleared_at', 'is', null)
    .execute();
  return rows.map(({ key }) => key);
}

/** How many alerts of each kind are open; kinds without any are missing. */
export const countAlertsByKind = (db: Db): Promise<{ kind: string; count: bigint }[]> =>
  db
    .selectFrom('chain_alerts')
    .select((select) => ['kind', select.fn.countAll<bigint>().as('count')])
    .where('cleared_at', 'is', null)
    .groupBy('kind')
    .execute();

/** How many alerts are open. */
export async function countAlerts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('chain_alerts')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('cleared_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
