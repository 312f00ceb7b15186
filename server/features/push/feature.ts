/** Reminders to devices by Web Push. */
import type { Logger } from 'pino';
import { HOUR_MS } from '#rules/days.ts';
import type { Database } from '#server/db/client.ts';
import { refuseIssues } from '#server/http/faults.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { counted } from '#server/lib/counted.ts';
import type { Feature } from '#server/lib/feature.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { DataSection } from '#server/lib/sections.ts';
import { anyDue, cleanEndings, pushFigures } from './deliveries.repository.ts';
import { newSender } from './post.ts';
import { forgetEndpoint, removeDevice, removeDevices, saveDevice, takeTest } from './push.repository.ts';
import { readDevice, testMessage } from './push.rules.ts';
import { pushSender, sendTo } from './push.sender.ts';
import { vapidOf } from './vapid.ts';

interface PushFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** The private key of Web Push. */
  readonly vapidKey: Buffer;
  readonly config: {
    /** Demo mode: also accepts push services on this machine and its network. */
    readonly demo: boolean;
    readonly vapidSubject?: string | undefined;
    readonly publicUrl?: string | undefined;
  };
}

/** A contact address that does not exist; Apple's service refuses it, others do not check it. */
const NOBODY = 'mailto:operator@localhost';

/** Only the host of a push service's URL; the rest is secret. */
const devices: DataSection = {
  name: 'reminders',
  about: 'Devices that get reminders: their push service, their language and their quiet hours.',
  async *rows(db, userId) {
    const rows = await db
      .selectFrom('push_subscriptions as s')
      .leftJoin('push_deliveries as d', 'd.subscription_id', 's.id')
      .select(['s.endpoint', 's.lang', 's.quiet_from', 's.quiet_to', 's.time_zone', 's.created_at'])
      .select('d.due_at')
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

export function pushFeature({ database, clock, log, vapidKey, config }: PushFeatureDeps) {
  const { demo: anywhere, publicUrl = '' } = config;
  const subject = config.vapidSubject ?? (publicUrl.startsWith('https:') ? publicUrl : NOBODY);
  const vapid = vapidOf(vapidKey, subject);
  const deps = { db: database.kysely, clock, log, vapid, sender: newSender({ anywhere }) };
  const sender = pushSender(deps);
  /** Sends what is due. Not awaited, because a slow service must not delay other work. */
  const send = async () =>
    void sender.pass().catch((error: unknown) => log.error({ err: error }, 'reminders could not be sent'));

  return {
    handlers: {
      'GET /api/push/key': async () => ({ publicKey: vapid.publicKey }),
      'POST /api/push/subscription': async (c) => {
        const { subscription } = c.input;
        const { id: userId, tokenHash } = c.user;
        if (!subscription) {
          await removeDevice(c.db, tokenHash);
          return {};
        }
        const read = readDevice(c.input, subscription, c.lang, anywhere);
        if ('issues' in read) return refuseIssues(read.issues);
        await saveDevice(c.db, { userId, tokenHash, device: read.device, now: c.now });
        return {};
      },
      'POST /api/push/test': {
        // A push service may take its time, so this must not run inside a transaction.
        prepare: async (c) => {
          const turn = await takeTest(c.db, c.user.tokenHash, c.now);
          if (!turn) return refuse('not_found');
          if ('wait' in turn) return refuse('too_many_requests', { retryAfter: turn.wait });
          const { device } = turn;
          const { status } = await sendTo(deps, device, testMessage(device.lang));
          if (status >= 200 && status < 300) return async () => ({});
          if (status !== 404 && status !== 410) return refuse('unavailable');
          await forgetEndpoint(c.db, device.endpoint);
          return refuse('not_found');
        },
      },
    },
    chores: [
      { name: 'reminders', everyMs: 1000, when: (now) => anyDue(now, clock.wall()), run: send },
      { name: 'reminders told', everyMs: HOUR_MS, run: () => cleanEndings(database.kysely, clock.wall()) },
    ],
    commands: [
      {
        name: 'push status',
        usage:
          'push status                       devices with reminders, what waits, what became of the last hour',
        async run() {
          const since = new Date(Math.floor(clock.wall().getTime() / HOUR_MS - 1) * HOUR_MS);
          const figures = await pushFigures(database.kysely, clock.now(), since);
          const ended = figures.endings.map(({ outcome, count }) => `${count} ${outcome}`).join(', ');
          return {
            text: [
              `${counted(figures.devices, 'device')}, ${counted(figures.waiting, 'reminder waits', 'reminders wait')}, ${figures.due} of them due`,
              `ended since ${since.toISOString()}: ${ended || 'none'}`,
            ].join('\n'),
          };
        },
      },
    ],
    sections: [devices],
    provides: {
      send,
      /** The user ended the session, so its device gets no more reminders. */
      signedOut: removeDevice,
      /** All of an account's sessions were ended. */
      signedOutEverywhere: removeDevices,
    },
    stop: () => sender.stop(),
  } satisfies Feature;
}
