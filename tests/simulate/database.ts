// The simulation's database: PGlite in this thread, shared by all simulated servers. It has one connection, so
// transactions run one at a time; the seed decides whose is next, how long each statement takes, and when a
// connection is cut, before or after the statement.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PGlite, type Results } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#server/db/client.ts';
import { readFault } from '#server/db/faults.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Notices, localNotices } from '#server/db/notices.ts';
import type { Tables } from '#server/db/tables.ts';
import { PGLITE_TYPES } from '#server/db/values.ts';
import { type Owner, as, kernel } from './kernel.ts';

/** What the network between servers and database does. */
interface Weather {
  /** The longest latency in milliseconds. */
  latencyMs: number;
  /** The share of statements whose connection is cut. */
  cuts: number;
  /** The share of notices that do not arrive. */
  lostNotices: number;
  /** The share of transactions after which the process dies immediately. */
  deaths: number;
}

/** Nothing goes wrong. */
export const CALM: Weather = { latencyMs: 0, cuts: 0, lostNotices: 0, deaths: 0 };

type Answered = Results & { command?: string; rowCount?: number };

/** PGlite itself, whose own timers (for statistics and time limits) never fire. */
const SELF: Owner = { name: 'database', alive: false, skewMs: 0, pausedUntil: 0 };

const cutError = () =>
  readFault(
    kernel.random.chance(0.5)
      ? Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
      : Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  );
const brokenError = () =>
  readFault(new Error('Client has encountered a connection error and is not queryable'));

const never = () => new Promise<never>(() => undefined);

/** Servers ask the database for the time (server/jobs/clock.ts): its clock is virtual too, and never wrong. */
const onTime = (sql: string) =>
  sql === 'select clock_timestamp() as time'
    ? `select timestamptz '${new Date(kernel.now).toISOString()}' as time`
    : sql;

const words = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, 60);

interface Waiter {
  readonly who: Owner | undefined;
  take: () => void;
}

export class SimulatedDatabase {
  weather: Weather = CALM;
  /** Called with the process that dies. */
  died: (who: Owner) => void = () => undefined;
  readonly #pg: PGlite;
  #holder: Waiter | undefined;
  #waiting: Waiter[] = [];
  #isStopped = false;
  #hearers = new Set<{ who: Owner | undefined; local: Notices }>();

  private constructor(pg: PGlite) {
    this.#pg = pg;
  }

  /** @param cluster a file that keeps an empty database between processes, because creating one takes seconds */
  static async open(cluster?: string): Promise<SimulatedDatabase> {
    if (cluster !== undefined && existsSync(cluster)) {
      const loadDataDir = new Blob([readFileSync(cluster)]);
      return new SimulatedDatabase(await PGlite.create({ ...PGLITE_TYPES, loadDataDir }));
    }
    const pg = await PGlite.create(PGLITE_TYPES);
    if (cluster !== undefined)
      writeFileSync(cluster, Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer()));
    return new SimulatedDatabase(pg);
  }

  /**
   * A statement outside of virtual time, for checks and set-up. Nobody may be in a transaction, or the statement
   * would be part of it.
   */
  async ask<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return (await as(SELF, () => this.#pg.query<T>(sql, params))).rows;
  }

  async #run(sql: string, params: readonly unknown[]): Promise<Answered> {
    return (await as(SELF, () => this.#pg.query(sql, params as unknown[]))) as Answered;
  }

  /** Lets nobody begin a transaction until `proceed`, so that there is a moment without one. */
  stopHere(): void {
    this.#isStopped = true;
  }

  proceed(): void {
    this.#isStopped = false;
    if (!this.#holder) this.#next();
  }

  /** Whether somebody is in a transaction. */
  get isHeld(): boolean {
    return this.#holder !== undefined;
  }

  /** Waits until nobody is in a transaction. */
  #take(waiter: Waiter): Promise<void> {
    return new Promise((resolve) => {
      waiter.take = resolve;
      this.#waiting.push(waiter);
      if (!this.#holder) this.#next();
    });
  }

  /** Only the holder may release: otherwise two transactions would become one. */
  #release(waiter: Waiter): void {
    if (this.#holder !== waiter) throw new Error(`${waiter.who?.name} releases what it does not hold`);
    this.#holder = undefined;
    this.#next();
  }

  #next(): void {
    this.#waiting = this.#waiting.filter(({ who }) => who?.alive !== false);
    if (this.#waiting.length === 0 || this.#isStopped) return;
    const at = kernel.random.int(0, this.#waiting.length - 1);
    [this.#holder] = this.#waiting.splice(at, 1);
    this.#holder?.take();
  }

  /** What the database does when a process dies: its transaction is rolled back. */
  async bury(who: Owner): Promise<void> {
    this.#waiting = this.#waiting.filter((waiter) => waiter.who !== who);
    for (const hearer of this.#hearers) if (hearer.who === who) this.#hearers.delete(hearer);
    const held = this.#holder;
    if (held?.who !== who) return;
    await this.#run('rollback', []);
    this.#release(held);
  }

  #pool(who: Owner | undefined): PostgresPool {
    const latency = () => (this.weather.latencyMs === 0 ? 0 : kernel.random.int(0, this.weather.latencyMs));
    const newClient = () => {
      // In a dead process, whatever did not wait for an event still runs; none of it may reach the database.
      const isDead = () => who?.alive === false;
      const self: Waiter = { who, take: () => undefined };
      let broken = false;
      let isBegun = false;
      const end = () => {
        isBegun = false;
        this.#release(self);
      };
      const cut = async () => {
        broken = true;
        if (isBegun) {
          await this.#run('rollback', []);
          end();
        }
        kernel.note('db: connection cut');
        return cutError();
      };
      return {
        query: async (sql: string, params: readonly unknown[] = []) => {
          await kernel.pause(latency(), words(sql), who);
          if (isDead()) return never();
          if (broken) throw brokenError();
          if (kernel.random.chance(this.weather.cuts / 2)) throw await cut();
          if (!isBegun) await this.#take(self);
          if (isDead()) return never();
          const begins = /^(begin|start transaction)/.test(sql);
          let answered: Answered;
          try {
            answered = await this.#run(onTime(sql), params);
          } catch (error) {
            if (isDead()) return never();
            if (!isBegun) this.#release(self);
            throw readFault(error);
          }
          // It died while the statement ran: `bury` releases.
          if (isDead()) return never();
          if (begins) isBegun = true;
          else if (!isBegun || /^(commit|rollback)$/.test(sql)) {
            end();
            if (who && kernel.random.chance(this.weather.deaths)) {
              this.died(who);
              return never();
            }
          }
          kernel.touch();
          const back = latency();
          if (back > (this.weather.latencyMs * 3) / 4) await kernel.pause(back / 2, 'answer', who);
          if (kernel.random.chance(this.weather.cuts / 2)) throw await cut();
          const { rows, command, rowCount } = answered;
          return { rows, command: command ?? '', rowCount: rowCount ?? null };
        },
        release: () => undefined,
      };
    };
    // A cut connection is not reused.
    return {
      options: {},
      connect: async () => newClient(),
      end: async () => undefined,
    } as unknown as PostgresPool;
  }

  #notices(who: Owner | undefined, log: Logger): Notices {
    const local = localNotices(log);
    const hearer = { who, local };
    this.#hearers.add(hearer);
    return {
      notify: async (channel, payload) => {
        await kernel.pause(this.weather.latencyMs, `notify ${channel}`);
        for (const other of this.#hearers) {
          if (kernel.random.chance(this.weather.lostNotices)) continue;
          const wait = kernel.random.int(0, 10 + this.weather.latencyMs);
          kernel.after(wait, `notice ${channel}`, () => void other.local.notify(channel, payload), other.who);
        }
      },
      listen: (channel, hear) => local.listen(channel, hear),
      close: async () => {
        this.#hearers.delete(hearer);
        await local.close();
      },
    };
  }

  /** The database as this process sees it. */
  connect(who: Owner | undefined, log: Logger): Database {
    const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.#pool(who) }) });
    const notices = this.#notices(who, log);
    return {
      kysely,
      kind: 'postgres',
      ping: async () => true,
      ...notices,
      close: async () => {
        await notices.close();
        await kysely.destroy();
      },
    };
  }

  async migrate(log: Logger): Promise<void> {
    const database = this.connect(undefined, log);
    await migrate(database.kysely, { keep: 1 });
    await database.close();
  }

  /** Stores the contents of the tables as the starting point of every run. */
  async snapshot(): Promise<void> {
    await this.#pg.exec('create schema snapshot');
    for (const { table } of await this.#tables())
      await this.#pg.exec(`create table snapshot."${table}" as table public."${table}"`);
    await this.#pg.exec(`create table snapshot.sequences as
      select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'`);
  }

  async #tables(): Promise<{ table: string; columns: string }[]> {
    return this
      .ask(`select c.relname as table, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`);
  }

  /** Empties the tables and fills them from the snapshot. */
  async reset(): Promise<void> {
    this.#holder = undefined;
    this.#isStopped = false;
    this.#waiting = [];
    this.#hearers.clear();
    await as(SELF, () => this.#pg.exec('rollback'));
    const tables = await this.#tables();
    const filled = tables.map(
      ({ table, columns }) =>
        `insert into public."${table}" (${columns}) overriding system value select ${columns} from snapshot."${table}";`,
    );
    await as(SELF, () =>
      this.#pg.exec(`
      discard plans; set session_replication_role = replica;
      truncate ${tables.map(({ table }) => `public."${table}"`).join(', ')};
      ${filled.join('\n')}
      select setval(format('public.%I', name)::regclass, coalesce(value, 1), value is not null) from snapshot.sequences;
      set session_replication_role = origin; select setseed(0.5);`),
    );
  }
}
