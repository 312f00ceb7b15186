// All features of the server over a test's database, composed as in main.ts but never started. There is no chain.
import { loadConfig } from '#server/config/config.ts';
import { COINS } from '#server/chain/coins.ts';
import { type ComposeDeps, compose } from '#server/compose.ts';
import type { Database } from '#server/db/client.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { quiet } from '#tests/support/databases.ts';

export function composed(database: Database) {
  const config = loadConfig({});
  const deps = {
    ...{ config, database, clock: systemClock, moved: undefined, log: quiet },
    settings: { now: () => ({ config, coins: new Map() }) },
    chain: { coins: COINS, treasury: null, own: [], payouts: null },
    draws: { rule: config.drawRule },
    documentKey: Buffer.alloc(32, 1),
    vapidKey: Buffer.alloc(32, 1),
    version: 'test',
    publicUrl: () => '',
  };
  return compose(deps as unknown as ComposeDeps);
}
