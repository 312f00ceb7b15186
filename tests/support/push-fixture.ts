/** Miners with devices in a database, and reminder senders like those of several processes, each with a clock that the test sets. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { act, createTrial } from '#server/features/mining/mining.repository.ts';
import type { Post } from '#server/features/push/post.ts';
import { saveDevice } from '#server/features/push/push.repository.ts';
import type { Answer, Device } from '#server/features/push/push.rules.ts';
import { pushSender } from '#server/features/push/push.sender.ts';
import { vapidOf } from '#server/features/push/vapid.ts';
import { drawOnce } from '#server/features/push/webpush.ts';
import { quiet as silent } from '#tests/support/databases.ts';
import { sessionOf } from '#tests/support/hot-calls.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { newBrowser } from '#tests/support/push.ts';

export const NOON = new Date('2026-11-21T04:00:00.000Z');
/** End of a cycle that starts at `NOON`. */
export const END = new Date('2026-11-22T04:00:00.000Z');
export const plus = (date: Date, ms: number) => new Date(date.getTime() + ms);
export const VAPID_KEY = Buffer.from(drawOnce().privateKey);

const UNIT = 10n ** 18n;

/** Creates a verified account with a session and a permanent miner that has not started. */
export async function newMiner(db: Db) {
  const id = await makeUser(db, { kyc: 'approved', at: NOON });
  await createTrial(db, id, 1200n * UNIT);
  await db
    .updateTable('miners')
    .set({ kind: 'permanent', permanent_at: NOON })
    .where('user_id', '=', id)
    .execute();
  const newSession = () => sessionOf(db, id, new Date('2030-01-01T00:00:00Z'));
  const token = await newSession();
  const daily = async (call: 'start' | 'claim', now: Date) => {
    const name = call === 'start' ? 'POST /api/mining/claim1' : 'POST /api/mining/claim';
    const once = { name, token, outbox: true, key: randomUUID(), text: call, now } as const;
    expect(await act(db, [{ call: once, start: call === 'start' }], true, 3)).toMatchObject([{ code: 'ok' }]);
  };
  return {
    id,
    token,
    newSession,
    start: (now = NOON) => daily('start', now),
    claim: (now: Date) => daily('claim', now),
    /** Registers a device, as the page does. */
    async add(over: Partial<Device> = {}, { now = NOON, session = token } = {}) {
      const browser = await newBrowser(over.endpoint ?? `https://push.example/${randomUUID()}`);
      const { endpoint } = browser.subscription;
      const keys = { p256dh: browser.point, auth: browser.auth };
      const device: Device = { endpoint, ...keys, lang: 'en', quiet: null, ...over };
      await db.transaction().execute((tx) => saveDevice(tx, { userId: id, tokenHash: session, device, now }));
      return { ...browser, endpoint };
    },
  };
}

/** A device's pending deliveries. */
export const waitingFor = async (db: Db, endpoint: string) =>
  db
    .selectFrom('push_deliveries')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
    .select(['cycle_ends_at as endsAt', 'due_at as dueAt', 'attempts'])
    .where('endpoint', '=', endpoint)
    .execute();

export const endpoints = async (db: Db, userId: bigint) =>
  (
    await db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ endpoint }) => endpoint);

type Say = (post: Post) => Answer | Promise<Answer>;

/** A process with its own clocks. `say` answers what it sends. */
export function newProcess(db: Db, say: Say = () => ({ status: 201 })) {
  const time = { now: NOON, wall: NOON };
  const sent: Post[] = [];
  const sender = pushSender({
    ...{ db, log: silent, vapid: vapidOf(VAPID_KEY, 'mailto:operator@adit.example') },
    clock: { now: () => time.now, wall: () => time.wall, near: () => true },
    sender: {
      async send(post) {
        sent.push(post);
        return { ...(await say(post)), reason: '' };
      },
      close: () => undefined,
    },
  });
  return {
    sender,
    time,
    sent,
    to: (endpoint: string) => sent.filter((post) => post.endpoint.href === endpoint),
    /** Sends what is due at `now`. Sets both clocks to it unless `wall` is given. */
    async at(now: Date, wall = now) {
      Object.assign(time, { now, wall });
      await sender.pass();
    },
  };
}
