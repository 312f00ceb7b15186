/** The event stream: who receives what, that it stays alive, and that it ends when the server does. */
import { describe, expect, test, vi } from 'vitest';
import { decode } from '#server/http/events.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';

/** Opens a stream and collects its output. */
async function hear(url: string, token?: string) {
  const response = await fetch(`${url}/api/events`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  let text = '';
  const ended = (async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  })();
  return {
    response,
    ended,
    text: () => text,
    topics: () => [...text.matchAll(/^event: (.*)$/gm)].map(([, topic]) => topic),
  };
}

onPostgres((open) => {
  const start = async () => {
    const fake = fakeApp(open());
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
    }, 5000);
    expect(streams[1]?.text()).toContain('event: balance\ndata: {}\n\n');
    await here.app.close();
    await there.app.close();
    await Promise.all(streams.map((stream) => stream.ended));
  });

  test('an invalid token is refused', async () => {
    const { app, url } = await start();
    const response = await fetch(`${url}/api/events`, { headers: { authorization: 'Bearer made-up' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 401 });
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
    const before = performance.now();
    await app.close();
    await stays.ended;
    // Streams still open after 7 s are cut.
    expect(performance.now() - before).toBeLessThan(7000);
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
