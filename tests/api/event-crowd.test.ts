/** Many event streams of one process, and readers that fall behind or leave while events are sent. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hashToken } from '#server/http/session.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';

/** The longest name that a topic may have: fewer events fill the buffers. */
const TOPIC = 'x'.repeat(40);
/** Sent between two checks: fewer than a stream may lag behind. */
const AT_ONCE = 500;
/** 30 MB, three times what Linux buffers for a connection within a machine (tcp_wmem, tcp_rmem). */
const MOST_EVENTS = 500_000;

onPostgres((open) => {
  /** A server whose hub hears an event as soon as `tell` is called, without the detour through the database. */
  async function start() {
    let hear: (payload: string) => void = () => undefined;
    const listen = async (_channel: string, listener: typeof hear) => {
      hear = listener;
      return async () => undefined;
    };
    const fake = fakeApp({ ...open(), listen }, { config: { trustProxy: true } });
    const responses: ServerResponse[] = [];
    fake.app.server.on('request', (_request, response: ServerResponse) => responses.push(response));
    const address = await fake.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = fake.app.server.address() as { port: number };
    /** A stream over its own connection, from network number `n`. */
    async function follow(n: number, token?: string) {
      const socket: Socket = connect(port, '127.0.0.1');
      const head = [`x-forwarded-for: 192.0.2.${n}`, ...(token ? [`authorization: Bearer ${token}`] : [])];
      socket.write(['GET /api/events HTTP/1.1', 'host: x', ...head, '', ''].join('\r\n'));
      let text = '';
      socket.on('data', (part: Buffer) => (text += part.toString()));
      await vi.waitFor(() => expect(text).toContain('retry: '));
      return { socket, topics: () => [...text.matchAll(/^event: (.*)$/gm)].map(([, topic]) => topic) };
    }
    return {
      ...fake,
      address,
      responses,
      follow,
      tell: (topic: string, user?: bigint) => hear(JSON.stringify({ topic, user: user?.toString() })),
    };
  }

  test('each of 250 streams is told each event once, although some leave meanwhile', async () => {
    const { app, events, follow, tell } = await start();
    const streams = await Promise.all(Array.from({ length: 250 }, (_, n) => follow(n)));
    const leaving = new Set([60, 150, 240].map((n) => streams[n]));
    streams[0]?.socket.once('data', () => {
      for (const stream of leaving) stream?.socket.resetAndDestroy();
    });
    tell('race');
    const staying = streams.filter((stream) => !leaving.has(stream));
    const told = (topics: string[]) =>
      vi.waitFor(() => expect(staying.map((stream) => stream.topics())).toEqual(staying.map(() => topics)));
    await told(['race']);
    tell('lottery');
    await told(['race', 'lottery']);
    await vi.waitFor(() => expect(events.size).toBe(staying.length));
    await app.close();
  });

  test('who reads nothing is disconnected before more than 64 KiB wait, and everybody else hears everything', async () => {
    const { app, events, responses, follow, tell } = await start();
    const slow = await follow(1);
    const other = await follow(2);
    slow.socket.pause();
    let [told, behind] = [0, 0];
    for (; events.size === 2 && told < MOST_EVENTS; told += AT_ONCE) {
      for (let n = 0; n < AT_ONCE; n += 1) tell(TOPIC);
      behind = Math.max(behind, responses[0]?.writableLength ?? 0);
      await setImmediate();
    }
    expect(events.size).toBe(1);
    expect(behind).toBeGreaterThan(0);
    expect(behind).toBeLessThan(65 * 1024);
    await vi.waitFor(() => expect(other.topics()).toHaveLength(told));
    slow.socket.destroy();
    await app.close();
  });

  test('a stream that has ended, but whose reader is still behind, is told nothing more', async () => {
    const { app, events, responses, follow, tell } = await start();
    const { id, token } = await newSession(open());
    const slow = await follow(1, token);
    const other = await follow(2);
    slow.socket.pause();
    let told = 0;
    for (; responses[0]?.writableLength === 0 && told < MOST_EVENTS; told += AT_ONCE) {
      for (let n = 0; n < AT_ONCE; n += 1) tell(TOPIC);
      await setImmediate();
    }
    await open().kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
    tell('ended', id);
    await vi.waitFor(() => expect(responses[0]?.writableEnded).toBe(true));
    expect(responses[0]?.writableFinished).toBe(false);
    for (const topic of ['race', 'lottery', 'race']) tell(topic);
    await vi.waitFor(() => expect(other.topics().slice(told)).toEqual(['race', 'lottery', 'race']));
    slow.socket.resume();
    await vi.waitFor(() => expect(events.size).toBe(1));
    await vi.waitFor(() => expect(slow.topics()).toHaveLength(told));
    slow.socket.destroy();
    await app.close();
  });

  test('a server has 10,000 streams, half of them of guests at most; who gets none is told when to try again', async () => {
    const { app, events, address } = await start();
    const { token } = await newSession(open());
    const ask = async (headers: Record<string, string>) => {
      const left = new AbortController();
      const answer = await fetch(`${address}/api/events`, { headers, signal: left.signal });
      left.abort();
      return [answer.status, answer.headers.get('retry-after')];
    };
    const signedIn = { authorization: `Bearer ${token}` };
    const add = (count: number, guest: boolean) => {
      for (let n = 0; n < count; n += 1) {
        const account = {
          id: BigInt(-n),
          tokenHash: Buffer.alloc(32),
          endsAt: new Date(Date.now() + 3_600_000),
        };
        const response = new ServerResponse(new IncomingMessage(new Socket()));
        events.open(response, { network: String(n), caller: guest ? null : account });
      }
    };
    add(4999, true);
    expect(await ask({})).toEqual([200, null]);
    await vi.waitFor(() => expect(events.size).toBe(4999));
    add(1, true);
    expect(await ask({})).toEqual([429, '30']);
    add(4999, false);
    expect(await ask(signedIn)).toEqual([200, null]);
    await vi.waitFor(() => expect(events.size).toBe(9999));
    add(1, false);
    expect(await ask(signedIn)).toEqual([429, '30']);
    await app.close();
  });
});
