/**
 * The HTTP layer over a real database with a fake feature behind every call, for tests of the layer itself. It counts
 * what reached a feature, since most tests are about requests that must not.
 */
import { VERSION } from '#contract/version.ts';
import pino from 'pino';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import type { Database, Db } from '#server/db/client.ts';
import { createApp } from '#server/http/app.ts';
import type { AppOptions, HttpConfig } from '#server/http/app.ts';
import { eventHub } from '#server/http/events.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { securityLog } from '#server/http/security-log.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { systemClock } from '#server/jobs/clock.ts';
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

const DAY_MS = 86_400_000;
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

let users = 0;

async function newUser(db: Db, now: Date): Promise<{ id: bigint; address: string }> {
  users += 1;
  const address = `0x${(BigInt(process.pid) * 100_000n + BigInt(users)).toString(16).padStart(40, '0')}`;
  return db
    .insertInto('users')
    .values({ address, invite_code: `T${process.pid}x${users}`, created_at: now })
    .returning(['id', 'address'])
    .executeTakeFirstOrThrow();
}

/** A session, created without signing in, for a new user or for the one with this id. */
export async function newSession(database: Database, now = new Date(), of?: bigint) {
  const db = database.kysely;
  const { id, address } =
    of === undefined
      ? await newUser(db, now)
      : await db.selectFrom('users').select(['id', 'address']).where('id', '=', of).executeTakeFirstOrThrow();
  const [token, outboxToken] = [newToken(), newToken()];
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      outbox_hash: hashToken(outboxToken),
      user_id: id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 7 * DAY_MS),
      outbox_expires_at: new Date(now.getTime() + 3 * DAY_MS),
    })
    .execute();
  return { id, address, token, outboxToken };
}
