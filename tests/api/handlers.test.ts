/**
 * Special kinds of handlers: in two steps around the transaction, in a single round trip, and a file produced while it
 * is sent.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Once } from '#server/http/idempotency.ts';
import { refuse } from '#server/lib/refusal.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import { outputOf } from '#tests/support/samples.ts';

const SKIP = 'POST /api/demo/skip';
const CLAIM = 'POST /api/mining/claim';

onPostgres((open) => {
  describe('a call in two steps', () => {
    const twoStep = (steps: string[], mark: string, fail = false): Partial<Handlers> => ({
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

    test('takes each step once, even for parallel requests', async () => {
      const steps: string[] = [];
      const once = randomUUID();
      const api = client(fakeApp(open(), { handlers: twoStep(steps, once) }).app);
      const answers = await Promise.all([1, 2, 3].map(() => api.call(SKIP, { seconds: 60 }, { key: once })));
      expect(steps).toEqual(['prepare', 'commit']);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      const row = open().kysely.selectFrom('settings').select('value').where('key', '=', once);
      expect(await row.execute()).toEqual([{ value: 'done' }]);
    });

    test('stores a refusal of its first step', async () => {
      const steps: string[] = [];
      const once = randomUUID();
      const api = client(fakeApp(open(), { handlers: twoStep(steps, once, true) }).app);
      expect((await api.call(SKIP, { seconds: 60 }, { key: once })).code).toBe(1306);
      expect((await api.call(SKIP, { seconds: 60 }, { key: once })).code).toBe(1306);
      expect(steps).toEqual(['prepare']);
    });
  });
});

describe('a call in a single round trip', () => {
  /** A database that throws on any use. */
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
    notify: async () => undefined,
  } as unknown as Database;

  test('makes no other query, and is given everything it needs', async () => {
    const seen: Once[] = [];
    const handlers: Partial<Handlers> = {
      'POST /api/mining/claim': {
        oneTrip: async ({ call }) => {
          seen.push(call);
          if (seen.length === 2)
            return { code: 'mining_incomplete', reply: 'null', account: 7n, replay: true };
          return { code: 'ok', reply: 'written', account: 7n, replay: false };
        },
        view: (reply) => (reply === 'written' ? outputOf(CLAIM) : null) as never,
      },
    };
    const { app, notified } = fakeApp(untouchable, { handlers });
    const api = client(app, undefined, 'a-token');
    const once = randomUUID();
    expect(await api.call(CLAIM, {}, { key: once })).toMatchObject({ status: 200, code: 0 });
    const second = await api.call(CLAIM, {}, { key: once, at: new Date(Date.now() - 1000) });
    expect(second).toMatchObject({ status: 409, code: 1203, data: null });
    expect(second.message).toBe('Mining Progress Not Complete, Cannot Start');
    expect(second.headers.get('idempotent-replay')).toBe('true');
    // Each request has its own time and trace; all else is the same.
    expect({ ...seen[0], now: 0, trace: '' }).toEqual({ ...seen[1], now: 0, trace: '' });
    expect(seen[0]?.token).toHaveLength(32);
    expect(seen[0]?.key).toBe(once);
    const unreadable = await api.call(CLAIM, {}, { headers: { authorization: 'Basic abc' } });
    expect(unreadable.code).toBe(401);
    expect(await api.call(CLAIM, {}, { token: undefined })).toMatchObject({
      status: 401,
      message: 'Please log in',
    });
    expect(seen).toHaveLength(2);
    expect(notified).toEqual([7n]);
  });
});

onPostgres((open, kind) => {
  describe(`a call that returns a file (${kind})`, () => {
    const PIECE = 'a,b,c\r\n'.repeat(2000);
    let app: ReturnType<typeof fakeApp>['app'];
    let url = '';
    let token = '';
    let made = 0;
    let ended = 0;
    let pieces = 0;
    let fault: 'before' | 'within' | undefined;

    async function* text() {
      try {
        for (made = 0; made < pieces; made += 1) {
          if (fault === 'within' && made === 3) throw new Error('the database is away');
          yield PIECE;
        }
      } finally {
        ended += 1;
      }
    }
    beforeAll(async () => {
      const handlers: Partial<Handlers> = {
        'GET /api/assets/export': {
          file: async () => {
            if (fault === 'before') refuse('unavailable');
            return { filename: 'some.csv', text: text() };
          },
        },
      };
      app = fakeApp(open(), { handlers }).app;
      url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/assets/export`;
      token = (await newSession(open())).token;
    });
    afterAll(() => app.close());
    const get = (init: RequestInit = {}, query = '') =>
      fetch(url + query, { headers: { authorization: `Bearer ${token}` }, ...init });

    test('arrives complete, as a download', async () => {
      [pieces, fault] = [50, undefined];
      const response = await get();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="some.csv"');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toBe(PIECE.repeat(50));
      expect(ended).toBe(1);
    });

    test('is produced only as fast as it is read, and stops when the reader leaves', async () => {
      [pieces, ended] = [1_000_000, 0];
      const left = new AbortController();
      const response = await get({ signal: left.signal });
      await response.body?.getReader().read();
      let waiting: number;
      do {
        waiting = made;
        await new Promise((resolve) => setTimeout(resolve, 500));
      } while (made !== waiting);
      // What fits into the socket buffers, at 14 kB a piece.
      expect(waiting).toBeLessThan(2000);
      left.abort();
      await vi.waitFor(() => expect(ended).toBe(1));
      expect(made).toBeLessThan(waiting + 10);
    });

    test('is refused with an envelope before it begins, and cut off if it fails later', async () => {
      pieces = 1000;
      expect(await (await get({}, '?surprise=1')).json()).toMatchObject({ code: 400 });
      expect(await (await get({ headers: {} })).json()).toMatchObject({ code: 401 });
      fault = 'before';
      const refused = await get();
      expect([refused.status, refused.headers.get('content-disposition')]).toEqual([503, null]);
      expect(await refused.json()).toMatchObject({ code: 503 });
      fault = 'within';
      const broken = await get();
      expect(broken.status).toBe(200);
      await expect(broken.text()).rejects.toThrow();
      fault = undefined;
    });

    test('is not produced for a HEAD', async () => {
      const before = ended;
      expect((await get({ method: 'HEAD' })).status).toBe(404);
      expect((await fetch(url, { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, OPTIONS');
      expect(ended).toBe(before);
    });
  });
});
