/**
 * The one clock. Rules never ask the machine for the time: they take it as an argument, and callers get it here. A
 * server takes it from the database, which all servers share: if one machine's clock is wrong or gets set, that must
 * not end a cycle early or sign anybody out. In demo mode, the clock runs ahead of the machine by what the time machine
 * has skipped; the database stores the offset.
 */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';

export interface Clock {
  /** The time that rules use. */
  now(): Date;
  /** The real time, never skipped, for durations and for things outside the product (certificates, logs). */
  wall(): Date;
  /**
   * Whether `time` is within `toleranceMs` of now. A clock that was moved ahead also accepts the machine's time: a skip
   * must not lock out clients that stamp requests with their own clock.
   */
  near(time: Date, toleranceMs: number): boolean;
}

const OFFSET_KEY = 'clock_offset_ms';

const within = (a: Date, b: Date, toleranceMs: number) => Math.abs(a.getTime() - b.getTime()) <= toleranceMs;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => new Date(),
  wall: () => new Date(),
  near: (time, toleranceMs) => within(time, new Date(), toleranceMs),
};

/**
 * How often the database is asked for the time. In between, elapsed time is added, which setting a clock does not
 * affect.
 */
const ASK_EVERY_MS = 10_000;
const SLOW_MS = 1000;

/** The database's clock. `stop` ends the polling. */
export async function databaseClock(db: Db): Promise<Clock & { stop(): void }> {
  /** The database's time when this process's count of elapsed time began. */
  let zero = 0;
  /**
   * The database read its clock between question and answer. Within these bounds, `zero` stays the same, so slow
   * answers do not move it.
   * @returns how long the answer took
   */
  async function ask(): Promise<number> {
    const asked = performance.now();
    const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
    const time = rows[0]?.time.getTime() ?? 0;
    const answered = performance.now();
    zero = Math.min(Math.max(zero, time - answered), time - asked);
    return answered - asked;
  }
  // The first answer sets the clock on its own, so a slow one would leave the clock late by as much.
  while ((await ask()) > SLOW_MS);
  const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS).unref();
  const now = () => new Date(zero + performance.now());
  return {
    now,
    wall: now,
    near: (time, toleranceMs) => within(time, now(), toleranceMs),
    stop: () => clearInterval(timer),
  };
}

/** What the database needs to tell the time by the latest of three clocks (`play_time` in draws.sql). */
export interface Moment {
  /** By this process's clock. */
  readonly now: Date;
  /** How far the product's clock is ahead of the machine's, in milliseconds: what demo mode has skipped. */
  readonly aheadMs: number;
  /** The newest block's time; null before the chain was read. */
  readonly head: Date | null;
}

export function momentOf(clock: Pick<Clock, 'now' | 'wall'>, head: Date | null): Moment {
  const now = clock.now();
  return { now, aheadMs: now.getTime() - clock.wall().getTime(), head };
}

export interface MovableClock extends Clock {
  /** Moves the clock ahead, for every process on this database once they read it again. */
  advance(seconds: number): Promise<Date>;
  /** Applies what another process skipped. */
  refresh(): Promise<void>;
}

/** The clock of demo mode, moved by everything that has been skipped so far. */
export async function movableClock(db: Db, real: Clock = systemClock): Promise<MovableClock> {
  let offsetMs = 0;
  const refresh = async () => {
    const row = await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', OFFSET_KEY)
      .executeTakeFirst();
    // The clock only moves ahead: a value read before our own skip must not undo that skip.
    offsetMs = Math.max(offsetMs, Number(row?.value ?? 0));
  };
  await refresh();
  const now = () => new Date(real.wall().getTime() + offsetMs);
  return {
    now,
    wall: () => real.wall(),
    near: (time, toleranceMs) => within(time, now(), toleranceMs) || real.near(time, toleranceMs),
    refresh,
    async advance(seconds) {
      const row = await sql<{ value: string }>`
        insert into settings (key, value) values (${OFFSET_KEY}, ${String(seconds * 1000)})
        on conflict (key) do update set value = (settings.value::bigint + excluded.value::bigint)::text
        returning value`.execute(db);
      offsetMs = Math.max(offsetMs, Number(row.rows[0]?.value ?? 0));
      return now();
    },
  };
}
