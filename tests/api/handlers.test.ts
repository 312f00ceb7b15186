/** The two special forms of a handler: in two steps around its transaction, and in one trip of its own. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/refusal.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { fakeApp } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import { outputOf } from '#tests/support/samples.ts';

const SKIP = 'POST /api/demo/skip';
const CLAIM = 'POST /api/mining/claim';

onBothDatabases((open) => {
  describe('a call in two steps', () => {
    const twoStep = (steps: string[], mark: string, fail = false): Handlers => ({
      [SKIP]: {
        prepare: async () => {
          steps.push('prepare');
          await new Promise((resolve) => setTimeout(resolve, 30));
          if (fail) refuse('address_invalid');
          return async (c) => {
            steps.push('commit');
            await c.db.insertInto('settings').values({ key: mark, value: 'done' }).execute();
            return { now: c.now.toISOString() };
          };
        },
      },
    });

    test('takes each step once, also for tries that arrive together', async () => {
      const steps: string[] = [];
      const once = randomUUID();
      const api = client(fakeApp(open(), { handlers: twoStep(steps, once) }).app);
      const answers = await Promise.all([1, 2, 3].map(() => api.call(SKIP, { seconds: 60 }, { key: once })));
      expect(steps).toEqual(['prepare', 'commit']);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      const row = open().kysely.selectFrom('settings').select('value').where('key', '=', once);
      expect(await row.execute()).toEqual([{ value: 'done' }]);
    });

    test('stores what its first step refused', async () => {
      const steps: string[] = [];
      const once = randomUUID();
      const api = client(fakeApp(open(), { handlers: twoStep(steps, once, true) }).app);
      expect((await api.call(SKIP, { seconds: 60 }, { key: once })).code).toBe(1306);
      expect((await api.call(SKIP, { seconds: 60 }, { key: once })).code).toBe(1306);
      expect(steps).toEqual(['prepare']);
    });
  });
});

describe('a call in one trip', () => {
  /** A database that nobody may touch. */
  const untouchable = {
    kind: 'pglite',
    kysely: new Proxy(
      {},
      {
        get: (_, property) => {
          throw new Error(`the layer used ${String(property)}`);
        },
      },
    ),
    listen: async () => async () => undefined,
  } as unknown as Database;

  test('asks the database nothing on its way, and is told all it needs', async () => {
    const seen: { token: Buffer; key: string; request: Buffer }[] = [];
    const handlers: Handlers = {
      'POST /api/mining/claim': {
        oneTrip: async ({ token, key, request }) => {
          seen.push({ token, key, request });
          if (seen.length === 2) return { code: 'mining_incomplete', data: null, replay: true };
          return { code: 'ok', data: outputOf(CLAIM), replay: false };
        },
      },
    };
    const { app } = fakeApp(untouchable, { handlers });
    const api = client(app, undefined, 'a-token');
    const once = randomUUID();
    expect(await api.call(CLAIM, {}, { key: once })).toMatchObject({ status: 200, code: 0 });
    const second = await api.call(CLAIM, {}, { key: once, at: new Date(Date.now() - 1000) });
    expect(second).toMatchObject({ status: 409, code: 1203, data: null });
    expect(second.message).toBe('Mining Progress Not Complete, Cannot Start');
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.token).toHaveLength(32);
    expect(seen[0]?.key).toBe(once);
    const unreadable = await api.call(CLAIM, {}, { headers: { authorization: 'Basic abc' } });
    expect(unreadable.code).toBe(401);
    expect(await api.call(CLAIM, {}, { token: undefined })).toMatchObject({
      status: 401,
      message: 'Please log in',
    });
    expect(seen).toHaveLength(2);
  });
});
