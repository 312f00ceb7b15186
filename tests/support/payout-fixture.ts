// The fixture for tests of the payouts worker: a devnet with manual mining, a database, an account with money, and a worker that runs
// only when told to. `payoutFixture` registers the hooks in the file that calls it.
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

interface PayoutFixture {
  readonly devnet: Devnet;
  readonly database: Database;
  readonly db: Db;
  /** A new account for each test, with a million USDT and a million ETH. */
  readonly user: bigint;
  /** A new hot wallet for each test, with gas and 1,000 USDT. It must be new because a halt belongs to its wallet. */
  readonly wallet: Wallet;
  worker: Payouts;
  /** Starts a worker with the wallet's key. It is stopped at the end of the test. */
  open(more?: Partial<PayoutsDeps>): Promise<Payouts>;
  order(more?: Partial<pay.Order>): Promise<bigint>;
  /** Mines enough blocks to make all transactions final, then runs the worker once. */
  finalise(by?: Payouts): Promise<void>;
  payout(id: bigint): Promise<Payout>;
  states(...ids: readonly bigint[]): Promise<string[]>;
  alerts(): Promise<string[]>;
}

/** A log for a worker; `lines` has its calls: the level, then what was given. */
export function recordedLog(): { readonly lines: unknown[][]; readonly log: PayoutsDeps['log'] } {
  const lines: unknown[][] = [];
  const at =
    (level: string) =>
    (...given: unknown[]) =>
      void lines.push([level, ...given]);
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
}

/** Each test must leave the ledger balanced and no alert open. */
export function payoutFixture(deps: Partial<PayoutsDeps> = {}): PayoutFixture {
  const stops: (() => Promise<void>)[] = [];
  const fixture = {
    async open(more = {}) {
      const opened = await pay.openPayouts(fixture.devnet, fixture.db, {
        key: fixture.wallet.privateKey,
        ...deps,
        ...more,
      });
      stops.push(() => opened.stop());
      return opened;
    },
    order: (more = {}) => pay.order(fixture.db, { user: fixture.user, ...more }),
    async finalise(by = fixture.worker) {
      await pay.mine(fixture.devnet, 3);
      await by.look();
    },
    payout: (id) => pay.payoutOf(fixture.db, id),
    states: (...ids) => Promise.all(ids.map(async (id) => (await fixture.payout(id)).state)),
    alerts: () => pay.openAlerts(fixture.db),
  } as { -readonly [K in keyof PayoutFixture]: PayoutFixture[K] };
  let folder: Awaited<ReturnType<typeof tempFolder>>;

  beforeAll(async () => {
    folder = await tempFolder();
    fixture.devnet = await openDevnet(folder.path, { history: 64 });
    await pay.mineByHand(fixture.devnet);
    fixture.database = await freshDatabase('pglite');
    fixture.db = fixture.database.kysely;
  });
  afterAll(async () => {
    await fixture.devnet.stop();
    await fixture.database.close();
    await folder.remove();
  });
  beforeEach(async () => {
    fixture.wallet = new Wallet(Wallet.createRandom().privateKey);
    await endow(fixture.devnet.rpc, fixture.wallet.address, COIN);
    await pay.mint(fixture.devnet, fixture.wallet.address, 'USDT', 1000n * COIN);
    fixture.user = await pay.richUser(fixture.db, ['USDT', 'ETH']);
    fixture.worker = await fixture.open();
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
    expect(await fixture.alerts()).toEqual([]);
    expect(isSound(await audit(fixture.db))).toBe(true);
  });
  return fixture;
}
