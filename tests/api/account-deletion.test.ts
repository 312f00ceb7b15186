/**
 * Deleting an account: refused while something is open, done once and for good with the wallet's signature; what is erased, what stays,
 * and what the same wallet gets when it comes back.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as bank from '#tests/support/bank.ts';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { hear } from '#tests/support/event-stream.ts';
import { nextRace } from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  type Person,
  VERIFIED_AT_ONCE,
  ask,
  issuePaths,
  newUid,
  newcomer,
  skip,
  submit,
} from '#tests/support/person.ts';
import { newBrowser } from '#tests/support/push.ts';
import { remember, resumeInput } from '#tests/support/remembered.ts';

const BLOCKED = 1701;
const CONSENT = 1307;

let app: LocalApp;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
});
afterAll(() => app?.stop());

const deletionOf = ({ api }: Person) => ask(api, 'GET /api/user/deletion', {});
const openOf = async (person: Person) => (await deletionOf(person)).open;

/** The text to delete this account with, signed. */
async function signed(person: Person, wallet = person.wallet) {
  const { message } = await deletionOf(person);
  if (message === null) throw new Error('something is open');
  return { message, signature: await wallet.signMessage(message) };
}
const remove = async (input: { message: string; signature: string }, key: string = randomUUID()) =>
  client(app.url).call('POST /api/user/delete', input, { key });
/** Deletes the account of this person. */
async function gone(person: Person): Promise<void> {
  expect(await remove(await signed(person))).toMatchObject({ code: 0 });
}

/** All text that the database holds, by table; bytes as hex. */
async function everything(): Promise<[table: string, text: string][]> {
  const database = new pg.Client(app.databaseUrl);
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const all: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await database.query<{ text: string | null }>(
        `select string_agg(t::text, ' ') as text from "${name}" t`,
      );
      all.push([name, (rows[0]?.text ?? '').toLowerCase()]);
    }
    return all;
  } finally {
    await database.end();
  }
}
const tablesWith = async (text: string): Promise<string[]> =>
  (await everything()).filter(([, all]) => all.includes(text.toLowerCase())).map(([name]) => name);

const verified = async (api: Person['api'], exchangeUid: string): Promise<void> => {
  expect(await submit(api, { exchangeUid })).toMatchObject({ code: 0 });
  // The approval job is due immediately.
  await skip(app.url, 1);
  await expect
    .poll(async () => (await ask(api, 'GET /api/user/kyc', {})).status, { timeout: 20_000 })
    .toBe('approved');
};
const teamOf = async ({ api }: Person) => [
  await ask(api, 'GET /api/user/levels', {}),
  await ask(api, 'GET /api/mining/power', {}),
];

test('is refused while money is on its way or the account is frozen, and says what is open', async () => {
  const [ann] = await bank.richPeople(app.url, app.chain, [{ ADIT: '1000', USDT: '100' }]);
  const approved = await signed(ann);
  await ask(ann.api, 'POST /api/mining/claim1', {});
  const { id } = await ask(ann.api, 'POST /api/stake/stake', { amount: '100' });
  await ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '20' });
  // Otherwise nobody could free what it can be sold back for.
  await ask(ann.api, 'POST /api/mining/power/buy', { hashrate: '100' });
  expect(await openOf(ann)).toEqual(expect.arrayContaining(['stake', 'hashrate', 'cycle']));
  await ask(ann.api, 'POST /api/mining/power/buyback', { hashrate: '100' });
  expect(await openOf(ann)).not.toContain('hashrate');
  // The previously signed text does not help.
  const refused = await remove(approved);
  expect(refused).toMatchObject({ status: 409, code: BLOCKED });
  expect(refused.data).toEqual({ open: expect.arrayContaining(['stake', 'cycle']) as string[] });
  await expectInEveryLanguage(client(app.url), 'POST /api/user/delete', approved, BLOCKED);

  await skip(app.url, DAY);
  const again = await newcomer(app.url, { wallet: ann.wallet });
  await ask(again.api, 'POST /api/mining/claim', {});
  await ask(again.api, 'POST /api/stake/unstake', { id });
  await ask(again.api, 'POST /api/mining/buy', { method: 'usdt' });
  await ask(again.api, 'POST /api/game/coining', {
    round: await nextRace(app.url),
    bets: [{ lane: 1, amount: '5' }],
  });
  expect(await openOf(again)).toContain('bet');
  await operate(app.dataDir, 'account', 'freeze', ann.wallet.address, '--reason', 'asked by the police');
  expect(await openOf(again)).toEqual(expect.arrayContaining(['frozen', 'bet']));
  await operate(app.dataDir, 'account', 'unfreeze', ann.wallet.address);
});

test('takes exactly what the wallet has signed: its own account, the balances as they are, once and soon', async () => {
  const [ann, eve] = await bank.richPeople(app.url, app.chain, [{ USDT: '12.5' }, { USDT: '1' }]);
  const { message } = await signed(ann);
  expect(message).toMatch(new RegExp(`Account: ${ann.wallet.address}\nBalances given up: 12.5 USDT\n`));
  expect((await remove(await signed(ann, eve.wallet))).code).toBe(1003);
  const ours = await signed(ann);
  const other = ours.message.replace('12.5', '12');
  expect((await remove({ message: other, signature: await ann.wallet.signMessage(other) })).code).toBe(
    CONSENT,
  );
  expect((await remove({ ...ours, message: 'Hello' })).code).toBe(1003);
  // More has arrived since.
  await bank.fund(app.chain, [[ann, { USDT: '1' }]]);
  expect((await remove(ours)).code).toBe(CONSENT);
  await expectInEveryLanguage(client(app.url), 'POST /api/user/delete', ours, CONSENT);
  const late = await signed(ann);
  await skip(app.url, 301);
  expect((await remove(late)).code).toBe(CONSENT);
  expect(await bank.balances(ann.api)).toMatchObject({ USDT: '13.5' });
});

test('erases everything personal at once, in one effect however often it is sent, and the books stay sound', async () => {
  const ivy = await newcomer(app.url);
  const ann = await newcomer(app.url, { inviteCode: ivy.user.inviteCode });
  const uid = newUid();
  await verified(ann.api, uid);
  await bank.fund(app.chain, [[ann, { ADIT: '30' }]]);
  const device = await remember(ann.api);
  const { subscription } = await newBrowser('https://push.example/ann');
  await ask(ann.api, 'POST /api/push/subscription', { subscription });
  await ask(ann.api, 'POST /api/auth/pair', {});
  const stop = new AbortController();
  const ended = (async () => {
    const response = await fetch(`${app.url}/api/events`, {
      headers: { authorization: `Bearer ${ann.token}` },
      signal: stop.signal,
    });
    for await (const part of response.body ?? []) void part;
    return 'ended';
  })();
  await hear(app.url, stop.signal);
  const before = await teamOf(ivy);
  for (const table of ['kyc_submissions', 'users'])
    expect(await tablesWith(table === 'users' ? ann.user.inviteCode : uid)).toContain(table);

  const approved = await signed(ann);
  const key = randomUUID();
  const answers = await Promise.all([remove(approved, key), remove(approved, key), remove(approved)]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)[0]).toBe(0);
  const [first, second] = answers;
  expect(first.text).toBe(second.text);
  const [deleted] = answers.filter(({ code }) => code === 0);
  // Its reply was lost: the same request gets the reply again; a different one deletes nothing.
  expect((await remove(approved, key)).text).toBe(first.text);
  expect((await remove(approved)).code).toBe(404);
  expect(deleted?.data.deletedAt).toMatch(/Z$/);

  expect(await ended).toBe('ended');
  stop.abort();
  expect((await ann.api.call('GET /api/user/info', {})).code).toBe(401);
  const outbox = client(app.url).as(ann.outboxToken);
  expect((await outbox.call('GET /api/mining/index', {})).code).toBe(401);
  expect((await client(app.url).send('GET /api/auth/challenge', { deviceId: device.id })).code).toBe(1005);
  await expect(resumeInput(app.url, device)).rejects.toThrow();
  for (const text of [uid, ann.user.inviteCode, 'push.example/ann', 'Firefox on Linux'])
    expect([text, await tablesWith(text)]).toEqual([text, []]);
  // The address stays where the chain shows it anyway, and where the operator's log named it.
  expect(await tablesWith(ann.wallet.address)).toEqual(['deposits']);
  expect(await teamOf(ivy)).toEqual(before);
  expect((await ask(ivy.api, 'GET /api/user/invites', {})).items).toMatchObject([{ address: 'deleted' }]);
  await expectSound(app.dataDir);

  const shown = await operate(app.dataDir, 'account', 'show', ann.wallet.address);
  expect(shown.stdout).toMatch(/^deleted +\d{4}-.*, number \d+, stored as 0xde1e7ed0+/im);
  const stored = /stored as (0x\w+)/.exec(shown.stdout)?.[1] ?? '';
  const number = await operate(app.dataDir, 'account', 'show', stored);
  expect(number.stdout).toMatch(/balances +none/);
  const file = join(app.dataDir, 'exported');
  expect((await operate(app.dataDir, 'export', 'account', stored, '--out', file)).stderr).toBe('');
});

test('the same wallet gets a new account without gifts, limits go on, and a UID verifies one account', async () => {
  const ivy = await newcomer(app.url);
  const ann = await newcomer(app.url, { inviteCode: ivy.user.inviteCode });
  const uid = newUid();
  await verified(ann.api, uid);
  await operate(app.dataDir, ...'coupon add ONCE-2026 --coin ADIT --amount 5'.split(' '));
  await ask(ann.api, 'POST /api/assets/redeem', { code: 'ONCE-2026' });
  await ask(ann.api, 'POST /api/user/limits', { dailyBetLimit: '5', pauseDays: 7 });
  const { pausedUntil } = await ask(ann.api, 'GET /api/user/limits', {});
  const before = await teamOf(ivy);
  await gone(ann);

  // Twice, so that the second account gets deleted too.
  for (const time of [1, 2]) {
    const back = await newcomer(app.url, { wallet: ann.wallet, inviteCode: ivy.user.inviteCode });
    expect(back.user).toMatchObject({ address: ann.wallet.address, kyc: 'none', invitedBy: null });
    expect(back.user.inviteCode).not.toBe(ann.user.inviteCode);
    expect(await bank.balances(back.api)).not.toMatchObject({ ADIT: '5' });
    expect(await ask(back.api, 'GET /api/mining/power', {})).toMatchObject({ power: '0' });
    expect((await back.api.call('POST /api/mining/claim1', {})).code).not.toBe(0);
    expect((await back.api.call('POST /api/assets/redeem', { code: 'ONCE-2026' })).code).toBe(1601);
    expect(await ask(back.api, 'GET /api/user/limits', {})).toMatchObject({
      dailyBetLimit: '5',
      pausedUntil,
    });
    const again = await submit(back.api, { exchangeUid: uid.toUpperCase() });
    expect([again.code, issuePaths(again)]).toEqual([1103, ['exchangeUid']]);
    const eve = await newcomer(app.url);
    expect(issuePaths(await submit(eve.api, { exchangeUid: uid }))).toEqual(['exchangeUid']);
    await expectSound(app.dataDir);
    if (time === 1) await gone(back);
    else await verified(back.api, newUid());
  }
  expect(await teamOf(ivy)).toEqual(before);
});

test('what a team brings in afterwards goes to the reserve, and deposits wait for the wallet to come back', async () => {
  const [ann] = await bank.richPeople(app.url, app.chain, [{}]);
  const ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
  await bank.fund(app.chain, [[ben, { ADIT: '1000' }]]);
  await ask(ben.api, 'POST /api/stake/stake', { amount: '1000' });
  await gone(ann);
  await app.chain.credit([[ann.wallet.address, { USDT: '7' }]]);
  await skip(app.url, DAY + 3700);
  await expect
    .poll(
      async () => (await everything()).find(([name]) => name === 'ledger_journal')?.[1].includes('forfeit'),
      { timeout: 20_000 },
    )
    .toBe(true);
  await expectSound(app.dataDir);
  const back = await newcomer(app.url, { wallet: ann.wallet });
  expect(await bank.balances(back.api)).toMatchObject({ USDT: '7', ADIT: '0' });
  await expectSound(app.dataDir);
});

test('a permanent miner, which starts again with each claim, is deleted once its last cycle is claimed', async () => {
  const [ann] = await bank.richPeople(app.url, app.chain, [{ USDT: '10' }]);
  await ask(ann.api, 'POST /api/mining/claim1', {});
  expect(await openOf(ann)).toEqual(['cycle']);
  await skip(app.url, DAY);
  const { api } = await newcomer(app.url, { wallet: ann.wallet });
  const person = { ...ann, api };
  await ask(api, 'POST /api/mining/claim', {});
  await ask(api, 'POST /api/mining/buy', { method: 'usdt' });
  await ask(api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY / 2);
  await skip(app.url, DAY / 2);
  expect(await openOf(person)).toEqual(['cycle']);
  await ask(api, 'POST /api/mining/claim', {});
  expect(await openOf(person)).toEqual([]);
  expect((await remove(await signed(person))).code).toBe(0);
  await expectSound(app.dataDir);
});

test('a withdrawal that waits for approval keeps an account until it is decided', async () => {
  await app.restart({ WITHDRAW_APPROVAL: 'USDT=1' });
  const [ann] = await bank.richPeople(app.url, app.chain, [{ USDT: '20' }]);
  const { id } = await ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '20' });
  expect(await openOf(ann)).toEqual(['withdrawal']);
  await operate(app.dataDir, 'payouts', 'reject', id, 'not today');
  await gone(ann);
  await expectSound(app.dataDir);
});

test('a verification under review ends with the account', async () => {
  await app.restart({ KYC_AUTO_APPROVE_SECONDS: 'off' });
  const ann = await newcomer(app.url);
  const uid = newUid();
  expect(await submit(ann.api, { exchangeUid: uid })).toMatchObject({ code: 0 });
  await gone(ann);
  expect(await tablesWith(uid)).toEqual([]);
  expect((await operate(app.dataDir, 'kyc', 'list')).stdout).not.toContain(uid);
  // It had verified nobody.
  const ben = await newcomer(app.url);
  expect(await submit(ben.api, { exchangeUid: uid })).toMatchObject({ code: 0 });
  await expectSound(app.dataDir);
});
