/** A frozen account: what it can still do, what is refused, and what its operator sees. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, type PostName, callNames, callOf } from '#contract';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, type Person, VERIFIED_AT_ONCE, ask, newcomer, skip } from '#tests/support/person.ts';
import { newBrowser } from '#tests/support/push.ts';
import { inputOf } from '#tests/support/samples.ts';

const FROZEN = 1308;
const posts = callNames.filter((name): name is PostName => name.startsWith('POST '));
const refused = posts.filter((name) => callOf(name).whileFrozen === 'refused');

let app: LocalApp;
let ann: Person;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  const people = await bank.richPeople(app.url, app.chain, [{ ADIT: '1000', USDT: '100' }]);
  [ann] = people;
});
afterAll(() => app?.stop());

const operator = (...words: string[]) => operate(app.dataDir, 'account', ...words);
async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await operator(...words);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}
const freeze = (who = ann) => done('freeze', who.wallet.address, '--reason', 'Seven accounts, one passport');
const unfreeze = (who = ann) => done('unfreeze', who.wallet.address);
const frozenOf = async ({ api }: Person) => (await ask(api, 'GET /api/user/info', {})).frozen;

describe('a frozen account', () => {
  test('is refused everything by which money leaves or that plays, and nothing changes', async () => {
    expect(refused.toSorted()).toEqual([
      'POST /api/assets/redeem',
      'POST /api/assets/swap',
      'POST /api/assets/withdraw',
      'POST /api/game/coining',
      'POST /api/mining/bet',
      'POST /api/mining/buy',
      'POST /api/mining/claim1',
      'POST /api/mining/power/buy',
      'POST /api/mining/power/buyback',
      'POST /api/stake/stake',
    ]);
    const before = await bank.balances(ann.api);
    await freeze();
    for (const name of refused) {
      const { status, code, data } = await ann.api.send(name, inputOf(name));
      const reason = 'Seven accounts, one passport';
      expect([name, status, code, data]).toEqual([name, 403, FROZEN, { reason }]);
    }
    const outbox = client(app.url).as(ann.outboxToken);
    expect(await outbox.call('POST /api/mining/claim1', {})).toMatchObject({ code: FROZEN });
    expect(await bank.balances(ann.api)).toEqual(before);
    await expectInEveryLanguage(ann.api, 'POST /api/stake/stake', { amount: '10' }, FROZEN);
    await unfreeze();
  });

  test('reads everything, and is told since when and why', async () => {
    expect(await frozenOf(ann)).toBeNull();
    await freeze();
    expect(await frozenOf(ann)).toEqual({
      since: expect.stringMatching(/Z$/) as string,
      reason: 'Seven accounts, one passport',
    });
    const again = await newcomer(app.url, { wallet: ann.wallet });
    for (const name of ['GET /api/assets/list', 'GET /api/user/kyc', 'GET /api/stake/index'] as CallName[])
      expect((await again.api.send(name, {})).code).toBe(0);
    expect((await ask(again.api, 'POST /api/user/limits', { dailyBetLimit: '5' })).dailyBetLimit).toBe('5');
    await ask(again.api, 'POST /api/auth/logout', {});
    await unfreeze();
    expect(await frozenOf(ann)).toBeNull();
  });

  test('claims and redeems what is its own, and a permanent miner does not start again', async () => {
    const [eva] = await bank.richPeople(app.url, app.chain, [{ ADIT: '50', USDT: '20' }]);
    await bank.makePermanent(app.url, eva);
    await ask(eva.api, 'POST /api/mining/claim1', {});
    await ask(eva.api, 'POST /api/stake/stake', { amount: '20' });
    const { items } = await ask(eva.api, 'GET /api/stake/list', {});
    await freeze(eva);
    await skip(app.url, DAY);
    const claimed = await ask(eva.api, 'POST /api/mining/claim', {});
    expect(claimed).toMatchObject({ claimed: '12', state: 'pending_start' });
    await ask(eva.api, 'POST /api/stake/unstake', { id: items[0]?.id ?? '' });
    await unfreeze(eva);
    expect((await ask(eva.api, 'POST /api/mining/claim1', {})).state).toBe('running');
  });

  test('can repeat a refused request with its key once it is no longer frozen, and gets replies from before', async () => {
    const [early, late] = [crypto.randomUUID(), crypto.randomUUID()];
    const stake = (key: string) => ann.api.call('POST /api/stake/stake', { amount: '10' }, { key });
    const first = await stake(early);
    expect(first.code).toBe(0);
    await freeze();
    expect((await stake(late)).code).toBe(FROZEN);
    expect((await stake(early)).text).toBe(first.text);
    await unfreeze();
    expect((await stake(late)).code).toBe(0);
  });

  test('tells its open pages, and no other', async () => {
    const other = await newcomer(app.url);
    const end = new AbortController();
    const [own, foreign] = await Promise.all([
      hear(app.url, end.signal, ann.token),
      hear(app.url, end.signal, other.token),
    ]);
    await freeze();
    await expect.poll(own).toContain('event: account');
    expect(foreign()).not.toContain('event: account');
    end.abort();
    await unfreeze();
  });

  test('is frozen and unfrozen once, with a reason, and the log names who did it', async () => {
    const { address } = ann.wallet;
    await freeze();
    expect((await operator('freeze', address, '--reason', 'again')).stderr).toMatch(/is frozen already\n$/);
    await unfreeze();
    expect((await operator('unfreeze', address)).stderr).toMatch(/is not frozen\n$/);
    expect((await operator('freeze', address)).stderr).toMatch(/^give a reason/);
    expect((await operator('freeze', '0x12', '--reason', 'x')).stderr).toMatch(/^name an account/);
    const log = await operate(app.dataDir, 'audit', '--command', 'account freeze');
    expect(log.stdout).toContain('Seven accounts, one passport');
    await freeze();
    const shown = await done('show', address.toLowerCase());
    expect(shown).toContain(`account     ${address}`);
    expect(shown).toMatch(/verified {4}approved/);
    expect(shown).toMatch(/frozen {6}\S+Z by \S+: Seven accounts, one passport/);
    expect(shown).toMatch(/balances {4}[^\n]*100 USDT/);
    await unfreeze();
  });
});

describe('sessions', () => {
  test('are listed, and end everywhere with their outbox tokens, streams and reminders', async () => {
    const here = await newcomer(app.url);
    const there = await newcomer(app.url, { wallet: here.wallet });
    const { address } = here.wallet;
    expect((await done('sessions', address)).trim().split('\n')).toHaveLength(3);
    const stream = await fetch(`${app.url}/api/events`, {
      headers: { authorization: `Bearer ${there.token}` },
    });
    const ended = stream.text();
    const { subscription } = await newBrowser('https://push.example/a-place');
    await ask(there.api, 'POST /api/push/subscription', { subscription });
    const devices = async () => (await operate(app.dataDir, 'push', 'status')).stdout;
    expect(await devices()).toMatch(/^1 device,/);
    expect(await done('sessions', address, '--end')).toContain('sessions ended: 2');
    expect(await devices()).toMatch(/^0 devices/);
    // A page's stream only ends on its own after half an hour.
    expect(await ended).toContain('retry:');
    for (const token of [here.token, there.token, here.outboxToken, there.outboxToken])
      expect((await client(app.url).as(token).send('GET /api/mining/index', {})).code).toBe(401);
    expect((await ann.api.send('GET /api/mining/index', {})).code).toBe(0);
    expect((await done('sessions', address)).trim().split('\n')).toHaveLength(1);
    expect(await frozenOf(await newcomer(app.url, { wallet: here.wallet }))).toBeNull();
  });

  test('of everybody end at once, on request and with --end alone', async () => {
    const [one, other] = await Promise.all([newcomer(app.url), newcomer(app.url)]);
    expect((await operator('sessions', '--all')).stderr).toContain('--all --end');
    expect((await one.api.send('GET /api/mining/index', {})).code).toBe(0);
    expect(await done('sessions', '--all', '--end')).toMatch(/^everybody is signed out: \d+ accounts/);
    for (const { api } of [one, other, ann])
      expect((await api.send('GET /api/mining/index', {})).code).toBe(401);
  });

  test('that have ended by themselves are neither listed nor counted', async () => {
    const { address } = (await newcomer(app.url)).wallet;
    expect(await done('show', address)).toContain('open sessions: 1');
    await skip(app.url, 7 * DAY);
    expect(await done('show', address)).toContain('open sessions: 0');
    expect((await done('sessions', address)).trim().split('\n')).toHaveLength(1);
  });
});
