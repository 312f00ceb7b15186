/** Devices for reminders, for the file with all data of an account. Of an address at a push service its host: the rest is a key. */
import type { DataSection } from '#server/lib/sections.ts';

const devices: DataSection = {
  name: 'reminders',
  about:
    'Devices that get reminders: at which push service, in which language, and when they are left alone.',
  async *rows(db, userId) {
    const rows = await db
      .selectFrom('push_subscriptions as s')
      .leftJoin('push_deliveries as d', 'd.subscription_id', 's.id')
      .select([
        's.endpoint',
        's.lang',
        's.quiet_from',
        's.quiet_to',
        's.time_zone',
        's.created_at',
        'd.due_at',
      ])
      .where('s.user_id', '=', userId)
      .orderBy('s.created_at')
      .orderBy('d.due_at')
      .execute();
    for (const row of rows)
      yield {
        service: new URL(row.endpoint).host,
        language: row.lang,
        quietFrom: row.quiet_from,
        quietTo: row.quiet_to,
        timeZone: row.time_zone,
        since: row.created_at,
        nextReminderAt: row.due_at,
      };
  },
};

export const pushSections: readonly DataSection[] = [devices];
