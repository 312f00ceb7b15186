/**
 * Uploads must not let one client hurt the server: a client that may not send is refused before the body is read, few
 * are read at a time and for a bounded time, and what an account and a network may store in a day is bounded.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, inTransaction, openDatabase } from '#server/db/client.ts';
import { MOST_BYTES, MOST_UPLOADS } from '#server/features/kyc/kyc.uploads.rules.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { onPostgres, quiet } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  UNLIMITED,
  documents,
  issuePaths,
  kycFields,
  newcomer,
  skip,
  submit,
} from '#tests/support/person.ts';
import { file } from '#tests/support/review.ts';
import { type Announced, KYC, MIB, announce, halfSent } from '#tests/support/uploads.ts';

const PATIENCE = { timeout: 20_000, interval: 200 };

const LANGUAGES = ['en', 'ja', 'th', 'vi', 'zh-Hans', 'zh-TW'];

let app: LocalApp;
let database: Database;

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off' });
  database = await openDatabase({ databaseUrl: app.databaseUrl, log: quiet });
});
afterAll(async () => {
  await database?.close();
  await app?.stop();
});

const open: Announced[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.drop();
    await one.gone;
  }
});
const announced = (...given: Parameters<typeof announce>) => {
  const one = announce(...given);
  open.push(one);
  return one;
};

/** Sends what never ends until the connection is cut. */
async function expectCutOff(endless: Announced): Promise<void> {
  let sent = 0;
  const flood = async () => {
    for (; sent < 256; sent += 1) await endless.send(Buffer.alloc(MIB));
  };
  await expect(flood()).rejects.toThrow();
  expect(sent, 'what is discarded, and what fits into buffers').toBeLessThan(128);
}

async function come() {
  const person = await newcomer(app.url);
  const address = person.wallet.address.toLowerCase();
  const row = await database.kysely
    .selectFrom('users')
    .select('id')
    .where(sql`lower(address)`, '=', address)
    .executeTakeFirstOrThrow();
  return { ...person, id: row.id };
}
type Person = Awaited<ReturnType<typeof come>>;

const uploadsOf = ({ id }: Person) =>
  database.kysely.selectFrom('kyc_uploads').selectAll().where('user_id', '=', id).orderBy('id').execute();
/** Begins an upload and waits until the server has admitted it. */
async function begin(person: Person) {
  const before = (await uploadsOf(person)).length;
  const half = await halfSent(app.url, person.token);
  open.push(half);
  await vi.waitFor(async () => expect(await uploadsOf(person)).toHaveLength(before + 1));
  return half;
}

describe('a document', () => {
  test('in 690,000 parts is refused', async () => {
    const [head, text, end] = [
      pngOf('').subarray(0, 33),
      pngOf('').subarray(33, 45),
      pngOf('').subarray(-12),
    ];
    const empty = Buffer.from(text);
    empty.writeUInt32BE(0);
    const crumbs = file(Buffer.concat([head, ...Array<Buffer>(690_000).fill(empty), end]));
    const answer = await submit((await come()).api, {}, { idDocument: crumbs, addressDocument: crumbs });
    expect([answer.code, issuePaths(answer)]).toEqual([1103, ['idDocument', 'addressDocument']]);
  });

  test('is checked before anything is locked', async () => {
    const ann = await come();
    await inTransaction(database.kysely, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', ann.id).forNoKeyUpdate().execute();
      expect((await submit(ann.api, {}, { idDocument: file('text') })).code).toBe(1103);
    });
  });
});

describe('before the body is read,', () => {
  test('1102 refuses an account whose verification waits or was approved', async () => {
    const ann = await come();
    expect((await submit(ann.api)).code).toBe(0);
    expect(await announced(app.url, ann.token).said).toMatchObject({ status: 409, code: 1102 });
    expect(await uploadsOf(ann)).toHaveLength(1);
  });

  test('a device that may only claim is refused, and uses up none of its owner’s tries', async () => {
    const ann = await come();
    await sql`
      with device as (
        insert into devices (id, user_id, public_key, name, scope, created_at, last_used_at)
        values ('lent', ${ann.id}, ${Buffer.alloc(64)}, 'lent', 'claim', now(), now()) returning id
      ) update sessions set device_id = device.id from device where user_id = ${ann.id}`.execute(
      database.kysely,
    );
    const refused = await announced(app.url, ann.token).said;
    expect(refused).toMatchObject({ status: 403, code: 403, data: { reason: 'claim_only' } });
    expect(await uploadsOf(ann)).toEqual([]);
  });

  test('but a stored reply is still given', async () => {
    const [ann, key, fields] = [await come(), randomUUID(), kycFields()];
    const send = (over = {}) => ann.api.send(KYC, { ...fields, ...over }, { files: documents(), key });
    const first = await send();
    expect(first.code).toBe(0);
    const again = await send();
    expect([again.text, again.headers.get('idempotent-replay')]).toEqual([first.text, 'true']);
    expect((await send({ exchange: 'okx' })).code).toBe(409);
    // Only what is stored counts as stored.
    expect((await uploadsOf(ann)).map(({ bytes }) => bytes > 0n)).toEqual([true, false, false]);
  });

  test('an account is refused after ten tries, until an hour after the first one', async () => {
    const ann = await come();
    for (let left = MOST_UPLOADS; left > 0; left -= 1)
      expect((await submit(ann.api, {}, { idDocument: file('text') })).code).toBe(1103);
    const refused = await announced(app.url, ann.token).said;
    expect(refused).toMatchObject({ status: 429, code: 429, data: { reason: 'uploads' } });
    expect(refused.retryAfter).toBeGreaterThan(3000);
    expect(refused.retryAfter).toBeLessThanOrEqual(3600);
    const texts = new Set<string>();
    for (const language of LANGUAGES)
      texts.add((await announced(app.url, ann.token, 1, { language }).said).message);
    expect(texts.size).toBe(LANGUAGES.length);
    await skip(app.url, 3600);
    expect((await submit(ann.api)).code).toBe(0);
  });

  test.each(['account', 'network'] as const)(
    'an %s is refused that has stored its bytes of the day',
    async (who) => {
      const [ann, ben] = [await come(), await come()];
      await submit(ann.api, {}, { idDocument: file('text') });
      const [first] = await uploadsOf(ann);
      const { network = '', at = new Date() } = first ?? {};
      const [user, there] = who === 'account' ? [ann, randomUUID()] : [ben, network];
      const bytes = BigInt(MOST_BYTES[who] - 15 * MIB);
      const row = await database.kysely
        .insertInto('kyc_uploads')
        .values({ user_id: user.id, network: there, at, bytes })
        .returning('id')
        .executeTakeFirstOrThrow();
      const refused = await announced(app.url, ann.token, 16 * MIB).said;
      expect(refused).toMatchObject({ status: 429, code: 429, data: { reason: 'quota' } });
      expect(refused.retryAfter).toBeGreaterThan(0);
      // A body of unknown length counts as the longest.
      expect(await announced(app.url, ann.token, null).said).toMatchObject({ data: { reason: 'quota' } });
      expect((await submit(ann.api)).code).toBe(0);
      await database.kysely.deleteFrom('kyc_uploads').where('id', '=', row.id).execute();
    },
  );

  test('of an account, a second upload is refused at once, and of all, a fifth', async () => {
    const people = [await come(), await come(), await come(), await come(), await come()];
    const [ann, , , , eve] = people as [Person, Person, Person, Person, Person];
    const busy = { status: 429, code: 429, data: { reason: 'busy' }, retryAfter: 5 };
    const first = await begin(ann);
    // However often the client asks, an upload that has only just begun is not considered lost.
    const asked = [1, 2, 3].map(() => announced(app.url, ann.token).said);
    for (const said of asked) expect(await said).toMatchObject(busy);
    const others = await Promise.all(people.slice(1, 4).map(begin));
    expect(await announced(app.url, eve.token).said).toMatchObject(busy);
    // Not counted as a try: nothing was read.
    expect(await uploadsOf(eve)).toEqual([]);
    for (const one of [first, ...others]) expect(await one.finish()).toMatchObject({ code: 0 });
    expect((await submit(eve.api)).code).toBe(0);
  });
});

describe('a body', () => {
  test('of which nothing has arrived for a while since the account asked gives way to its next upload', async () => {
    const ann = await come();
    const lost = await begin(ann);
    expect(await announced(app.url, ann.token).said).toMatchObject({ code: 429 });
    // While something arrives, it is not lost.
    await lost.send(Buffer.from('more'));
    await vi.waitFor(async () => expect((await submit(ann.api)).code).toBe(0), PATIENCE);
    await lost.gone;
    await expect(lost.said).rejects.toThrow();
  });

  test('whose sender goes away makes room for the next, and nothing of it counts as stored', async () => {
    const ann = await come();
    (await begin(ann)).drop();
    await vi.waitFor(async () => expect((await uploadsOf(ann))[0]?.bytes).toBe(0n));
    await vi.waitFor(async () => expect((await submit(ann.api)).code).toBe(0));
  });

  test('whose sender goes away before any of it is read makes room as well', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, come));
    const gone = await inTransaction(database.kysely, async (tx) => {
      // Before a body is read, its upload is stored: all of them have begun by then, and none has been read.
      await sql`lock table kyc_uploads in access exclusive mode`.execute(tx);
      const all = people.map(({ token }) => announced(app.url, token));
      await sleep(500);
      for (const one of all) one.drop();
      return Promise.all(all.map((one) => one.gone));
    });
    expect(gone).toHaveLength(4);
    const eve = await come();
    await vi.waitFor(async () => expect((await submit(eve.api)).code).toBe(0), PATIENCE);
  });

  test('that was refused is discarded, so that a client that sends all of it gets the reply', async () => {
    const ann = await come();
    await submit(ann.api);
    const refused = announced(app.url, ann.token, 16 * MIB);
    for (let left = 16; left > 0; left -= 1) await refused.send(Buffer.alloc(MIB));
    refused.end();
    expect(await refused.said).toMatchObject({ code: 1102 });
  });

  test('that was refused and does not end is cut off', async () => {
    const ann = await come();
    await submit(ann.api);
    await expectCutOff(announced(app.url, ann.token, null));
  });
});

onPostgres((place) => {
  test('a body without end of a caller over its limit is cut off', async () => {
    const rateLimit = { account: 0, guest: 1, signIn: 0 };
    // Requests are counted per minute, and no new one begins meanwhile.
    const now = new Date();
    const clock = { ...systemClock, wall: () => now };
    const { app: limited } = fakeApp(place(), { clock, config: { rateLimit } });
    const url = await limited.listen({ port: 0, host: '127.0.0.1' });
    try {
      expect(await announced(url, '').said).toMatchObject({ status: 401 });
      const endless = announced(url, '', null);
      expect(await endless.said).toMatchObject({ status: 429 });
      await expectCutOff(endless);
    } finally {
      await limited.close();
    }
  });

  test('a body that drips is cut off, and makes room for the next', async () => {
    const { app: slow } = fakeApp(place(), { uploadMs: 300 });
    const url = await slow.listen({ port: 0, host: '127.0.0.1' });
    try {
      const { token } = await newSession(place());
      const [half, began] = [await halfSent(url, token), performance.now()];
      await half.gone;
      // Node's own limit for a whole request is 90 s.
      expect(performance.now() - began).toBeLessThan(60_000);
      await expect(half.said).rejects.toThrow();
      const files = documents();
      // On a slow machine, even a whole body may take longer than this limit.
      await vi.waitFor(async () =>
        expect((await client(url, undefined, token).send(KYC, kycFields(), { files })).code).toBe(0),
      );
      // Bodies of refused uploads are discarded for as long.
      const refused = await vi.waitFor(async () => {
        const one = announce(url, 'nobody', 16 * MIB);
        expect(await one.said).toMatchObject({ status: 401 });
        return one;
      });
      await refused.gone;
      expect(performance.now() - began).toBeLessThan(60_000);
    } finally {
      await slow.close();
    }
  });
});
