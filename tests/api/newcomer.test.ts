/** The main journey over HTTP, against the whole server: from sign-in to a claimed reward. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, balance, newcomer as arrive, skip as skipAt, verify } from '#tests/support/person.ts';

let app: LocalApp;

beforeAll(async () => {
  app = await openApp({ KYC_AUTO_APPROVE_SECONDS: '1' });
});
afterAll(() => app?.stop());

const newcomer = (inviteCode?: string) => arrive(app.url, inviteCode ? { inviteCode } : {});
const skip = (seconds: number) => skipAt(app.url, seconds);

describe('a newcomer', () => {
  test('verifies, starts the trial, waits 24 h, claims 12 ADIT and sees them in the list', async () => {
    const { api, isFirst, user } = await newcomer();
    expect({ isFirst, kyc: user.kyc, official: user.official }).toEqual({
      isFirst: true,
      kyc: 'none',
      official: false,
    });
    expect((await api.call('GET /api/mining/index', {})).data).toMatchObject({
      state: 'pending_start',
      kind: 'trial',
      hashrate: '1200',
      outputPerHour: '0.5',
      claimable: '0',
      totalOutput: '0',
    });
    expect(await api.call('POST /api/mining/claim1', {})).toMatchObject({
      status: 403,
      code: 1101,
      message: 'KYC not completed, verify before starting the miner',
    });

    await verify(api);
    const started = await api.call('POST /api/mining/claim1', {});
    expect(started).toMatchObject({ code: 0, data: { state: 'running', producing: true, hashrate: '1200' } });
    expect(Date.parse(started.data.nextMiningTime ?? '') - Date.parse(started.data.startedAt ?? '')).toBe(
      DAY * 1000,
    );
    expect(await api.call('POST /api/mining/claim1', {})).toMatchObject({
      status: 409,
      code: 1202,
      message: 'Miner Already Started, Try Later',
    });
    expect(await api.call('POST /api/mining/claim', {})).toMatchObject({
      status: 409,
      code: 1203,
      message: 'Mining Progress Not Complete, Cannot Start',
    });

    await skip(DAY);
    expect((await api.call('GET /api/mining/index', {})).data).toMatchObject({
      state: 'pending_claim',
      claimable: '12',
      progress: 1,
      producing: false,
    });
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(1203);
    const key = randomUUID();
    const claimed = await api.call('POST /api/mining/claim', {}, { key });
    expect(claimed).toMatchObject({
      code: 0,
      data: { claimed: '12', state: 'expired', totalOutput: '12', claimable: '0' },
    });
    const again = await api.call('POST /api/mining/claim', {}, { key });
    expect(again.text).toBe(claimed.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await api.call('POST /api/mining/claim', {})).toMatchObject({
      code: 1201,
      message: 'Please Activate Miner',
    });
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(1201);
    const { data } = await api.call('GET /api/assets/list', {});
    expect(data.items[0]).toMatchObject({ coin: 'ADIT', balance: '12', price: '0.01', valueUsdt: '0.12' });

    await skip(DAY);
    expect((await api.call('GET /api/mining/index', {})).data.yesterdayOutput).toBe('12');
  });

  test('gets a permanent miner by inviting somebody who verifies, and the team adds to the hashrate', async () => {
    const { api, user } = await newcomer();
    await verify(api);
    await api.call('POST /api/mining/claim1', {});
    expect((await api.call('POST /api/mining/buy', { method: 'invite' })).code).toBe(1204);
    await skip(DAY);
    await api.call('POST /api/mining/claim', {});
    expect(await api.call('POST /api/mining/buy', { method: 'invite' })).toMatchObject({
      status: 409,
      code: 1204,
    });
    expect(await api.call('POST /api/mining/buy', { method: 'usdt' })).toMatchObject({
      status: 409,
      code: 1301,
      data: { coin: 'USDT', balance: '0', amount: '10' },
    });

    const friend = await newcomer(user.inviteCode);
    expect(friend.user.invitedBy).toMatch(/^0x.{4}…/);
    expect((await api.call('POST /api/mining/buy', { method: 'invite' })).code).toBe(1204);
    await verify(friend.api);
    expect((await api.call('POST /api/mining/buy', { method: 'invite' })).data).toMatchObject({
      state: 'pending_start',
      kind: 'permanent',
    });
    expect((await api.call('GET /api/user/info', {})).data.official).toBe(true);
    expect((await api.call('POST /api/mining/buy', { method: 'invite' })).code).toBe(1204);

    await expect
      .poll(async () => (await api.call('GET /api/mining/index', {})).data.hashrateBonus, { timeout: 10_000 })
      .toBe('120');
    expect((await api.call('POST /api/mining/claim1', {})).data).toMatchObject({
      state: 'running',
      hashrate: '1320',
    });
    await skip(5 * DAY);
    const { data } = await api.call('POST /api/mining/claim', {});
    expect(data).toMatchObject({ claimed: '13.2', state: 'running', progress: 0 });
    expect(await balance(api)).toBe('25.2');
  });

  test('claims from twenty tabs at once and is credited once', async () => {
    const { api } = await newcomer();
    await verify(api);
    await api.call('POST /api/mining/claim1', {});
    await skip(DAY);
    const key = randomUUID();
    const same = await Promise.all(
      Array.from({ length: 10 }, () => api.call('POST /api/mining/claim', {}, { key })),
    );
    const others = await Promise.all(
      Array.from({ length: 10 }, () => api.call('POST /api/mining/claim', {})),
    );
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(same.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set([1201]));
    expect(await balance(api)).toBe('12');
  });
});
