/**
 * The HTTP layer over a real database with a fake feature behind every call, for tests of the layer itself. It counts
 * what reached a feature, since most tests are about requests that must not.
 */
import { VERSION } from '#contract/version.ts';
import pino from 'pino';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import type { Database } from '#server/db/client.ts';
import { createApp } from '#server/http/app.ts';
import type { AppOptions, HttpConfig } from '#server/http/app.ts';
import { eventHub } from '#server/http/events.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { securityLog } from '#server/http/security-log.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { sessionOf } from '#tests/support/hot-calls.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { outputOf } from '#tests/support/samples.ts';

const TEST_CONFIG: HttpConfig = {
  production: false,
  demo: true,
  signKeys: [DEVELOPMENT_SIGN_KEY],
  serviceWorker: true,
  publicUrl: 'http://127.0.0.1:8080',
  walletConnectProjectId: null,
  trustProxy: false,
  rateLimit: { account: 0, guest: 0, signIn: 0 },
};

const SECRET = Buffer.alloc(32, 7);

interface FakeAppOptions extends Partial<Omit<AppOptions, 'config' | 'database' | 'handlers'>> {
  readonly config?: Partial<HttpConfig>;
  /** These replace fakes. */
  readonly handlers?: Partial<Handlers>;
}

/** An app, how often each fake feature was reached, the hub of its events, and the accounts that were notified. */
export function fakeApp(
  database: Database,
  { config, handlers, log = pino({ level: 'silent' }), clock = systemClock, ...options }: FakeAppOptions = {},
) {
  const reached = new Map<CallName, number>();
  const fakes: Record<string, () => Promise<never>> = {};
  for (const name of callNames) {
    if (callOf(name).form) continue;
    fakes[name] = async () => {
      reached.set(name, (reached.get(name) ?? 0) + 1);
      return outputOf(name) as never;
    };
  }
  const events = eventHub(database, clock, log);
  const publish = events.publish.bind(events);
  const notified: bigint[] = [];
  events.publish = (event) => {
    if (event.user !== undefined) notified.push(event.user);
    publish(event);
  };
  const app = createApp({
    config: { ...TEST_CONFIG, ...config },
    database,
    clock,
    log,
    handlers: { ...fakes, ...handlers } as Handlers,
    events,
    security: securityLog(log, SECRET, () => clock.wall().getTime()),
    secret: SECRET,
    rpc: ['http://127.0.0.1:8545'],
    version: VERSION,
    ...options,
  });
  return { app, events, notified, reached: (name: CallName) => reached.get(name) ?? 0 };
}

/** A session, created without signing in, for a new user or for the one with this id. */
export async function newSession(database: Database, now = new Date(), of?: bigint) {
  const db = database.kysely;
  const id = of ?? (await makeUser(db, { at: now }));
  const { address } = await db
    .selectFrom('users')
    .select('address')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const [token, outboxToken] = [newToken(), newToken()];
  const hashes = { token: hashToken(token), outbox: hashToken(outboxToken) };
  await sessionOf(db, id, now, { ...hashes, days: 7, outboxDays: 3 });
  return { id, address, token, outboxToken };
}
