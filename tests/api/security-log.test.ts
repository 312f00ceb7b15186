/** Security events in the log: each is one line that names neither address nor token nor IP, and limits are noted once a minute. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { type Person, ask, knock, newcomer } from '#tests/support/person.ts';
import { remember, resumed } from '#tests/support/remembered.ts';

type Line = Readonly<Record<string, unknown>>;

let app: LocalApp;
let ann: Person;
const tokens: string[] = [];

beforeAll(async () => {
  app = await openApp({ RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' });
  ann = await newcomer(app.url);
  tokens.push(ann.token, ann.outboxToken);
});
afterAll(() => app?.stop());

const lines = () =>
  app
    .logs()
    .split('\n')
    .filter((line) => line.includes('"security"'))
    .map((line) => JSON.parse(line) as Line);

/** The events of an action, without time and level. */
async function noted(act: () => Promise<unknown>): Promise<Line[]> {
  const before = lines().length;
  await act();
  return lines()
    .slice(before)
    .map(({ time: _time, level: _level, msg: _msg, ...rest }) => rest);
}

async function numberOf({ wallet }: Person): Promise<string> {
  const { stdout } = await operate(app.dataDir, 'account', 'show', wallet.address);
  return /^number +(\d+)$/m.exec(stdout)?.[1] ?? '';
}
const again = async () => {
  const person = await newcomer(app.url, { wallet: ann.wallet });
  tokens.push(person.token, person.outboxToken);
  return person;
};
const network = expect.stringMatching(/^[0-9a-f]{12}$/) as unknown;

test('a refused sign-in is noted with the reason, and a good one or a replay is not', async () => {
  const refused = () => knock(app.url, { chainId: 5 });
  expect(await noted(refused)).toEqual([
    { security: 'sign_in_refused', reason: 'bad_wallet_signature', network },
  ]);
  expect(await noted(again)).toEqual([]);
  const nothing = () => client(app.url).send('POST /api/auth/resume', {});
  expect(await noted(nothing)).toEqual([{ security: 'sign_in_refused', reason: 'invalid_request', network }]);
});

test('the end of a session is noted with who ended it, and devices when they are added and ended', async () => {
  const accountId = await numberOf(ann);
  const about = { accountId, network };
  const [one, two] = [await again(), await again()];
  const added = await noted(() => remember(one.api));
  expect(added).toEqual([{ security: 'device_added', ...about }]);
  const items = (await ask(two.api, 'GET /api/user/devices', {})).items;
  const ended = await noted(() => ask(two.api, 'POST /api/user/devices/end', { id: items[0]?.id ?? '' }));
  expect(ended).toEqual([{ security: 'device_ended', by: 'elsewhere', ...about }]);
  const everywhere = await noted(() => ask(two.api, 'POST /api/user/devices/end', { which: 'others' }));
  expect(everywhere).toEqual([{ security: 'session_ended', by: 'elsewhere', ...about }]);
  const out = await noted(() => ask(two.api, 'POST /api/auth/logout', {}));
  expect(out).toEqual([{ security: 'session_ended', by: 'sign_out', ...about }]);
});

test('what an operator does to an account is noted', async () => {
  const accountId = await numberOf(ann);
  const words = (...given: string[]) => operate(app.dataDir, 'account', ...given);
  const { address } = ann.wallet;
  const by = { accountId, by: 'operator' };
  expect(
    await noted(async () => {
      await words('freeze', address, '--reason', 'a passport of somebody else');
      await words('unfreeze', address);
      await words('sessions', address, '--end');
    }),
  ).toEqual([
    { security: 'account_frozen', ...by },
    { security: 'account_unfrozen', ...by },
    { security: 'session_ended', ...by },
  ]);
});

test('a limit is noted once for each bucket and minute, whatever is refused', async () => {
  await app.restart({ RATE_LIMIT: '20', RATE_LIMIT_SIGN_IN: '40' });
  const ben = await again();
  const minute = () => Math.floor(Date.now() / 60_000);
  const [guest, began] = [client(app.url), minute()];
  // More than twice the limit: if a minute ends meanwhile, the limit is reached before or after it.
  const many = async () => {
    for (let n = 0; n < 45; n += 1) {
      await guest.call('GET /api/links', {});
      await ben.api.call('GET /api/user/info', {});
      await guest.as(`made-up-${n}`).call('GET /api/user/info', {});
    }
  };
  const accountId = await numberOf(ben);
  const hits = (await noted(many)).map((line) => JSON.stringify(line));
  const times = minute() - began + 1;
  expect(new Set(hits).size).toBe(3);
  expect(hits.length).toBeLessThanOrEqual(3 * times);
  const all = hits.map((line) => JSON.parse(line) as Line);
  const limit = { security: 'limit_hit', network };
  expect(all).toEqual(
    expect.arrayContaining([
      { ...limit, limit: 'guests' },
      { ...limit, limit: 'account', accountId },
      { ...limit, limit: 'unknown' },
    ]),
  );
});

test('event streams beyond those of an account are noted once as well', async () => {
  await app.restart({ RATE_LIMIT: '0' });
  const { token } = await again();
  const end = new AbortController();
  const open = () =>
    fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal: end.signal });
  const statuses: number[] = [];
  const hits = await noted(async () => {
    for (let n = 0; n < 7; n += 1) statuses.push((await open()).status);
  });
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(new Set(hits.map((line) => JSON.stringify(line))).size).toBe(1);
  expect(hits[0]).toEqual({
    security: 'limit_hit',
    limit: 'streams',
    accountId: await numberOf(ann),
    network,
  });
  end.abort();
});

test('no line contains an address, a token or an IP', async () => {
  const person = await again();
  await resumed(app.url, await remember(person.api));
  const text = JSON.stringify(lines());
  expect(lines().length).toBeGreaterThan(8);
  for (const secret of [...tokens, ann.wallet.address, ann.wallet.address.toLowerCase(), '127.0.0.1'])
    expect(text).not.toContain(secret);
});
