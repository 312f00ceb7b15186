/** What ends with a device that nobody has used for long. */
import { expect, test } from 'vitest';
import { DAY_MS } from '#rules/days.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { makeUsers } from '#tests/support/ledger.ts';
import { cleanDevices } from './devices.repository.ts';

test('sessions and reminders end with a device that expires, and with no other', async () => {
  const database = await freshDatabase('postgres');
  const db = database.kysely;
  const [user = 0n] = await makeUsers(db, 1);
  const now = new Date('2026-03-01T12:00:00Z');
  for (const [n, id] of ['unused', 'used'].entries()) {
    const used = new Date(now.getTime() - (40 - 20 * n) * DAY_MS);
    const hash = Buffer.alloc(32, n);
    await db
      .insertInto('devices')
      .values({
        ...{ id, user_id: user, name: id, scope: 'full', public_key: Buffer.alloc(64) },
        ...{ created_at: used, last_used_at: used },
      })
      .execute();
    await db
      .insertInto('sessions')
      .values({
        ...{ token_hash: hash, outbox_hash: hash, user_id: user, device_id: id, created_at: used },
        ...{ last_seen_at: used, expires_at: used, outbox_expires_at: used },
      })
      .execute();
    await db
      .insertInto('push_subscriptions')
      .values({
        ...{ user_id: user, token_hash: hash, endpoint: `https://push.example/${id}`, lang: 'en' },
        ...{ p256dh: Buffer.alloc(65), auth: Buffer.alloc(16), created_at: used },
      })
      .execute();
  }
  await cleanDevices(db, new Date(now.getTime() - 30 * DAY_MS));
  const left = await db.selectFrom('push_subscriptions').select('endpoint').execute();
  expect(left).toEqual([{ endpoint: 'https://push.example/used' }]);
  expect(await db.selectFrom('sessions').select('device_id').execute()).toEqual([{ device_id: 'used' }]);
  await database.close();
});
