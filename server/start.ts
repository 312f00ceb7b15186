/**
 * The server on top of an open database: settings → chain → draws → features → operator → HTTP. Every dependency is
 * created here and passed down, except the chain, which the caller creates, so that a test can substitute another.
 */
import type { Logger } from 'pino';
import { VERSION } from '#contract/version.ts';
import { DIST } from './build.ts';
import type { createChain } from './chain/chain.ts';
import { seedKey } from './chain/draws/draw-seeds.ts';
import { createDraws } from './chain/draws/draws.ts';
import { compose } from './compose.ts';
import type { Config } from './config/config.ts';
import { openSettings } from './config/settings.ts';
import type { Database } from './db/client.ts';
import { createApp } from './http/app.ts';
import { eventHub } from './http/events.ts';
import { serveMetrics } from './http/metrics.ts';
import { securityLog } from './http/security-log.ts';
import { databaseClock, movableClock } from './jobs/clock.ts';
import { operatorLog } from './operator/log.ts';
import { serveOperator } from './operator/server.ts';

/** What has been opened so far; closed in reverse order. */
export type Closers = (() => Promise<unknown>)[];

interface Start {
  readonly config: Config;
  /** The environment that `config` was read from. */
  readonly env: NodeJS.ProcessEnv;
  /** Encrypts and decrypts KYC documents and the seeds of draws. */
  readonly documentKey: Buffer;
  /** Also decrypts them. */
  readonly otherKey?: Buffer | undefined;
  /** The private key of Web Push. */
  readonly vapidKey: Buffer;
  readonly database: Database;
  readonly log: Logger;
  readonly createChain: typeof createChain;
  /** Resolves when the page has been built; if nobody waits for it, whatever is there is served. */
  readonly built?: Promise<unknown> | undefined;
}

export async function closeAll(closers: Closers, failed: (error: unknown) => void): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch(failed);
}

/**
 * Starts everything except the operator's socket and HTTP: `app` creates the latter, with the built page in `staticDir`
 * if there is one. `url` is the address that it listens on, once it is known.
 */
export async function startFeatures(given: Start, closers: Closers, url: () => string) {
  const { config, env, documentKey, otherKey, vapidKey, database, log } = given;
  const real = await databaseClock(database.kysely);
  closers.push(async () => real.stop());
  const moved = config.demo ? await movableClock(database.kysely, real) : undefined;
  const clock = moved ?? real;
  const events = eventHub(database, clock, log);
  const security = securityLog(log, documentKey);
  const settings = await openSettings({ database, env, log });
  const chain = await given.createChain(config, {
    ...{ db: database.kysely, clock, log },
    changes: () => settings.now().coins,
    changed: (users) => users.forEach((user) => events.publish({ user, topic: 'balance' })),
  });
  closers.push(() => chain.stop());
  const draws = createDraws({
    ...{ db: database.kysely, rpc: chain.rpc, chainId: chain.chainId, clock, log, rule: config.drawRule },
    key: seedKey(documentKey),
    otherKey: otherKey && seedKey(otherKey),
    secure: (block) => chain.secure(block),
  });
  closers.push(() => draws.stop());

  let stopping = false;
  const features = compose({
    ...{ config, settings, database, clock, moved, chain, draws, events, security, log },
    ...{ documentKey, otherKey, vapidKey, version: VERSION },
    publicUrl: () => config.publicUrl ?? url(),
    stopping: () => stopping,
  });
  closers.push(() => features.stop());
  await features.start();
  const app = (staticDir?: string) => {
    const made = createApp({
      ...{ config, database, clock, log, handlers: features.handlers, events, security },
      secret: documentKey,
      rpc: [config.publicRpcUrl ?? chain.rpcUrl],
      version: VERSION,
      ...(staticDir !== undefined && { staticDir }),
      pictures: features.picture,
    });
    closers.push(() => {
      stopping = true;
      return made.close();
    });
    return made;
  };
  const journal = operatorLog(database.kysely, clock);
  return { app, gauges: features.gauges, operator: { commands: features.commands, journal, log } };
}

/** Resolves with its address once it listens. */
export async function startServer(given: Start, closers: Closers): Promise<string> {
  const { config } = given;
  let url = '';
  const features = await startFeatures(given, closers, () => url);
  const operator = await serveOperator(config.dataDir, features.operator);
  closers.push(() => operator.close());

  if (config.metricsPort !== undefined) {
    const metrics = await serveMetrics(config.metricsPort, features.gauges, given.log);
    closers.push(() => metrics.close());
  }

  await given.built;
  url = await features.app(DIST).listen({ port: config.port, host: config.host });
  return url;
}
