/**
 * Starts Adit: settings → database, devnet, page → features → HTTP and workers → shutdown. Every dependency is created here
 * and passed on. A start that cannot succeed says why in one line and ends with exit code 1.
 */
import { pino } from 'pino';
import { type Config, ConfigError, environmentWith, loadConfig, remarks } from './config/config.ts';
import { DIST, ensureBuilt } from './build.ts';
import { compose } from './compose.ts';
import { probeCoins, probeFolder, probePort } from './config/probe.ts';
import { createChain } from './chain/chain.ts';
import { seedKey } from './chain/draws/draw-seeds.ts';
import { createDraws } from './chain/draws/draws.ts';
import { openDatabase } from './db/client.ts';
import { createApp } from './http/app.ts';
import { eventHub } from './http/events.ts';
import { loggable } from './http/faults.ts';
import { VERSION } from '#contract/version.ts';
import { movableClock, systemClock } from './jobs/clock.ts';
import { key32, vapidKey } from './config/keys.ts';
import { endWithNpm } from './lib/leash.ts';
import { openSettings } from './config/settings.ts';
import { operatorLog } from './operator/log.ts';
import { serveOperator } from './operator/server.ts';

/** A shutdown that takes longer is cut off, so that the process ends within 10 s of SIGTERM. */
const SHUTDOWN_MS = 9000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What has been opened so far; closed in reverse order. */
type Closers = (() => Promise<unknown>)[];

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).reverse())
    await close().catch((error: unknown) => console.error(error));
}

async function start(config: Config, closers: Closers): Promise<void> {
  // Database errors repeat values of a row, which may be personal: `loggable` removes them.
  const log = pino({
    level: config.logLevel,
    base: undefined,
    serializers: { err: (error: unknown) => loggable(error) },
  });
  // One server per data folder and port: checked before anything is built or started.
  probeCoins(config);
  probeFolder(config.dataDir);
  await probePort(config.port, config.host);
  const documentKey = key32(config.documentKey, config.dataDir, 'document');
  // An invalid pair is refused before anything is opened.
  const pushKey = vapidKey(config.vapidKeys, config.dataDir);
  const built = config.buildsPage ? ensureBuilt(config.signKey, say) : undefined;
  // Awaited before the server listens; until then an error here must not count as unhandled.
  built?.catch(() => undefined);

  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    log,
  });
  closers.push(() => database.close());
  const moved = config.demo ? await movableClock(database.kysely) : undefined;
  const clock = moved ?? systemClock;
  const events = eventHub(database, log);
  const settings = await openSettings({ database, env: environmentWith({}), log });
  const chain = await createChain(config, {
    ...{ db: database.kysely, clock, log },
    changes: () => settings.now().coins,
    changed: (users) => users.forEach((user) => events.publish({ user, topic: 'balance' })),
  });
  closers.push(() => chain.stop());
  const draws = createDraws({
    ...{ db: database.kysely, rpc: chain.rpc, chainId: chain.chainId, clock, log, rule: config.drawRule },
    key: seedKey(documentKey),
    secure: (block) => chain.secure(block),
  });
  closers.push(() => draws.stop());

  let url = config.publicUrl ?? '';
  const features = compose({
    ...{ config, settings, database, clock, moved, chain, draws, events, log },
    ...{ documentKey, vapidKey: pushKey, version: VERSION },
    publicUrl: () => url,
  });
  closers.push(() => features.stop());
  await features.start();
  const operator = await serveOperator(config.dataDir, {
    commands: features.commands,
    journal: operatorLog(database.kysely, clock),
    log,
  });
  closers.push(() => operator.close());

  await built;
  const app = createApp({
    config,
    database,
    clock,
    log,
    handlers: features.handlers,
    events,
    rpc: [config.publicRpcUrl ?? chain.rpcUrl],
    version: VERSION,
    staticDir: DIST,
    pictures: features.picture,
  });
  closers.push(() => app.close());
  const address = await app.listen({ port: config.port, host: config.host });
  url = config.publicUrl ?? address;
  say(`listening on ${address}`);
  remarks(config).forEach(say);
}

async function main(): Promise<void> {
  const closers: Closers = [];
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    void closeAll(closers).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  endWithNpm(stop);
  try {
    await start(loadConfig(), closers);
  } catch (error) {
    if (stopping) return;
    const expected =
      error instanceof ConfigError || (error instanceof Error && !(error instanceof TypeError));
    process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`);
    await closeAll(closers);
    process.exit(1);
  }
}

await main();
