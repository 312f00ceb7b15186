// The payouts worker on a real devnet: what is approved arrives once, what fails is given back, what cannot be paid waits.
import { Wallet } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endow, sender } from '#server/chain/sender.ts';
import type { Devnet } from '#server/chain/devnet.ts';
import type { Payouts, PayoutsDeps } from '#server/chain/payouts.ts';
import { approve } from '#server/chain/payouts.store.ts';
import { type Rpc, connect } from '#server/chain/rpc.ts';
import type { Database, Db } from '#server/db/client.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { audit, isSound } from '#server/ledger/audit.ts';
import { balances } from '#server/ledger/read.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { CHAIN_ID, memoryLog, openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import * as pay from '#tests/support/payouts.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let database: Database;
let db: Db;
let user: bigint;
let worker: Payouts;
const stops: (() => Promise<void>)[] = [];

async function open(more: Partial<PayoutsDeps> = {}): Promise<Payouts> {
  const opened = await pay.openPayouts(devnet, db, more);
  stops.push(() => opened.stop());
  return opened;
}
/** Blocks until whatever is in one is final, and a look at them. */
async function finalise(by = worker): Promise<void> {
  await pay.mine(devnet, 3);
  await by.look();
}
const states = (ids: readonly bigint[]) =>
  Promise.all(ids.map(async (id) => (await pay.payoutOf(db, id)).state));
const stateOf = async (id: bigint) => (await pay.payoutOf(db, id)).state;
const usdt = async () => (await balances(db, user)).get('USDT');

beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path, { history: 64 });
  await pay.mineByHand(devnet);
  database = await freshDatabase('pglite');
  db = database.kysely;
});
afterAll(async () => {
  await devnet.stop();
  await database.close();
  await folder.remove();
});
beforeEach(async () => {
  user = await pay.richUser(db, ['USDT', 'ETH']);
  worker = await open();
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  expect(isSound(await audit(db))).toBe(true);
});

describe('a payout', () => {
  test('is signed, sent and confirmed; the receiver gets the amount less the fee, and the ledger says so', async () => {
    const told: bigint[] = [];
    const secured: number[] = [];
    worker = await open({
      changed: (users) => told.push(...users),
      secure: async (block) => {
        await devnet.secure(block);
        secured.push(block.number);
      },
    });
    const address = pay.newAddress();
    const id = await pay.order(db, { user, amount: 12n * COIN + 3n, fee: COIN, address });
    await worker.look();
    expect(worker.status()).toEqual({ ok: true, open: 1 });
    const sent = await pay.payoutOf(db, id);
    expect(sent).toMatchObject({ state: 'broadcast', wallet: worker.address, finished_at: null });
    const [attempt, ...more] = await pay.attemptsOf(db, id);
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({ hash: sent.tx_hash, nonce: sent.nonce });
    expect(attempt?.sent_at).not.toBeNull();

    await pay.mine(devnet, 2);
    await worker.look();
    expect([await stateOf(id), secured]).toEqual(['broadcast', []]);
    expect(await pay.held(devnet, 'USDT', address)).toBe(11n * COIN + 3n);
    await pay.mine(devnet);
    await worker.look();
    expect(await pay.payoutOf(db, id)).toMatchObject({ state: 'confirmed', reason: null });
    expect(secured).toHaveLength(1);
    expect(worker.status()).toEqual({ ok: true, open: 0 });
    expect(told).toEqual([user, user, user]);
    expect(await pay.entriesOf(db, id)).toEqual([
      'withdraw payouts 11.000000000000000003',
      'withdraw revenue 1',
      'withdraw user -12.000000000000000003',
      'payout custody 11.000000000000000003',
      'payout payouts -11.000000000000000003',
    ]);
  });

  test('waits for its approval, and for nothing else', async () => {
    const [waits, goes] = [await pay.order(db, { user, approved: false }), await pay.order(db, { user })];
    await worker.look();
    await finalise();
    expect(await states([waits, goes])).toEqual(['requested', 'confirmed']);
    expect(await pay.attemptsOf(db, waits)).toEqual([]);
    await approve(db, waits, 'olga', systemClock.now());
    await worker.look();
    await finalise();
    expect(await pay.payoutOf(db, waits)).toMatchObject({ state: 'confirmed', approved_by: 'olga' });
  });

  test('comes in its turn: forty of them, sixteen at a time, in the order of their nonces', async () => {
    const ids: bigint[] = [];
    for (let n = 0; n < 40; n += 1) ids.push(await pay.order(db, { user }));
    await worker.look();
    expect((await states(ids)).filter((state) => state === 'broadcast')).toHaveLength(16);
    for (let round = 0; round < 4; round += 1) await finalise();
    expect(new Set(await states(ids))).toEqual(new Set(['confirmed']));
    const nonces = await Promise.all(ids.map(async (id) => Number((await pay.payoutOf(db, id)).nonce)));
    expect(nonces).toEqual(nonces.map((_, index) => (nonces[0] ?? 0) + index));
  });

  test('that the node lost is sent again, and is paid once', async () => {
    const address = pay.newAddress();
    const id = await pay.order(db, { user, address });
    await worker.look();
    const { tx_hash: hash } = await pay.payoutOf(db, id);
    await devnet.rpc.call('anvil_dropTransaction', [hash]);
    await pay.mine(devnet);
    expect(await pay.held(devnet, 'USDT', address)).toBe(0n);
    await worker.look();
    await finalise();
    expect([await stateOf(id), await pay.held(devnet, 'USDT', address)]).toEqual(['confirmed', 9n * COIN]);
  });

  test('that a re-org throws out before it is final is sent again, and is paid once', async () => {
    const address = pay.newAddress();
    const id = await pay.order(db, { user, address });
    await worker.look();
    await pay.mine(devnet, 2);
    await devnet.rpc.call('anvil_reorg', [2, []]);
    await worker.look();
    expect([await stateOf(id), await pay.held(devnet, 'USDT', address)]).toEqual(['broadcast', 0n]);
    await finalise();
    expect([await stateOf(id), await pay.held(devnet, 'USDT', address)]).toEqual(['confirmed', 9n * COIN]);
  });

  test('that was confirmed on a chain that then went back to an older state is sent again with the next one', async () => {
    const [first, second] = [pay.newAddress(), pay.newAddress()];
    const snapshot = await devnet.rpc.call('evm_snapshot');
    const id = await pay.order(db, { user, address: first });
    await worker.look();
    await finalise();
    expect(await stateOf(id)).toBe('confirmed');
    expect(await devnet.rpc.call('evm_revert', [snapshot])).toBe(true);
    expect(await pay.held(devnet, 'USDT', first)).toBe(0n);
    const next = await pay.order(db, { user, address: second });
    await worker.look();
    await finalise();
    expect(await states([id, next])).toEqual(['confirmed', 'confirmed']);
    expect([await pay.held(devnet, 'USDT', first), await pay.held(devnet, 'USDT', second)]).toEqual([
      9n * COIN,
      9n * COIN,
    ]);
  });

  test('is finished for a key that is not in use any more', async () => {
    const id = await pay.order(db, { user });
    await worker.look();
    await worker.stop();
    const { tx_hash: hash } = await pay.payoutOf(db, id);
    await devnet.rpc.call('anvil_dropTransaction', [hash]);
    worker = await open({ key: Wallet.createRandom().privateKey });
    await finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});

describe('a payout that fails', () => {
  test('before it is signed, since the token does not take it, is given back without an attempt', async () => {
    const before = await usdt();
    const id = await pay.order(db, { user, address: `0x${'0'.repeat(40)}` });
    const next = await pay.order(db, { user });
    await worker.look();
    await finalise();
    expect(await states([id, next])).toEqual(['failed', 'confirmed']);
    expect(await pay.attemptsOf(db, id)).toEqual([]);
    expect((await pay.payoutOf(db, id)).reason).toMatch(/does not take/);
    expect(await usdt()).toBe((before ?? 0n) - 10n * COIN);
    expect((await pay.entriesOf(db, id)).slice(3)).toEqual([
      'refund payouts -9',
      'refund revenue -1',
      'refund user 10',
    ]);
  });

  test.each([
    ['reverts', '0x5f5ffd'],
    // Answers with nothing and tells nobody: a token that says "false" instead of reverting.
    ['moves nothing', '0x00'],
  ])('on the chain, where the token %s, is given back once it is final', async (_, code) => {
    const before = await usdt();
    const token = devnet.passport.tokens['USDT'] ?? '';
    const kept = await devnet.rpc.call('eth_getCode', [token, 'latest']);
    const id = await pay.order(db, { user });
    await worker.look();
    await devnet.rpc.call('anvil_setCode', [token, code]);
    try {
      await pay.mine(devnet, 2);
      await worker.look();
      expect(await stateOf(id)).toBe('broadcast');
      await finalise();
    } finally {
      await devnet.rpc.call('anvil_setCode', [token, kept]);
    }
    expect(await pay.payoutOf(db, id)).toMatchObject({ state: 'failed', reason: /failed on the chain/ });
    expect(await usdt()).toBe(before);
    const next = await pay.order(db, { user });
    await worker.look();
    await finalise();
    expect(await stateOf(next)).toBe('confirmed');
  });
});

describe('a hot wallet', () => {
  /** A key of its own, with gas and without coins. */
  async function purse(): Promise<Wallet> {
    const wallet = new Wallet(Wallet.createRandom().privateKey);
    await endow(devnet.rpc, wallet.address, 10n ** 18n);
    return wallet;
  }
  test('that lacks a coin lets its payouts wait, pays the others, tells it once, and goes on when it is filled', async () => {
    const wallet = await purse();
    await pay.mint(devnet, wallet.address, 'ETH', 5n * COIN);
    worker = await open({ key: wallet.privateKey });
    const poor = await pay.order(db, { user, coin: 'USDT' });
    const also = await pay.order(db, { user, coin: 'USDT', amount: 2n * COIN });
    const rich = await pay.order(db, { user, coin: 'ETH', amount: 2n * COIN });
    await worker.look();
    await worker.look();
    await finalise();
    expect(await states([poor, also, rich])).toEqual(['requested', 'requested', 'confirmed']);
    expect(await pay.openAlerts(db)).toEqual(['hot_wallet_empty USDT']);
    expect(worker.status()).toEqual({ ok: true, open: 2 });
    await pay.mint(devnet, wallet.address, 'USDT', 9n * COIN);
    await worker.look();
    // The first one takes all of it; the second one waits for what is under way.
    expect(await states([poor, also])).toEqual(['broadcast', 'requested']);
    expect(await pay.openAlerts(db)).toEqual(['hot_wallet_empty USDT']);
    await finalise();
    await pay.mint(devnet, wallet.address, 'USDT', COIN);
    await worker.look();
    await finalise();
    await worker.look();
    expect(await states([poor, also])).toEqual(['confirmed', 'confirmed']);
    expect(await pay.openAlerts(db)).toEqual([]);
    const told = await db.selectFrom('chain_alerts').selectAll().execute();
    expect(told).toHaveLength(1);
  });

  test('that lacks gas lets all wait, tells it, and goes on', async () => {
    const wallet = await purse();
    await endow(devnet.rpc, wallet.address, 1000n);
    await pay.mint(devnet, wallet.address, 'ETH', 5n * COIN);
    const rpc: Rpc = {
      ...devnet.rpc,
      call: async <T>(method: string, params?: readonly unknown[]) =>
        method === 'eth_gasPrice' ? ('0x3b9aca00' as T) : devnet.rpc.call<T>(method, params),
    };
    worker = await open({ key: wallet.privateKey, rpc });
    const id = await pay.order(db, { user, coin: 'ETH', amount: 2n * COIN });
    await worker.look();
    expect([await stateOf(id), await pay.openAlerts(db)]).toEqual(['requested', ['hot_wallet_empty gas']]);
    await endow(devnet.rpc, wallet.address, 10n ** 18n);
    await worker.look();
    await finalise();
    expect([await stateOf(id), await pay.openAlerts(db)]).toEqual(['confirmed', []]);
    expect((await pay.attemptsOf(db, id)).map(({ gas_price: price }) => price)).toEqual([1_000_000_000n]);
  });

  test('that has transactions of others under way at the first start waits for them, and counts on from there', async () => {
    const wallet = await purse();
    await pay.mint(devnet, wallet.address, 'ETH', 5n * COIN);
    const draft = { to: wallet.address, gasLimit: 21_000 };
    await sender(devnet.rpc, wallet, CHAIN_ID).send([draft, draft]);
    worker = await open({ key: wallet.privateKey });
    const id = await pay.order(db, { user, coin: 'ETH', amount: 2n * COIN });
    await worker.look();
    expect(await stateOf(id)).toBe('requested');
    await pay.mine(devnet);
    await worker.look();
    await finalise();
    expect(await pay.payoutOf(db, id)).toMatchObject({ state: 'confirmed', nonce: 2n });
  });
});

describe('a node that is away', () => {
  test('is waited for; nothing is lost', async () => {
    let away = true;
    const gone = connect('http://127.0.0.1:9');
    const rpc = new Proxy(devnet.rpc, { get: (real, name: keyof Rpc) => (away ? gone : real)[name] });
    const log = memoryLog();
    worker = await open({ rpc, log });
    const id = await pay.order(db, { user });
    await expect(worker.look()).rejects.toThrow();
    expect(worker.status()).toEqual({ ok: true, open: 1 });
    away = false;
    await worker.look();
    away = true;
    await expect(worker.look()).rejects.toThrow();
    away = false;
    await finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});
