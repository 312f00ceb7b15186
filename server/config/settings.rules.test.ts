/** Which of an operator's values are accepted; an unreadable stored value never stops a server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Words, LIVE, applyWords, isLive, issueOf, wordOf } from './settings.rules.ts';

const KEY = `0x${'1'.repeat(64)}`;
const DEMO = {};
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://adit.example',
  DATABASE_URL: 'postgres://adit@127.0.0.1/adit',
  CHAIN_RPC_URL: 'http://127.0.0.1:8545',
  CHAIN_PUBLIC_RPC_URL: 'https://node.example',
  TREASURY_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
  HOT_WALLET_KEY: KEY,
  DOCUMENT_KEY: KEY,
  SIGN_KEY: 'a key of this test alone',
};

describe('a value', () => {
  test.each([
    ['RACE', 'off'],
    ['TEAM_LEVELS', '1'],
    ['STAKING_DAILY_RATE', '0.0025'],
    ['WITHDRAW_DAILY_LIMITS', 'USDT=100,BTC=0.5'],
    ['WITHDRAW_APPROVAL', 'off'],
    ['DOCUMENT_DAYS', '0'],
  ] as const)('%s %s is taken', (name, value) => {
    expect(issueOf(DEMO, name, value)).toBeUndefined();
    expect(issueOf(PRODUCTION, name, value)).toBeUndefined();
  });

  test.each([
    ['RACE', 'maybe', /^RACE is malformed/],
    ['RACE', ' ', /^RACE is malformed/],
    ['TEAM_LEVELS', '4', /^TEAM_LEVELS is malformed/],
    ['STAKING_DAILY_RATE', '1.5', /^STAKING_DAILY_RATE is malformed: must be a share/],
    ['WITHDRAW_APPROVAL', 'USTD=5', /^WITHDRAW_APPROVAL names USTD, which is not a listed coin/],
    ['DOCUMENT_DAYS', '-1', /^DOCUMENT_DAYS is malformed/],
  ] as const)('%s %s is refused in one line', (name, value, why) => {
    const issue = issueOf(DEMO, name, value) ?? '';
    expect(issue).toMatch(why);
    expect(issue).not.toContain('\n');
  });

  test('that approves verifications automatically is accepted only in demo mode', () => {
    expect(issueOf(DEMO, 'KYC_AUTO_APPROVE_SECONDS', '5')).toBeUndefined();
    expect(issueOf(PRODUCTION, 'KYC_AUTO_APPROVE_SECONDS', '5')).toContain('only for demo mode');
    const { config } = applyWords(PRODUCTION, { KYC_AUTO_APPROVE_SECONDS: '5' });
    expect(config.kycAutoApproveSeconds).toBeUndefined();
  });
});

describe('the settings that apply', () => {
  test("are the operator's values, else those of the environment, else the defaults", () => {
    const env = { RACE: 'off', TEAM_LEVELS: '2' };
    const { config, ignored } = applyWords(env, { RACE: 'on', EXCHANGE: 'off' });
    expect(config).toMatchObject({ raceOpen: true, exchangeOpen: false, teamLevels: 2, lotteryOpen: true });
    expect(ignored).toEqual([]);
    const words: Words = { RACE: 'on' };
    expect(wordOf(env, words, 'RACE')).toEqual({ source: 'operator', value: 'on' });
    expect(wordOf(env, words, 'TEAM_LEVELS')).toEqual({ source: 'environment', value: '2' });
    expect(wordOf(env, words, 'LOTTERY')).toEqual({ source: 'default', value: 'on' });
    expect(wordOf(env, words, 'WITHDRAW_DAILY_LIMITS')).toEqual({ source: 'default', value: null });
  });

  test('that come from a file are those of the environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'race');
    await writeFile(file, 'off\n');
    expect(wordOf({ RACE_FILE: file }, {}, 'RACE')).toEqual({ source: 'environment', value: 'off' });
  });

  test('ignore a stored value that cannot be read, and keep all others', () => {
    const stored = { RACE: 'sometimes', LOTTERY: 'off', WARP: '9', PORT: '1' };
    const { config, ignored } = applyWords(DEMO, stored);
    expect(config).toMatchObject({ raceOpen: true, lotteryOpen: false, port: 8080 });
    expect(ignored).toHaveLength(3);
    expect(wordOf(DEMO, stored, 'RACE').source).toBe('default');
  });

  test('never stop a server, whatever is stored, and never depend on ignored values', () => {
    const name = fc.oneof(fc.constantFrom(...LIVE), fc.string());
    const value = fc.oneof(fc.constantFrom('on', 'off', '1', '0.1', 'USDT=1', ''), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const stored = Object.fromEntries(pairs);
        const { config } = applyWords(DEMO, stored);
        const good = Object.entries(stored).filter(([n, v]) => isLive(n) && !issueOf(DEMO, n, v));
        expect(config).toEqual(applyWords(DEMO, Object.fromEntries(good)).config);
      }),
      { numRuns: 200 },
    );
  });
});
