// Where the tests of the payouts worker play: a devnet that makes blocks by hand, a database, an account with money, and a worker
// that looks when it is told to. `payingHouse` declares the hooks of the file that calls it.
import { Wallet } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import type { Payouts, PayoutsDeps } from '#server/chain/payouts/payouts.ts';
import type { Payout } from '#server/chain/payouts/payouts.repository.ts';
import { endow } from '#server/chain/devnet/sender.ts';
import type { Database, Db } from '#server/db/client.ts';
import { audit, isSound } from '#server/ledger/audit.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import * as pay from '#tests/support/payouts.ts';

interface PayingHouse {
  readonly devnet: Devnet;
  readonly database: Database;
  readonly db: Db;
  /** An account of this test's own with a million USDT and ETH. */
  readonly user: bigint;
  /** A hot wallet of this test's own with gas and 1,000 USDT; a halt stays with its wallet. */
  readonly wallet: Wallet;
  worker: Payouts;
  /** A worker with the wallet's key, stopped at the end of the test. */
  open(more?: Partial<PayoutsDeps>): Promise<Payouts>;
  order(more?: Partial<pay.Order>): Promise<bigint>;
  /** Blocks until whatever is in one is final, and a look at them. */
  finalise(by?: Payouts): Promise<void>;
  payout(id: bigint): Promise<Payout>;
  states(...ids: readonly bigint[]): Promise<string[]>;
  alerts(): Promise<string[]>;
}

/** After each test the books agree and no alert is left open. */
export function payingHouse(deps: Partial<PayoutsDeps> = {}): PayingHouse {
  const stops: (() => Promise<void>)[] = [];
  const house = {
    async open(more = {}) {
      const opened = await pay.openPayouts(house.devnet, house.db, {
        key: house.wallet.privateKey,
        ...deps,
        ...more,
      });
      stops.push(() => opened.stop());
      return opened;
    },
    order: (more = {}) => pay.order(house.db, { user: house.user, ...more }),
    async finalise(by = house.worker) {
      await pay.mine(house.devnet, 3);
      await by.look();
    },
    payout: (id) => pay.payoutOf(house.db, id),
    states: (...ids) => Promise.all(ids.map(async (id) => (await house.payout(id)).state)),
    alerts: () => pay.openAlerts(house.db),
  } as { -readonly [K in keyof PayingHouse]: PayingHouse[K] };
  let folder: Awaited<ReturnType<typeof tempFolder>>;

  beforeAll(async () => {
    folder = await tempFolder();
    house.devnet = await openDevnet(folder.path, { history: 64 });
    await pay.mineByHand(house.devnet);
    house.database = await freshDatabase('pglite');
    house.db = house.database.kysely;
  });
  afterAll(async () => {
    await house.devnet.stop();
    await house.database.close();
    await folder.remove();
  });
  beforeEach(async () => {
    house.wallet = new Wallet(Wallet.createRandom().privateKey);
    await endow(house.devnet.rpc, house.wallet.address, COIN);
    await pay.mint(house.devnet, house.wallet.address, 'USDT', 1000n * COIN);
    house.user = await pay.richUser(house.db, ['USDT', 'ETH']);
    house.worker = await house.open();
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    expect(await house.alerts()).toEqual([]);
    expect(isSound(await audit(house.db))).toBe(true);
  });
  return house;
}
