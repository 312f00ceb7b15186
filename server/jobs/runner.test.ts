/** Due work: each job once, in the order of due times; a failed job leaves no effect and does not stop others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { onPostgres, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import type { Clock } from './clock.ts';
import { type Job, enqueue } from './queue.ts';
import { type Chore, type Runner, type Work, startRunner } from './runner.ts';

removeClusterAtEnd();

const NOON = new Date('2026-11-21T04:00:00Z');
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

onPostgres((open) => {
  let now = NOON;
  const clock: Clock = { now: () => now, wall: () => new Date(), near: () => true };
  const runners: Runner[] = [];

  function run(jobs: Record<string, Work>, chores: Chore[] = [], log = quiet): Runner {
    const runner = startRunner({ database: open(), clock, log, jobs, chores });
    runners.push(runner);
    return runner;
  }
  const add = (key: string, dueAt: Date, payload: unknown = {}) =>
    enqueue(open().kysely, { kind: 'work', key, dueAt, payload });
  const waiting = () => open().kysely.selectFrom('jobs').selectAll().orderBy('id').execute();
  /** An effect in the job's transaction: one row that counts how often it ran. */
  const effect = (db: Parameters<Work>[0], { key }: Job) =>
    sql`insert into settings (key, value) values (${key}, '1') on conflict (key) do update set value = (settings.value::int + 1)::text`.execute(
      db,
    );
  const effects = async () =>
    Object.fromEntries(
      (await open().kysely.selectFrom('settings').selectAll().orderBy('key').execute()).map((row) => [
        row.key,
        row.value,
      ]),
    );

  beforeEach(async () => {
    now = NOON;
    await open().kysely.deleteFrom('jobs').execute();
    await open().kysely.deleteFrom('settings').execute();
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  });

  test('each job is done once, for any number of runners and calls', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `job ${String(i).padStart(2, '0')}`);
    for (const key of keys) await add(key, NOON);
    const jobs = { work: (async (db, job) => void (await effect(db, job))) satisfies Work };
    const all = [run(jobs), run(jobs), run(jobs)];
    await Promise.all([...all, ...all].map((runner) => runner.settle()));
    expect(await effects()).toEqual(Object.fromEntries(keys.map((key) => [key, '1'])));
    expect(await waiting()).toEqual([]);
  });

  test('a kind and key wait once; after the job is done, they may be added again', async () => {
    await add('twice', at(0), { n: 1 });
    await add('twice', at(-5), { n: 2 });
    const done: unknown[] = [];
    const runner = run({ work: async (_, job) => void done.push(job.payload) });
    await runner.settle();
    expect(done).toEqual([{ n: 1 }]);
    await add('twice', at(0), { n: 3 });
    await runner.settle();
    expect(done).toEqual([{ n: 1 }, { n: 3 }]);
  });

  test('missed jobs are done in the order they became due, each successor in its place', async () => {
    const done: string[] = [];
    await add('c', at(-10));
    await add('a', at(-30));
    await add('future', at(1));
    const runner = run({
      work: async (db, job) => {
        done.push(`${job.key} ${job.dueAt.toISOString()}`);
        if (job.key === 'a') await enqueue(db, { kind: 'work', key: 'b', dueAt: at(-20) });
      },
    });
    await runner.settle();
    expect(done).toEqual(['a', 'b', 'c'].map((key, i) => `${key} ${at(-30 + i * 10).toISOString()}`));
    now = at(1);
    await runner.settle();
    expect(done.at(-1)).toMatch(/^future /);
  });

  test('a failed job leaves no effect, waits longer after each failure, and keeps its due time', async () => {
    const due: Date[] = [];
    await add('poison', at(-3600));
    const runner = run({
      work: async (db, job) => {
        due.push(job.dueAt);
        await effect(db, job);
        await enqueue(db, { kind: 'work', key: 'successor', dueAt: NOON });
        throw new Error('cannot be done');
      },
    });
    const pauses: number[] = [];
    for (let tries = 1; tries <= 11; tries += 1) {
      await runner.settle();
      expect(due.length).toBe(tries);
      const [job, ...others] = await waiting();
      expect([job?.key, job?.attempts, others]).toEqual(['poison', tries, []]);
      pauses.push(((job?.retry_at?.getTime() ?? 0) - now.getTime()) / 1000);
      now = new Date((job?.retry_at?.getTime() ?? 0) - 1);
      await runner.settle();
      expect(due.length).toBe(tries);
      now = new Date(now.getTime() + 1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(new Set(due.map((time) => time.toISOString()))).toEqual(new Set([at(-3600).toISOString()]));
    expect(await effects()).toEqual({});
  });

  test('a job that a deadlock undid is repeated at once, and fails if it keeps happening', async () => {
    const tries: string[] = [];
    await add('unlucky', at(-2));
    await add('hopeless', at(-1));
    const runner = run({
      work: async (db, job) => {
        tries.push(job.key);
        await effect(db, job);
        if (job.key === 'hopeless' || tries.length === 1)
          throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      },
    });
    await runner.settle();
    expect(tries).toEqual([...Array<string>(2).fill('unlucky'), ...Array<string>(8).fill('hopeless')]);
    expect(await effects()).toEqual({ unlucky: '1' });
    expect((await waiting()).map(({ key, attempts }) => [key, attempts])).toEqual([['hopeless', 1]]);
  });

  test("a job's notification is sent once it has committed, and not if it failed", async () => {
    await add('poison', at(-2));
    await add('good', at(-1));
    const events: [string, Record<string, string>][] = [];
    const telling: Promise<void>[] = [];
    const runner = run({
      work: async (db, job) => {
        await effect(db, job);
        const tell = () => {
          telling.push(effects().then((seen) => void events.push([job.key, seen])));
        };
        if (job.key === 'poison') throw new Error('cannot be done');
        return tell;
      },
    });
    await runner.settle();
    await Promise.all(telling);
    expect(events).toEqual([['good', { good: '1' }]]);
  });

  test('a job that fails, or whose kind is unknown, does not block the others', async () => {
    await add('poison', at(-60));
    await enqueue(open().kysely, { kind: 'of another version', key: '1', dueAt: at(-50) });
    await add('good', at(-40));
    const runner = run({
      work: async (db, job) => {
        if (job.key === 'poison') throw new Error('cannot be done');
        await effect(db, job);
      },
    });
    await runner.settle();
    expect(await effects()).toEqual({ good: '1' });
    expect((await waiting()).map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ['work', 1],
      ['of another version', 1],
    ]);
  });

  test('a job added while others run is done before settle returns', async () => {
    const runner = run({ work: async (db, job) => void (await effect(db, job)) });
    const waits: Promise<void>[] = [];
    for (let i = 0; i < 20; i += 1) {
      await add(`late ${i}`, NOON);
      waits.push(runner.settle().then(async () => expect(await effects()).toHaveProperty([`late ${i}`])));
    }
    await Promise.all(waits);
  });

  test('stopping waits for the running job to finish, and starts no other', async () => {
    await add('first', at(-2));
    await add('second', at(-1));
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const runner = run({
      work: async (db, job) => {
        begin();
        await sleep(100);
        await effect(db, job);
      },
    });
    const settled = runner.settle();
    await begun;
    await runner.stop();
    await settled;
    expect(await effects()).toEqual({ first: '1' });
    expect((await waiting()).map(({ key }) => key)).toEqual(['second']);
    await runner.settle();
    expect(await waiting()).toHaveLength(1);
  });

  test('the runner wakes by itself, and a chore that fails stops neither jobs nor later chores', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const swept = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
    run(
      { work: async (db, job) => void (await effect(db, job)) },
      [
        { name: 'broken', everyMs: 0, run: () => Promise.reject(new Error('no')) },
        { name: 'sweeping', everyMs: 0, run: swept },
      ],
      log,
    );
    await add('alone', NOON);
    await expect.poll(effects, { timeout: 10_000 }).toEqual({ alone: '1' });
    await expect.poll(() => swept.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(lines.join()).toContain('chore broken failed');
  });

  test('a chore with a condition runs only while the database has something for it', async () => {
    const done: string[] = [];
    const chore = (name: string, when: Chore['when']): Chore => ({
      ...{ name, everyMs: 0, run: async () => void done.push(name) },
      ...(when && { when }),
    });
    const isThere = () => sql<boolean>`exists (select from settings where key = 'work')`;
    run({}, [
      chore('waiting', isThere),
      chore('idle', () => sql<boolean>`false`),
      chore('always', undefined),
    ]);
    await expect.poll(() => done.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(done).not.toContain('waiting');
    await sql`insert into settings (key, value) values ('work', '1')`.execute(open().kysely);
    await expect.poll(() => done, { timeout: 10_000 }).toContain('waiting');
    expect(done).not.toContain('idle');
  });

  test('a job enqueued in a transaction that fails does not exist', async () => {
    const failed = inTransaction(open().kysely, async (db) => {
      await enqueue(db, { kind: 'work', key: 'gone', dueAt: NOON });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await waiting()).toEqual([]);
  });

  test('status counts overdue jobs, but not those that wait for their next try', async () => {
    // Stopped, so that it does nothing in between.
    const idle = run({});
    await idle.stop();
    await add('young', at(-5));
    expect(await idle.status()).toEqual({ ok: true, due: 0 });
    now = at(20);
    expect(await idle.status()).toEqual({ ok: true, due: 1 });
    await run({ work: () => Promise.reject(new Error('no')) }).settle();
    expect(await idle.status()).toEqual({ ok: true, due: 0 });
  });
});
