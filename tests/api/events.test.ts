/** The event stream: who receives what and how many there may be; it ends with its session and with the server. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { decode } from '#server/http/events.ts';
import { hashToken } from '#server/http/session.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';

/** Opens a stream and collects its output. */
async function hear(url: string, token?: string, from = '192.0.2.1') {
  const response = await fetch(`${url}/api/events`, {
    headers: { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) },
  });
  let text = '';
  const ended = (async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  })();
  let over = false;
  void ended.then(() => (over = true));
  return {
    response,
    ended,
    isOver: () => over,
    text: () => text,
    topics: () => [...text.matchAll(/^event: (.*)$/gm)].map(([, topic]) => topic),
  };
}

onPostgres((open) => {
  const start = async (options: Parameters<typeof fakeApp>[1] = {}) => {
    const fake = fakeApp(open(), options);
    return { ...fake, url: await fake.app.listen({ port: 0, host: '127.0.0.1' }) };
  };

  test('everybody receives public events, and only the account its own, across all processes', async () => {
    const [here, there] = [await start(), await start()];
    const [ann, ben] = [await newSession(open()), await newSession(open())];
    const streams = [
      await hear(here.url),
      await hear(here.url, ann.token),
      await hear(there.url, ben.token),
      await hear(there.url, ann.token),
    ];
    expect(streams[0]?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(streams[0]?.response.headers.get('cache-control')).toBe('no-store');
    here.events.publish({ user: ann.id, topic: 'balance' });
    there.events.publish({ topic: 'race' });
    await vi.waitFor(() => {
      expect(streams.map((stream) => new Set(stream.topics()))).toEqual(
        [['race'], ['balance', 'race'], ['race'], ['balance', 'race']].map((topics) => new Set(topics)),
      );
    });
    expect(streams[1]?.text()).toContain('event: balance\ndata: {}\n\n');
    await here.app.close();
    await there.app.close();
    await Promise.all(streams.map((stream) => stream.ended));
  });

  test('a stream begins with what its account has just been told, also by another process, and with nothing of others', async () => {
    const [here, there] = [await start(), await start()];
    const [ann, ben] = [await newSession(open()), await newSession(open())];
    const first = await hear(there.url, ann.token);
    for (const topic of ['balance', 'account', 'balance']) here.events.publish({ user: ann.id, topic });
    here.events.publish({ topic: 'race' });
    await vi.waitFor(() => expect(first.topics()).toHaveLength(4));
    const late = [await hear(there.url, ann.token), await hear(there.url, ben.token), await hear(there.url)];
    await there.app.close();
    await here.app.close();
    await Promise.all(late.map((stream) => stream.ended));
    expect(late.map((stream) => new Set(stream.topics()))).toEqual(
      [['account', 'balance'], [], []].map((topics) => new Set(topics)),
    );
  });

  test('an invalid token is refused', async () => {
    const { app, url } = await start();
    const response = await fetch(`${url}/api/events`, { headers: { authorization: 'Bearer made-up' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 401 });
    await app.close();
  });

  test('an account has at most five streams, whatever sessions they belong to, and other accounts are not affected', async () => {
    const { app, url } = await start();
    const [ann, ben] = [await newSession(open()), await newSession(open())];
    const again = await newSession(open(), undefined, ann.id);
    const streams = [];
    for (const token of [ann.token, again.token, ann.token, again.token, ann.token])
      streams.push(await hear(url, token));
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const refused = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${again.token}` } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ code: 429, data: { retryAfter: 30 } });
    expect((await hear(url, ben.token)).response.status).toBe(200);
    await app.close();
  });

  test('a network has at most twenty streams of guests, who take no place of the twenty of those who are signed in', async () => {
    const { app, url } = await start({ config: { trustProxy: true } });
    const [near, far, elsewhere] = ['2001:db8:0:1200::1', '2001:db8:0:12ff::1', '2001:db8:0:1300::1'];
    const statuses = async (n: number, token: () => Promise<string | undefined>, from: string) => {
      const all = [];
      for (let i = 0; i < n; i += 1) all.push((await hear(url, await token(), from)).response.status);
      return all;
    };
    const nobody = async () => undefined;
    const somebody = async () => (await newSession(open())).token;
    const twenty = Array.from({ length: 20 }, () => 200);
    expect(await statuses(20, nobody, near)).toEqual(twenty);
    expect(await statuses(1, nobody, far)).toEqual([429]);
    expect(await statuses(1, nobody, elsewhere)).toEqual([200]);
    expect(await statuses(21, somebody, far)).toEqual([...twenty, 429]);
    await app.close();
  });

  test('a stream ends with its session, and those of other sessions of the account go on', async () => {
    const [here, there] = [await start(), await start()];
    const [ann, ben] = [await newSession(open()), await newSession(open())];
    const again = await newSession(open(), undefined, ann.id);
    const [ended, goesOn, other] = [
      await hear(there.url, ann.token),
      await hear(there.url, again.token),
      await hear(there.url, ben.token),
    ];
    await open().kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(ann.token)).execute();
    here.events.endStreams(ann.id);
    await ended.ended;
    here.events.publish({ topic: 'race' });
    await vi.waitFor(() => expect([goesOn.topics(), other.topics()]).toEqual([['race'], ['race']]));
    expect([goesOn.isOver(), other.isOver()]).toEqual([false, false]);
    await here.app.close();
    await there.app.close();
  });

  test('a stream ends when its session expires, and no event reaches it after the clock was moved past that', async () => {
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const { app, events, url } = await start({ clock: { now, wall: () => new Date(), near: () => true } });
    const [soon, later] = [await newSession(open()), await newSession(open())];
    const until = new Date(Date.now() + 1500);
    await open()
      .kysely.updateTable('sessions')
      .set({ expires_at: until })
      .where('token_hash', '=', hashToken(soon.token))
      .execute();
    const [first, second] = [await hear(url, soon.token), await hear(url, later.token)];
    await first.ended;
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
    expect(second.isOver()).toBe(false);
    ahead = 8 * 86_400_000;
    events.publish({ topic: 'race' });
    await second.ended;
    expect(second.topics()).toEqual([]);
    await app.close();
  });

  test('a session whose end was not announced loses its stream within a minute', async () => {
    const { token } = await newSession(open());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { app, url } = await start();
    const stream = await hear(url, token);
    await open().kysely.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await stream.ended;
    await app.close();
  });

  test('closing the server ends streams at once and removes clients that left', async () => {
    const { app, events, url } = await start();
    const left = new AbortController();
    await fetch(`${url}/api/events`, { signal: left.signal });
    const stays = await hear(url);
    expect(events.size).toBe(2);
    left.abort();
    await vi.waitFor(() => expect(events.size).toBe(1));
    // One that left while its session was looked up.
    const gone = new ServerResponse(new IncomingMessage(new Socket()));
    gone.destroy();
    events.open(gone, { network: 'home', caller: null });
    expect(events.size).toBe(1);
    const before = performance.now();
    await app.close();
    await stays.ended;
    // Streams still open after 7 s are cut.
    expect(performance.now() - before).toBeLessThan(7000);
    events.open(new ServerResponse(new IncomingMessage(new Socket())), { network: 'home', caller: null });
    expect(events.size).toBe(0);
  });
});

describe('a message from another process', () => {
  test('is accepted only if it is an event', () => {
    expect(decode('{"topic":"race"}')).toEqual({ topic: 'race' });
    expect(decode('{"topic":"balance","user":"7"}')).toEqual({ topic: 'balance', user: 7n });
    expect(decode('{"topic":"a\\nb"}')).toBeUndefined();
    expect(decode('{}')).toBeUndefined();
    expect(() => decode('nonsense')).toThrow();
  });
});
