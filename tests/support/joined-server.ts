// A second demo-mode server that joins the first one's devnet (DEVNET_URL), with its tokens, price feeds and paying
// key (DEVNET_FILE). The product cannot do this: demo mode always starts its own devnet. Tests need it to run several
// processes on one database and still move the clock. After SIGUSR2, for this process only, the machine's time is
// ahead by the milliseconds in the file `clock` in its folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createChain } from '#server/chain/chain.ts';
import { COINS } from '#server/chain/coins.ts';
import type { CoinChanges } from '#server/chain/coins.terms.ts';
import type { Passport } from '#server/chain/devnet/state.ts';
import { listedFeeds } from '#server/chain/prices/prices.rules.ts';
import { environmentWith, loadConfig } from '#server/config/config.ts';
import { key32, vapidKey } from '#server/config/keys.ts';
import { probeFolder } from '#server/config/probe.ts';
import { openDatabase } from '#server/db/client.ts';
import { type Closers, closeAll, startServer } from '#server/start.ts';

const env = environmentWith({});
const config = loadConfig(env);
const log = pino({ level: config.logLevel, base: undefined });
const closers: Closers = [];
process.once(
  'SIGTERM',
  () => void closeAll(closers, (error) => log.error(error)).then(() => process.exit(0)),
);

let aheadMs = 0;
const SystemDate = Date;
globalThis.Date = class extends SystemDate {
  constructor(...given: []) {
    if (given.length > 0) super(...given);
    else super(SystemDate.now() + aheadMs);
  }
  static override now = () => SystemDate.now() + aheadMs;
} as DateConstructor;
process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(join(config.dataDir, 'clock'), 'utf8'));
  process.stdout.write(`clock ${aheadMs}\n`);
});

const { tokens, feeds, keys } = JSON.parse(readFileSync(env['DEVNET_FILE'] ?? '', 'utf8')) as Passport;
const listed = listedFeeds(COINS, feeds);
const changes: CoinChanges = new Map(
  COINS.map(({ symbol, decimals }) => {
    const [address, feed] = [tokens[symbol], listed.get(symbol)];
    return [
      symbol,
      { terms: {}, ...(address && { contract: { address, decimals } }), ...(feed && { feed }) },
    ];
  }),
);
probeFolder(config.dataDir);
const database = await openDatabase({
  databaseUrl: config.databaseUrl,
  ownerUrl: config.databaseOwnerUrl,
  dataDir: config.dataDir,
  log,
});
closers.push(() => database.close());
const address = await startServer(
  {
    ...{ config, env, database, log },
    documentKey: key32(config.documentKey, config.dataDir, 'document'),
    vapidKey: vapidKey(config.vapidKeys, config.dataDir),
    createChain: (given, deps) =>
      createChain(
        { ...given, chainRpcUrl: env['DEVNET_URL'], hotWalletKey: keys.treasury },
        { ...deps, changes: () => changes },
      ),
  },
  closers,
);
process.stdout.write(`listening on ${address}\n`);
