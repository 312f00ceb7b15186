/**
 * Starts Adit as a process: settings, keys, page, database, then the server on top of them (start.ts), and handles its
 * shutdown. A start that cannot succeed says why in one line and exits with code 1.
 */
import { pino } from 'pino';
import { type Config, environmentWith, loadConfig, remarks } from './config/config.ts';
import { ensureBuilt } from './build.ts';
import { probeCoins, probeFolder, probePort } from './config/probe.ts';
import { createChain } from './chain/chain.ts';
import { openDatabase } from './db/client.ts';
import { loggable } from './http/faults.ts';
import { METRICS_HOST } from './http/metrics.ts';
import { key32, vapidKey } from './config/keys.ts';
import { endWithNpm } from './lib/leash.ts';
import { type Closers, closeAll, startServer } from './start.ts';

/** A shutdown that takes longer is cut short, so that the process ends within 10 s of SIGTERM. */
const SHUTDOWN_MS = 9000;

/** Whatever the server, its threads, its devnet and their libraries create is accessible only to its owner. */
const OWNER_ALONE = 0o077;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function open(config: Config, closers: Closers): Promise<void> {
  // Database errors repeat a row's values, which may be personal: `loggable` removes them.
  const log = pino({
    level: config.logLevel,
    base: undefined,
    serializers: { err: (error: unknown) => loggable(error) },
  });
  // One server per data folder and port: checked before anything is built or started.
  probeCoins(config);
  probeFolder(config.dataDir);
  await probePort(config.port, config.host);
  if (config.metricsPort !== undefined) await probePort(config.metricsPort, METRICS_HOST, 'METRICS_PORT');
  // Invalid keys are refused before anything is opened.
  const keys = {
    documentKey: key32(config.documentKey, config.dataDir, 'document'),
    otherKey: config.otherDocumentKey
      ? key32(config.otherDocumentKey, config.dataDir, 'document')
      : undefined,
    vapidKey: vapidKey(config.vapidKeys, config.dataDir),
  };
  const built = config.buildsPage ? ensureBuilt(config.signKey, say) : undefined;
  // Awaited before the server listens; until then, an error must not count as unhandled.
  built?.catch(() => undefined);

  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    ownerUrl: config.databaseOwnerUrl,
    readUrls: config.databaseReadUrls,
    dataDir: config.dataDir,
    log,
  });
  closers.push(() => database.close());
  const address = await startServer(
    { config, env: environmentWith({}), ...keys, database, log, createChain, built },
    closers,
  );
  say(`listening on ${address}`);
  remarks(config).forEach(say);
}

const told = (error: unknown): void => console.error(error);

async function main(): Promise<void> {
  process.umask(OWNER_ALONE);
  const closers: Closers = [];
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    void closeAll(closers, told).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  endWithNpm(stop);
  try {
    await open(loadConfig(), closers);
  } catch (error) {
    if (stopping) return;
    const expected = error instanceof Error && !(error instanceof TypeError);
    process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`);
    await closeAll(closers, told);
    process.exit(1);
  }
}

await main();
