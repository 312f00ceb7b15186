/** The miner over HTTP: what a cycle produces and when it may be claimed, the team's bonus, and the permanent miner. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import { expectSound } from '#tests/support/command.ts';
import type { Client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  VERIFIED_AT_ONCE,
  ask,
  balance,
  expectOnce,
  newcomer,
  skip,
  verify,
} from '#tests/support/person.ts';

const [INDEX, START, CLAIM, BUY] = [
  'GET /api/mining/index',
  'POST /api/mining/claim1',
  'POST /api/mining/claim',
  'POST /api/mining/buy',
] as const;

let app: LocalApp;

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
});
afterAll(() => app?.stop());

const come = (inviteCode?: string) => newcomer(app.url, inviteCode === undefined ? {} : { inviteCode });
const wait = (seconds: number) => skip(app.url, seconds);

async function verified(inviteCode?: string) {
  const person = await come(inviteCode);
  await verify(person.api);
  return person;
}

/** Accounts whose trial is over and that have a friend to activate with. */
async function readyToActivate() {
  const person = await verified();
  await ask(person.api, START, {});
  await verified(person.user.inviteCode);
  await wait(DAY);
  await ask(person.api, CLAIM, {});
  return person;
}

const bonusIs = (api: Client, bonus: string) =>
  vi.waitFor(async () => expect((await ask(api, INDEX, {})).hashrateBonus).toBe(bonus), 10_000);

describe('a cycle', () => {
  test('produces for 24 h and cannot be claimed earlier', async () => {
    const { api } = await verified();
    const { startedAt, nextMiningTime } = await ask(api, START, {});
    expect(Date.parse(nextMiningTime ?? '') - Date.parse(startedAt ?? '')).toBe(DAY * 1000);
    await wait(DAY / 2);
    const half = await ask(api, INDEX, {});
    expect(half).toMatchObject({
      state: 'running',
      producing: true,
      totalOutput: '0',
      startedAt,
      nextMiningTime,
    });
    expect(half.progress).toBeCloseTo(0.5, 2);
    await wait(DAY / 2 - 600);
    expect((await api.call(CLAIM, {})).code).toBe(1203);
    expect((await api.call(START, {})).code).toBe(1202);
    await wait(600);
    expect(await ask(api, CLAIM, {})).toMatchObject({ claimed: '12', state: 'expired' });
  });

  test('loses and earns nothing when it is claimed 30 days late, in a new session', async () => {
    const { api, wallet } = await verified();
    const { nextMiningTime } = await ask(api, START, {});
    await wait(31 * DAY);
    expect((await api.call(CLAIM, {})).code).toBe(401);
    const { api: later } = await newcomer(app.url, { wallet });
    expect(await ask(later, INDEX, {})).toMatchObject({
      state: 'pending_claim',
      claimable: '12',
      progress: 1,
      producing: false,
      nextMiningTime,
    });
    expect((await ask(later, CLAIM, {})).claimed).toBe('12');
    expect(await balance(later)).toBe('12');
  });

  test('starts once when the start is sent again, even after its end', async () => {
    const { api } = await verified();
    const key = randomUUID();
    const first = await api.call(START, {}, { key });
    await wait(DAY);
    await ask(api, CLAIM, {});
    const again = await api.call(START, {}, { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await ask(api, INDEX, {})).toMatchObject({ state: 'expired', producing: false });
  });

  test('starts once from ten tabs', async () => {
    const { api } = await verified();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.call(START, {})));
    expectOnce(answers, 1202);
  });

  test('keeps its initial hashrate', async () => {
    const inviter = await verified();
    const { api, user } = await verified(inviter.user.inviteCode);
    await ask(api, START, {});
    await verified(user.inviteCode);
    // The inviter's figure shows when the event has reached everybody.
    await bonusIs(inviter.api, '180');
    expect((await ask(api, INDEX, {})).hashrate).toBe('1200');
    await wait(DAY);
    expect((await ask(api, CLAIM, {})).claimed).toBe('12');
  });
});

describe('a team', () => {
  test('adds 10, 5 and 1 % of its valid members’ own hashrate, over three levels', async () => {
    const ann = await verified();
    const ben = await verified(ann.user.inviteCode);
    const cid = await verified(ben.user.inviteCode);
    const dan = await come(cid.user.inviteCode);
    await bonusIs(ann.api, '180');
    await verify(dan.api);
    await bonusIs(ann.api, '192');
    await verified(dan.user.inviteCode);
    await bonusIs(dan.api, '120');
    expect(await ask(ann.api, START, {})).toMatchObject({ hashrate: '1392', hashrateBonus: '192' });
    expect(await ask(ben.api, START, {})).toMatchObject({ hashrate: '1392' });
    await wait(DAY);
    expect((await ask(ann.api, CLAIM, {})).claimed).toBe('13.92');
    expect(await balance(ann.api)).toBe('13.92');
  });
});

describe('a permanent miner', () => {
  test('is only for accounts whose trial is over', async () => {
    const { api, user } = await verified();
    await verified(user.inviteCode);
    const expectRefused = async () => {
      for (const method of ['invite', 'usdt'] as const)
        expect(await api.call(BUY, { method })).toMatchObject({
          ...{ code: 1204, data: { reason: 'trial' } },
          message: expect.stringMatching('^The trial comes first.') as string,
        });
    };
    await expectRefused();
    await expectInEveryLanguage(api, BUY, { method: 'usdt' }, 1204);
    await ask(api, START, {});
    await expectRefused();
    await wait(DAY);
    await expectRefused();
    await ask(api, CLAIM, {});
    expect(await ask(api, BUY, { method: 'invite' })).toMatchObject({
      state: 'pending_start',
      kind: 'permanent',
    });
  });

  test('is activated once, from however many tabs, and not again by the other method', async () => {
    const { api } = await readyToActivate();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.call(BUY, { method: 'invite' })));
    expectOnce(answers, 1204);
    expect((await api.call(BUY, { method: 'usdt' })).code).toBe(1204);
    await ask(api, START, {});
    expect((await api.call(START, {})).code).toBe(1202);
  });

  test('starts its next cycle with each claim, and credits each one once', async () => {
    const { api } = await readyToActivate();
    await ask(api, BUY, { method: 'invite' });
    await ask(api, START, {});
    for (const total of ['25.2', '38.4']) {
      await wait(DAY);
      expect(await ask(api, CLAIM, {})).toMatchObject({
        claimed: '13.2',
        state: 'running',
        totalOutput: total,
      });
      expect((await api.call(CLAIM, {})).code).toBe(1203);
      expect(await balance(api)).toBe(total);
    }
    await expectSound(app.dataDir);
  });
});
