/**
 * Reads continue while the primary is down: on another server of the same database, a standby that follows it. Nothing
 * is read there as long as the primary answers, so callers see their own changes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Refusal, isUnavailable } from '#server/lib/refusal.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;

/** How often the primary is checked. */
const LOOK_MS = 500;
/** How long its answer may take. */
const ANSWER_MS = 1000;

/** Whether a database answers within `ms`. Never throws. */
export const answers = (db: Db, ms: number): Promise<boolean> =>
  Promise.race([
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
    sleep(ms, false, { ref: false }),
  ]);

interface Servers {
  readonly primary: Db;
  /** The primary on a separate connection, which no load keeps busy. */
  readonly probe: Db;
  /** Tried in this order; the primary may be among them under another address. */
  readonly standbys: readonly Db[];
}

interface Reads {
  /**
   * Runs work that only reads: on the primary, or on a standby while the primary is down. Work that the primary leaves
   * unanswered is run again on the standby. @throws what the work throws; Refusal unavailable when no server answers
   */
  readonly read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  close(): void;
}

export function standbyReads({ primary, probe, standbys }: Servers, log: Logger): Reads {
  let away = false;
  /**
   * Ends the reads that wait for the primary. A single shared promise would retain each of them for as long as it
   * exists.
   */
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function look(): Promise<void> {
    const gone = !(await answers(probe, ANSWER_MS));
    if (gone === away || closed) return;
    away = gone;
    log.warn(gone ? 'the database is away: its standby is read' : 'the database is back');
    if (gone) for (const leave of waiting) leave();
  }
  /** Callers share a check that is already in progress. */
  let looking: Promise<void> | undefined;
  const looked = () => (looking ??= look().finally(() => (looking = undefined)));
  const again = (): void => {
    timer = setTimeout(() => void looked().finally(() => closed || again()), LOOK_MS).unref();
  };
  again();

  async function elsewhere<T>(work: (db: Db) => Promise<T>, why: unknown): Promise<T> {
    for (const standby of standbys)
      try {
        return await work(standby);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
    throw why;
  }

  return {
    async read(work) {
      if (away) return elsewhere(work, new Refusal('unavailable'));
      const left = Promise.withResolvers<never>();
      const leave = () => left.reject(new Refusal('unavailable'));
      waiting.add(leave);
      try {
        return await Promise.race([work(primary), left.promise]);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await looked();
        // Otherwise only this read was refused, for example because it took too long.
        if (!away) throw error;
        return await elsewhere(work, error);
      } finally {
        waiting.delete(leave);
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
