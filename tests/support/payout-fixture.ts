// The fixture for tests of the payouts worker: a devnet with manual mining, a database, an account with money, and a worker that runs
// only when told to. `payoutFixture` registers the hooks in the file that calls it.
import { Wallet } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import type { Payouts, PayoutsDeps } from '#server/chain/payouts/payouts.ts';
import type { Payout } from '#server/chain/payouts/payouts.repository.ts';
import { endow } from '#server/chain/devnet/sender.ts';
import type { Call, Rpc } from '#server/chain/rpc.ts';
import type { Database, Db } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import * as pay from '#tests/support/payouts.ts';

/** A worker that is observed; its lists begin to grow once it is open. */
interface Watched {
  readonly worker: Payouts;
  /** Calls to the log: level, then what was given. */
  readonly log: unknown[][];
  readonly notified: bigint[];
  /** Requests to the node: method, and the receiver of calls and estimates. */
  readonly asked: string[];
  /** Statements that the database was sent, by kind. */
  readonly statements: string[];
}

/** Does something before the node answers, or answers in its place unless that is undefined. */
type Instead = (method: string, params: readonly unknown[]) => unknown;

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
  watched(more?: Partial<PayoutsDeps>, instead?: Instead): Promise<Watched>;
  order(more?: Partial<pay.Order>): Promise<bigint>;
  /** Mines enough blocks to make all transactions final, then runs the worker once. */
  finalise(by?: Payouts): Promise<void>;
  payout(id: bigint): Promise<Payout>;
  states(...ids: readonly bigint[]): Promise<string[]>;
  alerts(): Promise<string[]>;
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
    async watched(more = {}, instead = () => undefined) {
      const [log, asked, statements] = [[] as unknown[][], [] as string[], [] as string[]];
      const notified: bigint[] = [];
      const at =
        (level: string) =>
        (...given: unknown[]) =>
          void log.push([level, ...given]);
      const { rpc } = fixture.devnet;
      const node: Rpc = {
        ...rpc,
        async call<T>(method: string, params: readonly unknown[] = []) {
          const [{ to = '' } = {}] = params as [{ to?: string }?];
          asked.push(`${method} ${to}`.trim());
          const answer = await instead(method, params);
          return answer === undefined ? rpc.call<T>(method, params) : (answer as T);
        },
        batch: <T>(calls: readonly Call[]) =>
          Promise.all(calls.map(([method, params]) => node.call<T>(method, params))),
      };
      const db = fixture.db.withPlugin({
        transformQuery(query) {
          statements.push(query.node.kind);
          return query.node;
        },
        transformResult: async ({ result }) => result,
      });
      const worker = await fixture.open({
        ...{ rpc: node, db },
        log: { info: at('info'), warn: at('warn'), error: at('error') },
        changed: (users) => notified.push(...users),
        ...more,
      });
      for (const list of [log, notified, asked, statements]) list.length = 0;
      return { worker, log, notified, asked, statements };
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
    fixture.database = await freshDatabase('postgres');
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
    expect(await audit(fixture.db)).toEqual([]);
  });
  return fixture;
}
