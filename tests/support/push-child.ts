/** A process for tests to kill: sends the reminders due at a given time to a push service that never answers, and prints "sending". */
import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import type { Tables } from '#server/db/tables.ts';
import { openPool } from '#server/db/postgres.ts';
import { pushSender } from '#server/features/push/push.sender.ts';
import { vapidOf } from '#server/features/push/vapid.ts';

const [databaseUrl = '', time = '', key = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const at = new Date(time);

await pushSender({
  db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(databaseUrl, log) }) }),
  clock: { now: () => at, wall: () => at, near: () => true },
  log,
  vapid: vapidOf(Buffer.from(key, 'hex'), 'mailto:operator@adit.example'),
  sender: {
    send: () => {
      process.stdout.write('sending\n');
      return new Promise(() => undefined);
    },
    close: () => undefined,
  },
}).pass();
