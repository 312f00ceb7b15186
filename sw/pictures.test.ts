// The picture cache over a fake cache: what is cached, what is served without a network, and what a full device drops
// first.
import { beforeEach, expect, test, vi } from 'vitest';
import { keepPictures } from './pictures.ts';
import { LARGEST, REFRESH_AFTER_MS } from './pictures.rules.ts';

type Handler = (asked: {
  url: URL;
  event: { waitUntil: (work: Promise<unknown>) => void };
}) => Promise<Response>;
const routed = vi.hoisted(() => ({ handler: undefined as unknown }));
vi.mock('workbox-routing', () => ({
  registerRoute: (_match: unknown, handler: unknown) => (routed.handler = handler),
}));

const URL_OF = (name: string) => `https://own.example/covers/${name}.svg`;
let pictures: Map<string, Response>;
let full = false;
const cache = {
  match: async (key: string | { url: string }) =>
    pictures.get(typeof key === 'string' ? key : key.url)?.clone(),
  keys: async () => [...pictures.keys()].map((url) => ({ url })),
  delete: async (url: string) => pictures.delete(url),
  put: async (url: string, response: Response) => {
    if (full) throw new DOMException('no room', 'QuotaExceededError');
    pictures.set(url, response);
  },
};
const network = vi.fn<(url: string) => Promise<Response>>();
const drawing = (bytes = 10, type = 'image/svg+xml') =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });

async function ask(name: string): Promise<Response> {
  const work: Promise<unknown>[] = [];
  const event = { waitUntil: (one: Promise<unknown>) => void work.push(one) };
  const answer = await (routed.handler as Handler)({ url: new URL(URL_OF(name)), event });
  await Promise.all(work);
  return answer;
}

beforeEach(() => {
  pictures = new Map();
  full = false;
  network.mockReset().mockImplementation(async () => drawing());
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('caches', {
    open: async () => cache,
    delete: async () => {
      pictures.clear();
      return true;
    },
  });
  keepPictures();
});

test('serves a picture without a network once it was seen, and does not fetch it again', async () => {
  await ask('lamp');
  network.mockRejectedValue(new TypeError('no network'));
  const answer = await ask('lamp');
  expect([answer.headers.get('content-type'), (await answer.bytes()).length]).toEqual(['image/svg+xml', 10]);
  expect(network).toHaveBeenCalledTimes(1);
  await expect(ask('other')).rejects.toThrow('no network');
});

test.each([
  ['a page', () => drawing(10, 'text/html')],
  ['a refusal', () => new Response('', { status: 404, headers: { 'content-type': 'image/png' } })],
  ['a picture that is too large', () => drawing(LARGEST + 1)],
])('passes %s through without caching it', async (_what, answer) => {
  network.mockImplementation(async () => answer());
  expect((await ask('lamp')).status).toBe(answer().status);
  expect(pictures.size).toBe(0);
});

test('shows the cached picture after a day and fetches the new one in the background', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await ask('lamp');
  network.mockImplementation(async () => drawing(20));
  vi.setSystemTime(Date.now() + REFRESH_AFTER_MS + 1);
  expect((await (await ask('lamp')).bytes()).length).toBe(10);
  expect((await (await ask('lamp')).bytes()).length).toBe(20);
  expect(network).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('drops the pictures on a full device, and still shows the one requested', async () => {
  await ask('lamp');
  full = true;
  expect((await (await ask('shaft')).bytes()).length).toBe(10);
  expect(pictures.size).toBe(0);
});
