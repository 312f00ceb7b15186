/**
 * The attackers and those who must not notice: accounts of a server with money, orders, devices and documents, and
 * what belongs only to them.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type CallName, callNames, callOf } from '#contract';
import { operate } from '#tests/support/command.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type Person, ask, kycFields, newcomer, submit } from '#tests/support/person.ts';
import { newKey, resumed } from '#tests/support/remembered.ts';
import { waitFor } from '#tests/support/wait.ts';

/** A running server. */
export interface Target {
  readonly url: string;
  /** Folder of its operator's socket; without one there are no frozen accounts, no coupons and no complete audit. */
  readonly dataDir?: string | undefined;
  /** What it has logged so far. */
  readonly logs?: () => string;
}

export interface Actor extends Person {
  /** Texts that no other account may see. */
  readonly secrets: string[];
}

async function operator(dataDir: string, ...words: string[]): Promise<void> {
  const { code, stderr } = await operate(dataDir, ...words);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
}

/** How long to poll for a verdict: demo mode's takes a second or two, an operator's never comes. */
const VERDICT = { timeout: 5000, interval: 100 };

/** A new account with 1,000 ADIT, which counts as verified if the server approves immediately. */
export async function enter({ url, dataDir }: Target): Promise<Actor> {
  const { chainId } = await ask(client(url), 'GET /api/assets/list', {});
  const person = await newcomer(url, { chainId });
  const fields = kycFields();
  await submit(person.api, fields);
  const approved = async () =>
    expect((await ask(person.api, 'GET /api/user/kyc', {})).status).toBe('approved');
  await waitFor(approved, VERDICT).catch(() => undefined);
  const coupon = `S-${randomUUID().slice(0, 13).toUpperCase()}`;
  if (dataDir !== undefined) {
    await operator(dataDir, 'coupon', 'add', coupon, '--coin', 'ADIT', '--amount', '1000');
    await ask(person.api, 'POST /api/assets/redeem', { code: coupon });
  }
  const { wallet, user, token, outboxToken } = person;
  const secrets = [wallet.address.slice(2), user.inviteCode, token, outboxToken, fields.exchangeUid, coupon];
  return { ...person, secrets };
}

/** Gives an account one of every kind of thing that has an id and that time does not change; each step may fail. */
export async function furnish({ api, secrets }: Actor): Promise<void> {
  await api.call('POST /api/stake/stake', { amount: '10' });
  await api.call('POST /api/stake/stake', { amount: '11.000013' });
  await api.call('POST /api/mining/claim1', {});
  await api.call('POST /api/user/limits', { dailyBetLimit: '77.7' });
  await api.call('POST /api/assets/withdraw', { coin: 'ADIT', amount: '100' });
  await api.call('POST /api/mining/power/buy', { hashrate: '1' });
  const name = `device ${randomUUID()}`;
  const { publicKey } = await newKey();
  await api.call('POST /api/auth/device', { publicKey, name });
  await api.call('POST /api/auth/pair', {});
  secrets.push(name);
}

/** The session of one of this account's devices that may only view and claim. */
export async function claimerOf({ url }: Target, { api }: Person): Promise<string> {
  const { key, publicKey } = await newKey();
  const input = { publicKey, name: 'a tablet', scope: 'claim' } as const;
  const { deviceId } = await ask(api, 'POST /api/auth/device', input);
  return (await resumed(url, { id: deviceId, key })).token;
}

/** Freezes an account. */
export const freeze = (dataDir: string, { wallet }: Person): Promise<void> =>
  operator(dataDir, 'account', 'freeze', wallet.address, '--reason', 'an exercise');

/** Reads of an account's own things that do not change with time. */
const LASTING: readonly CallName[] = [
  'GET /api/user/info',
  'GET /api/user/kyc',
  'GET /api/user/devices',
  'GET /api/user/limits',
  'GET /api/assets/records',
  'GET /api/assets/grants',
  'GET /api/stake/list',
  'GET /api/mining/power',
];

/** What changes on its own: when a device was last used, and how far a withdrawal has progressed. */
const MOVING =
  /"lastUsedAt":"[^"]*"|"(state|status)":"(requested|signed|broadcast|confirmed)"|"txHash":[^,]*/g;

/** What an account has, as comparable text. */
export async function belongings(api: Client): Promise<string> {
  const texts = await Promise.all(LASTING.map((name) => api.send(name, {})));
  return texts.map(({ text }) => text.replace(MOVING, '')).join('\n');
}

/** Calls that end a session, or everything, when they succeed. */
export const ending = (name: CallName): boolean =>
  callOf(name).session === 'required' && callOf(name).changes === 'all';

/** Calls that move the clock, and with it the end of every session, or ask a push service that does not exist. */
const SPARED: readonly CallName[] = ['POST /api/demo/skip', 'POST /api/push/test'];
export const ATTACKED: readonly CallName[] = callNames.filter((name) => !SPARED.includes(name));

/** The complete audit if an operator can be asked, otherwise the server's own statement. */
export async function bookFaults({ url, dataDir }: Target): Promise<string[]> {
  if (dataDir === undefined) {
    const { ledgerBalanced } = await ask(client(url), 'GET /api/transparency', {});
    return ledgerBalanced ? [] : ['the ledger does not balance'];
  }
  const { code, stdout } = await operate(dataDir, 'ledger', 'check');
  return code === 0 ? [] : stdout.trim().split('\n');
}

/** What a log must not contain: server faults, and anything that belongs to somebody. */
export function logFaults({ logs }: Target, people: readonly Actor[]): string[] {
  const said = logs?.() ?? '';
  const faults = said.split('\n').filter((line) => /"level":(50|60)\b/.test(line));
  const told = people
    .flatMap(({ secrets }) => secrets)
    .filter((secret) => said.toLowerCase().includes(secret.toLowerCase()));
  return [
    ...faults.map((line) => `the log says ${line.slice(0, 400)}`),
    ...told.map((secret) => `the log tells ${secret}`),
  ];
}
