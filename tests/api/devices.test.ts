/** Devices that stay signed in: registering, signing in again without a wallet, and ending, even at the same moment. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callNames, callOf } from '#contract';
import {
  CHALLENGE_MINUTES,
  DEVICE_DAYS,
  MOST_DEVICES,
  PAIRING_MINUTES,
  PAIRING_TRIES,
} from '#rules/figures.ts';
import { expectInEveryLanguage, expectMalformed } from '#tests/support/answers.ts';
import {
  type Device,
  challengeFor,
  newKey,
  remember,
  resumeInput,
  resumed,
  signatureOf,
} from '#tests/support/remembered.ts';
import { operate } from '#tests/support/command.ts';
import { type Client, client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  type Person,
  UNLIMITED,
  ask,
  expectOnce,
  newcomer,
  skip,
  verify,
} from '#tests/support/person.ts';

const UNKNOWN = { status: 401, code: 1005 };

let app: LocalApp;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  app = await openApp(UNLIMITED);
  [ann, ben] = await Promise.all([newcomer(app.url), newcomer(app.url)]);
});
afterAll(() => app?.stop());

const resume = async (device: Device) =>
  client(app.url).call('POST /api/auth/resume', await resumeInput(app.url, device));
const devicesOf = async (api: Client) => (await ask(api, 'GET /api/user/devices', {})).items;
const again = ({ wallet }: Person) => newcomer(app.url, { wallet });

/** A device whose challenge is refused. */
const resumeFailed = ({ id }: Device) => client(app.url).call('GET /api/auth/challenge', { deviceId: id });

describe('a remembered device', () => {
  test('signs in again without the wallet, as often as it likes, and is listed with its last use', async () => {
    const one = await again(ann);
    const device = await remember(one.api, '  Chrome on Android ');
    const [first, second] = [await resumed(app.url, device), await resumed(app.url, device)];
    expect(first.user).toEqual(await ask(one.api, 'GET /api/user/info', {}));
    expect(first.isFirst).toBe(false);
    expect(new Set([one.token, first.token, second.token]).size).toBe(3);
    for (const { token, outboxToken } of [first, second]) {
      const api = client(app.url).as(token);
      expect(await devicesOf(api)).toMatchObject([
        { id: device.id, name: 'Chrome on Android', scope: 'full', current: true },
      ]);
      expect((await client(app.url).as(outboxToken).call('POST /api/mining/claim1', {})).code).not.toBe(401);
    }
    expect(await devicesOf(ann.api)).toMatchObject([{ id: device.id, current: false }]);
    expect(await devicesOf(ben.api)).toEqual([]);
  });

  test('is one of a list, whose cursors outlive the devices they name, and any other id is unknown', async () => {
    const cat = await newcomer(app.url);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await remember((await again(cat)).api)).id);
    const first = await ask(cat.api, 'GET /api/user/devices', { limit: '1' });
    const next = { cursor: first.nextCursor ?? '' };
    const second = await ask(cat.api, 'GET /api/user/devices', next);
    expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(second.nextCursor).toBeNull();
    await ask(cat.api, 'POST /api/user/devices/end', { id: first.items[0]?.id ?? '' });
    expect((await ask(cat.api, 'GET /api/user/devices', next)).items).toEqual(second.items);
    const cursor = Buffer.from('device.x').toString('base64url');
    expect((await cat.api.send('GET /api/user/devices', { cursor })).status).toBe(400);
    const unknown = randomUUID();
    expect((await client(app.url).call('GET /api/auth/challenge', { deviceId: unknown })).code).toBe(1005);
    expect((await cat.api.call('POST /api/user/devices/end', { id: unknown })).code).toBe(404);
  });

  test('uses each challenge once, its own only, and for two minutes', async () => {
    const [device, other] = [await remember((await again(ann)).api), await remember((await again(ben)).api)];
    const input = await resumeInput(app.url, device);
    const send = (body: typeof input) => client(app.url).call('POST /api/auth/resume', body);
    expectOnce(await Promise.all(Array.from({ length: 20 }, () => send(input))), 1004);
    const foreign = await challengeFor(app.url, other.id);
    expect(
      await send({ ...input, challenge: foreign, signature: await signatureOf(device.key, foreign) }),
    ).toMatchObject({ status: 400, code: 1004 });
    const late = await resumeInput(app.url, device);
    await skip(app.url, CHALLENGE_MINUTES * 60 + 1);
    expect(await send(late)).toMatchObject({ status: 400, code: 1004 });
    expect((await resume(device)).code).toBe(0);
  });

  test('resumes a hundred times, twenty at once, each time with a session of its own', async () => {
    const device = await remember((await again(ann)).api);
    const logins: Awaited<ReturnType<typeof resumed>>[] = [];
    for (let n = 0; n < 5; n += 1)
      logins.push(...(await Promise.all(Array.from({ length: 20 }, () => resumed(app.url, device)))));
    expect(new Set(logins.map(({ token }) => token)).size).toBe(100);
    const last = logins.at(-1);
    expect(await devicesOf(client(app.url).as(last?.token ?? ''))).toContainEqual(
      expect.objectContaining({ id: device.id, current: true }),
    );
  });

  test('is refused with another key, and the signature of another text', async () => {
    const device = await remember((await again(ann)).api);
    const { key } = await newKey();
    expect(await resume({ ...device, key })).toMatchObject(UNKNOWN);
    const input = await resumeInput(app.url, device);
    const signature = await signatureOf(device.key, `${input.challenge} `);
    expect(await client(app.url).call('POST /api/auth/resume', { ...input, signature })).toMatchObject(
      UNKNOWN,
    );
    await expectInEveryLanguage(client(app.url), 'POST /api/auth/resume', { ...input, signature }, 1005);
    // A refusal does not use up the challenge.
    expect((await client(app.url).call('POST /api/auth/resume', input)).code).toBe(0);
  });

  test('needs a key on the curve, and a name', async () => {
    const { publicKey } = await newKey();
    const { api } = await again(ann);
    await expectMalformed(api, 'POST /api/auth/device', [
      { publicKey, name: '' },
      { publicKey, name: '  ' },
      { publicKey, name: 'x'.repeat(61) },
      ...['a\nb', 'a\u0007b', '\u202eevil', '\u200b'].map((name) => ({ publicKey, name })),
      { publicKey: { ...publicKey, y: publicKey.x }, name: 'x' },
      { publicKey: { ...publicKey, crv: 'P-384' }, name: 'x' },
      { publicKey: { ...publicKey, d: publicKey.x }, name: 'x' },
      { publicKey, name: 'x', scope: 'everything' },
      { name: 'x' },
    ]);
    expect((await client(app.url).call('POST /api/auth/device', { publicKey, name: 'x' })).code).toBe(401);
    // Web Crypto exports these together with the key.
    const exported = { ...publicKey, ext: true, key_ops: ['verify'] };
    expect((await api.call('POST /api/auth/device', { publicKey: exported, name: 'x' })).code).toBe(0);
  });
});

describe('the end of a device', () => {
  test('comes 30 days after its last use, not before', async () => {
    const [used, idle] = [await remember((await again(ann)).api), await remember((await again(ann)).api)];
    await skip(app.url, 29 * DAY);
    expect((await resume(used)).code).toBe(0);
    await skip(app.url, 2 * DAY);
    expect((await resume(used)).code).toBe(0);
    expect(await client(app.url).call('GET /api/auth/challenge', { deviceId: idle.id })).toMatchObject(
      UNKNOWN,
    );
    const listed = await devicesOf((await again(ann)).api);
    expect(listed.map(({ id }) => id)).not.toContain(idle.id);
    expect(DEVICE_DAYS).toBe(30);
  });

  test('ends its sessions and their queued actions, and no others', async () => {
    const [one, two] = [await again(ann), await again(ann)];
    const device = await remember(one.api);
    const { token, outboxToken } = await resumed(app.url, device);
    expect(await ask(two.api, 'POST /api/user/devices/end', { id: device.id })).toEqual({ ended: 1 });
    for (const dead of [one.token, token, outboxToken])
      expect((await client(app.url).as(dead).call('POST /api/mining/claim1', {})).status).toBe(401);
    expect(await client(app.url).call('GET /api/auth/challenge', { deviceId: device.id })).toMatchObject(
      UNKNOWN,
    );
    expect((await two.api.call('GET /api/user/info', {})).code).toBe(0);
    expect((await two.api.call('POST /api/user/devices/end', { id: device.id })).code).toBe(404);
    const foreign = await remember((await again(ann)).api);
    const { api } = await again(ben);
    expect((await api.call('POST /api/user/devices/end', { id: foreign.id })).code).toBe(404);
    expect((await resume(foreign)).code).toBe(0);
  });

  test('of all others leaves the caller signed in, of all nobody', async () => {
    const [ben1, elsewhere] = [await again(ben), await again(ben)];
    const [mine, other] = [await remember(ben1.api), await remember((await again(ben)).api)];
    expect(await ask(ben1.api, 'POST /api/user/devices/end', { which: 'others' })).toMatchObject({
      ended: expect.any(Number) as number,
    });
    expect((await devicesOf(ben1.api)).map(({ id }) => id)).toEqual([mine.id]);
    expect((await elsewhere.api.call('GET /api/user/info', {})).status).toBe(401);
    expect(await client(app.url).call('GET /api/auth/challenge', { deviceId: other.id })).toMatchObject(
      UNKNOWN,
    );
    expect(await ask(ben1.api, 'POST /api/user/devices/end', { which: 'all' })).toEqual({ ended: 1 });
    expect((await ben1.api.call('GET /api/user/info', {})).status).toBe(401);
    ben = await again(ben);
    expect(await devicesOf(ben.api)).toEqual([]);
  });

  test('comes to the one not used for longest, beyond ten; a session has one device', async () => {
    const made: Device[] = [];
    for (let n = 0; n <= MOST_DEVICES; n += 1) {
      await skip(app.url, 1);
      made.push(await remember((await again(ben)).api));
    }
    const left = (await devicesOf((await again(ben)).api)).map(({ id }) => id);
    expect(left).toEqual(
      made
        .slice(1)
        .map(({ id }) => id)
        .toReversed(),
    );
    const { api } = await again(ben);
    const [before, after] = [await remember(api), await remember(api)];
    const ids = (await devicesOf(api)).map(({ id }) => id);
    expect([ids.includes(before.id), ids.includes(after.id), ids.length]).toEqual([
      false,
      true,
      MOST_DEVICES,
    ]);
  });

  test('leaves no way back: who registers or signs out at the same moment has no device afterwards', async () => {
    const owner = await again(ben);
    for (let n = 0; n < 20; n += 1) {
      const thief = await again(ben);
      const { key, publicKey } = await newKey();
      const [made] = await Promise.all([
        thief.api.call('POST /api/auth/device', { publicKey, name: 'x' }),
        n % 2 === 0
          ? ask(owner.api, 'POST /api/user/devices/end', { which: 'others' })
          : ask(thief.api, 'POST /api/auth/logout', {}),
      ]);
      if (made.code !== 0) expect(made.status).toBe(401);
      else expect(await resumeFailed({ id: made.data.deviceId, key })).toMatchObject(UNKNOWN);
    }
    expect(await devicesOf(owner.api)).toEqual([]);
  });

  test('loses to no resume at the same moment: afterwards nothing of it is signed in', async () => {
    const owner = await again(ben);
    for (let n = 0; n < 20; n += 1) {
      const device = await remember((await again(ben)).api);
      const input = await resumeInput(app.url, device);
      const [answer] = await Promise.all([
        client(app.url).call('POST /api/auth/resume', input),
        ask(owner.api, 'POST /api/user/devices/end', { id: device.id }),
      ]);
      const token = answer.code === 0 ? answer.data.token : '';
      if (token) expect((await client(app.url).as(token).call('GET /api/user/info', {})).status).toBe(401);
    }
  });
});

describe('signing out', () => {
  test('ends the device and all its sessions, and without a device this session only', async () => {
    const [one, other, third] = [await again(ann), await again(ann), await again(ann)];
    const device = await remember(one.api);
    const { token } = await resumed(app.url, device);
    await ask(client(app.url).as(token), 'POST /api/auth/logout', {});
    expect((await one.api.call('GET /api/user/info', {})).status).toBe(401);
    expect(await resumeFailed(device)).toMatchObject(UNKNOWN);
    expect((await other.api.call('GET /api/user/info', {})).code).toBe(0);
    await ask(other.api, 'POST /api/auth/logout', {});
    expect((await third.api.call('GET /api/user/info', {})).code).toBe(0);
  });

  test('everywhere by the operator ends devices too', async () => {
    const person = await newcomer(app.url);
    const device = await remember(person.api);
    expect((await operate(app.dataDir, 'account', 'sessions', person.wallet.address, '--end')).code).toBe(0);
    expect(await resumeFailed(device)).toMatchObject(UNKNOWN);
  });
});

describe('a device paired by a code', () => {
  const guest = () => client(app.url);
  const codeOf = async (api: Client) => (await ask(api, 'POST /api/auth/pair', {})).code;
  const joining = async (name = 'Safari on iPhone') => {
    const { key, publicKey } = await newKey();
    return { key, input: (code: string) => ({ code, publicKey, name }) };
  };
  /** Wrong codes are counted by network: each test starts with none. */
  beforeEach(() => skip(app.url, PAIRING_MINUTES * 60 + 1));

  async function paired(api: Client): Promise<Device> {
    const { key, input } = await joining();
    const { pairing } = await ask(guest(), 'POST /api/auth/pair/join', input(await codeOf(api)));
    const { deviceId } = await ask(api, 'POST /api/auth/pair/confirm', { pairing });
    return { id: deviceId, key };
  }

  test('waits for the confirmation of who shows the code, and is signed in then', async () => {
    const { api } = await again(ann);
    expect(await ask(api, 'GET /api/auth/pair', {})).toEqual({ open: null });
    const code = await codeOf(api);
    expect(code).toMatch(/^\d{6}$/);
    expect(await ask(api, 'GET /api/auth/pair', {})).toMatchObject({ open: { joined: null } });
    const { key, input } = await joining();
    const { pairing } = await ask(guest(), 'POST /api/auth/pair/join', input(code));
    expect(await resumeFailed({ id: pairing, key })).toMatchObject(UNKNOWN);
    expect(await ask(api, 'GET /api/auth/pair', {})).toMatchObject({
      open: { joined: { pairing, name: 'Safari on iPhone' } },
    });
    const stranger = await again(ben);
    expect((await stranger.api.call('POST /api/auth/pair/confirm', { pairing })).code).toBe(404);
    const { deviceId } = await ask(api, 'POST /api/auth/pair/confirm', { pairing });
    const { user } = await resumed(app.url, { id: deviceId, key });
    expect(user.address).toBe(ann.wallet.address);
    expect(await ask(api, 'GET /api/auth/pair', {})).toEqual({ open: null });
    expect((await api.call('POST /api/auth/pair/confirm', { pairing })).code).toBe(404);
  });

  test('a code is good for one device, once, for two minutes; a new one replaces it', async () => {
    const { api } = await again(ann);
    const { input } = await joining();
    const first = await codeOf(api);
    const second = await codeOf(api);
    const join = (code: string) => guest().call('POST /api/auth/pair/join', input(code));
    if (first !== second) expect((await join(first)).code).toBe(404);
    expectOnce(await Promise.all([join(second), join(second), join(second)]), 404);
    await skip(app.url, PAIRING_MINUTES * 60 + 1);
    const late = await codeOf(api);
    await skip(app.url, PAIRING_MINUTES * 60 + 1);
    expect((await join(late)).code).toBe(404);
  });

  test('five wrong codes, and a network has to wait', async () => {
    const { api } = await again(ann);
    const code = await codeOf(api);
    const { input } = await joining();
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => guest().call('POST /api/auth/pair/join', input(wrong))),
    );
    expect(answers.filter((answer) => answer.code === 404)).toHaveLength(PAIRING_TRIES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - PAIRING_TRIES);
    expect((await guest().call('POST /api/auth/pair/join', input(code))).status).toBe(429);
  });

  test('looks and claims, and no more; only the wallet makes more of it', async () => {
    const person = await newcomer(app.url);
    await verify(person.api);
    const device = await paired(person.api);
    const { token, outboxToken } = await resumed(app.url, device);
    const api = client(app.url).as(token);
    expect((await api.call('GET /api/assets/list', {})).code).toBe(0);
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(0);
    await skip(app.url, DAY);
    const later = client(app.url).as((await resumed(app.url, device)).token);
    expect((await later.call('POST /api/mining/claim', {})).code).toBe(0);
    const { publicKey } = await newKey();
    const CLAIM_ONLY = { status: 403, code: 403, data: { reason: 'claim_only' } };
    const tries = [
      later.call('POST /api/assets/withdraw', { coin: 'USDT', amount: '20' }),
      later.call('POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '1' }),
      later.call('POST /api/mining/buy', { method: 'usdt' }),
      later.call('POST /api/mining/bet', { numbers: [1, 2, 3] }),
      later.call('POST /api/auth/pair', {}),
      later.call('POST /api/stake/stake', { amount: '10' }),
      later.call('POST /api/user/limits', { dailyBetLimit: '1' }),
      later.call('POST /api/auth/device', { publicKey, name: 'x' }),
      later.call('POST /api/user/devices/end', { which: 'others' }),
    ];
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(CLAIM_ONLY);
    await expectInEveryLanguage(later, 'POST /api/auth/pair', {}, 403);
    expect(
      (
        await client(app.url)
          .as(outboxToken)
          .call('POST /api/assets/withdraw', { coin: 'USDT', amount: '20' })
      ).status,
    ).toBe(401);
    // Signing itself out at the same moment changes nothing more.
    const [more] = await Promise.all([
      later.call('POST /api/auth/device', { publicKey, name: 'x' }),
      later.call('POST /api/user/devices/end', { id: device.id }),
    ]);
    expect([401, 403]).toContain(more.status);
    expect(await devicesOf(person.api)).toEqual([]);
  });

  test('is refused every call that is not on its list', () => {
    const allowed = callNames.filter((name) => name.startsWith('POST') && callOf(name).byClaimer);
    expect(allowed.toSorted()).toEqual([
      'POST /api/auth/device',
      'POST /api/auth/logout',
      'POST /api/mining/claim',
      'POST /api/mining/claim1',
      'POST /api/push/subscription',
      'POST /api/push/test',
      'POST /api/user/devices/end',
    ]);
  });
});
