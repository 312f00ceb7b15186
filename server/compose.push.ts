/** Reminders with what they need, as server/compose.ts takes them up. */
import type { Logger } from 'pino';
import { HOUR_MS } from '#rules/days.ts';
import type { Config } from './config/config.ts';
import type { Database, Db } from './db/client.ts';
import { cleanEndings } from './features/push/deliveries.repository.ts';
import { newSender } from './features/push/post.ts';
import { pushCommands } from './features/push/push.commands.ts';
import { removeDevice } from './features/push/push.repository.ts';
import { pushRoutes } from './features/push/push.routes.ts';
import { pushSender } from './features/push/push.sender.ts';
import { vapidOf } from './features/push/vapid.ts';
import type { Clock } from './jobs/clock.ts';
import type { Chore } from './jobs/runner.ts';
import { vapidKey } from './config/keys.ts';

interface PushComposeDeps {
  readonly config: Pick<Config, 'demo' | 'dataDir' | 'vapidKeys' | 'vapidSubject' | 'publicUrl'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A contact that nobody can be reached at; Apple's service refuses it, others do not look. */
const NOBODY = 'mailto:operator@localhost';

/** @throws ConfigError for keys that do not belong together. */
export function composePush({ config, database, clock, log }: PushComposeDeps) {
  const { publicUrl = '' } = config;
  const subject = config.vapidSubject ?? (publicUrl.startsWith('https:') ? publicUrl : NOBODY);
  const vapid = vapidOf(vapidKey(config.vapidKeys, config.dataDir), subject);
  const deps = { db: database.kysely, clock, log, vapid, sender: newSender({ anywhere: config.demo }) };
  const sender = pushSender(deps);
  const chores: Chore[] = [
    // Not waited for: a service that is slow must not hold up what else there is to do.
    {
      name: 'reminders',
      everyMs: 1000,
      run: async () =>
        void sender
          .pass()
          .catch((error: unknown) => log.error({ err: error }, 'reminders could not be sent')),
    },
    { name: 'reminders told', everyMs: HOUR_MS, run: () => cleanEndings(database.kysely, clock.wall()) },
  ];
  return {
    handlers: pushRoutes({ ...deps, anywhere: config.demo }),
    chores,
    commands: pushCommands({ database, clock }),
    /** After a skip: sends what fell due. */
    pass: () => sender.pass(),
    /** A session is ended by its person: its device gets nothing more. */
    signedOut: (db: Db, tokenHash: Uint8Array) => removeDevice(db, tokenHash),
    stop: () => sender.stop(),
  };
}
