/** Live balances: the account's own event stream tells of every movement of its money, and nobody else's does. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, UNLIMITED, type Person, ask, skip } from '#tests/support/person.ts';

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;
const leaving = new AbortController();

/** An open stream; `count` is how often it has said `balance`, `heardAt` when it did last. */
async function hear(token?: string) {
  const response = await fetch(`${app.url}/api/events`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  let heardAt = 0;
  const read = async () => {
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      heardAt = performance.now();
    }
  };
  const ended = read().catch(() => undefined);
  const count = () => [...text.matchAll(/^event: balance$/gm)].length;
  return { ended, count, text: () => text, heardAt: () => heardAt };
}
type Stream = Awaited<ReturnType<typeof hear>>;

/** Does something, and waits until the stream has told of it. */
async function tells<T>(stream: Stream, act: () => Promise<T>): Promise<T> {
  const before = stream.count();
  const result = await act();
  await vi.waitFor(() => expect(stream.count()).toBeGreaterThan(before), { timeout: 10_000, interval: 20 });
  return result;
}

/** Waits until a withdrawal is in `state`, and until the stream has spoken since it was last seen in another. */
async function tellsOf(stream: Stream, { api }: Person, address: string, state: bank.Row['state']) {
  let other = 0;
  const reached = async () => {
    const asked = performance.now();
    const now = (await bank.withdrawalTo(api, address))?.state;
    if (now !== state) other = asked;
    expect(now).toBe(state);
  };
  await vi.waitFor(reached, { timeout: 25_000, interval: 20 });
  const notified = () => expect(stream.heardAt(), `of ${state}`).toBeGreaterThan(other);
  await vi.waitFor(notified, { timeout: 25_000, interval: 20 });
}

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' } });
  devnet = await devnetOf(app);
  [ann, ben] = (await bank.richPeople(app.url, devnet, [{ USDT: '100' }, { USDT: '100' }])) as [
    Person,
    Person,
  ];
  for (const { api } of [ann, ben]) await ask(api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
});
afterAll(async () => {
  leaving.abort();
  devnet?.close();
  await app?.stop();
});

test('deposit, claim, exchange, withdrawal and every step of its payout are told to the account alone, in every tab', async () => {
  const [own, second, other, guest] = await Promise.all([
    hear(ann.token),
    hear(ann.token),
    hear(ben.token),
    hear(),
  ]);
  await tells(own, () => ask(ann.api, 'POST /api/mining/claim', {}));
  await tells(own, () => ask(ann.api, 'POST /api/assets/swap', { from: 'USDT', to: 'ETH', amount: '3' }));
  await tells(own, () => bank.fund(devnet, [[ann, { USDT: '25' }]]));

  const to = bank.newAddress();
  await bank.setMining(devnet, false);
  try {
    await tells(own, () =>
      ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '30', address: to }),
    );
    await tellsOf(own, ann, to, 'broadcast');
  } finally {
    await bank.setMining(devnet, true);
  }
  await tellsOf(own, ann, to, 'confirmed');
  await vi.waitFor(() => expect(second.count()).toBe(own.count()), 5000);
  expect(own.text()).toContain('event: balance\ndata: {}\n\n');

  expect([other.count(), guest.count()]).toEqual([0, 0]);
  await tells(other, () => ask(ben.api, 'POST /api/mining/claim', {}));
  await tells(other, () => ask(ben.api, 'POST /api/assets/swap', { from: 'USDT', to: 'ETH', amount: '3' }));
  expect(guest.count()).toBe(0);
});

test('a refused or a repeated call tells nothing', async () => {
  const own = await hear(ben.token);
  const key = crypto.randomUUID();
  const input = { from: 'USDT', to: 'ETH', amount: '1' };
  await tells(own, () => ben.api.call('POST /api/assets/swap', input, { key }));
  const notified = own.count();
  const again = await ben.api.call('POST /api/assets/swap', input, { key });
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect((await ben.api.call('POST /api/assets/swap', { ...input, amount: '5000' })).code).toBe(1301);
  expect((await ben.api.call('POST /api/assets/swap', { ...input, quoteOnly: true })).code).toBe(0);
  // Told in order: the next one that counts comes alone.
  await tells(own, () => ben.api.call('POST /api/assets/swap', input));
  expect(own.count()).toBe(notified + 1);
});
