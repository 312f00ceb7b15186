// What goes wrong with nonces and prices: a transaction that no block takes, one that is not ours, and the operator's halt.
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Devnet } from '#server/chain/devnet.ts';
import type { Payouts, PayoutsDeps } from '#server/chain/payouts.ts';
import { MAX_ATTEMPTS } from '#server/chain/payouts.rules.ts';
import { endow, sender } from '#server/chain/sender.ts';
import type { Database, Db } from '#server/db/client.ts';
import { payoutCommands } from '#server/features/assets/payouts.commands.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { audit, isSound } from '#server/ledger/audit.ts';
import { freshDatabase } from '#tests/support/databases.ts';
import { CHAIN_ID, openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import * as pay from '#tests/support/payouts.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let database: Database;
let db: Db;
let user: bigint;
let wallet: Wallet;
let worker: Payouts;
const stops: (() => Promise<void>)[] = [];

const deps = (): Partial<PayoutsDeps> => ({ key: wallet.privateKey, doubtMs: 0 });
async function open(more: Partial<PayoutsDeps> = {}): Promise<Payouts> {
  const opened = await pay.openPayouts(devnet, db, { ...deps(), ...more });
  stops.push(() => opened.stop());
  return opened;
}
async function finalise(by = worker): Promise<void> {
  await pay.mine(devnet, 3);
  await by.look();
}
const stateOf = async (id: bigint) => (await pay.payoutOf(db, id)).state;
const pricesOf = async (id: bigint) => (await pay.attemptsOf(db, id)).map(({ gas_price: price }) => price);
const operator = (name: string, ...args: string[]) => {
  const all = payoutCommands({ database, clock: systemClock, payouts: worker, changed: () => undefined });
  const command = all.find((each) => each.name === `payouts ${name}`);
  if (!command) throw new Error(`no command ${name}`);
  return command.run(args, 'olga').then(({ text }) => text);
};

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
  // A hot wallet of each test's own: a halt stays with its wallet.
  wallet = new Wallet(Wallet.createRandom().privateKey);
  await pay.mint(devnet, wallet.address, 'USDT', 1000n * COIN);
  await endow(devnet.rpc, wallet.address, COIN);
  user = await pay.richUser(db, ['USDT']);
  worker = await open();
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  expect(await pay.openAlerts(db)).toEqual([]);
  expect(isSound(await audit(db))).toBe(true);
});

/** Somebody with the same key sends something with the next nonce that the node knows. */
const intrude = () => sender(devnet.rpc, wallet, CHAIN_ID).send([{ to: wallet.address, gasLimit: 21_000 }]);

describe('a payout that no block takes', () => {
  test('is replaced on its nonce at a higher price each time, and one of its attempts is paid', async () => {
    worker = await open({ replaceAfterMs: 0 });
    const address = pay.newAddress();
    const id = await pay.order(db, { user, address });
    for (let look = 0; look < 4; look += 1) await worker.look();
    const attempts = await pay.attemptsOf(db, id);
    expect(attempts.map(({ gas_price: price }) => price)).toEqual([0n, 1n, 2n, 3n]);
    expect(new Set(attempts.map(({ nonce }) => nonce))).toEqual(new Set([0n]));
    expect(attempts.every(({ sent_at: sent }) => sent !== null)).toBe(true);
    expect((await pay.payoutOf(db, id)).tx_hash).toBe(attempts.at(-1)?.hash);
    await finalise();
    expect(await pay.payoutOf(db, id)).toMatchObject({ state: 'confirmed', tx_hash: attempts.at(-1)?.hash });
    expect(await pay.held(devnet, 'USDT', address)).toBe(9n * COIN);
  });

  test('is confirmed with the attempt that the block took, be it an older one', async () => {
    worker = await open({ replaceAfterMs: 0 });
    const id = await pay.order(db, { user });
    await worker.look();
    const [first] = await pay.attemptsOf(db, id);
    await worker.look();
    const [, second] = await pay.attemptsOf(db, id);
    await devnet.rpc.call('anvil_dropTransaction', [second?.hash]);
    await devnet.rpc.call('eth_sendRawTransaction', [first?.raw]);
    await finalise();
    expect(await pay.payoutOf(db, id)).toMatchObject({ state: 'confirmed', tx_hash: first?.hash });
  });

  test('is given up to the operator in the end, with an alert that goes when a block takes it', async () => {
    worker = await open({ replaceAfterMs: 0 });
    const id = await pay.order(db, { user });
    for (let look = 0; look < MAX_ATTEMPTS + 3; look += 1) await worker.look();
    expect(await pricesOf(id)).toHaveLength(MAX_ATTEMPTS);
    expect(await pay.openAlerts(db)).toEqual([`payout_stuck ${id}`]);
    await finalise();
    expect([await stateOf(id), await pay.openAlerts(db)]).toEqual(['confirmed', []]);
  });

  test('that the wallet cannot pay a higher price for is told, not bid up, and goes on once the wallet is filled', async () => {
    worker = await open({ replaceAfterMs: 0 });
    await endow(devnet.rpc, wallet.address, 0n);
    const id = await pay.order(db, { user });
    for (let look = 0; look < 4; look += 1) await worker.look();
    expect([await pricesOf(id), await pay.openAlerts(db)]).toEqual([[0n, 1n], [`payout_stuck ${id}`]]);
    await endow(devnet.rpc, wallet.address, COIN);
    await worker.look();
    await finalise();
    expect([await stateOf(id), await pay.openAlerts(db)]).toEqual(['confirmed', []]);
  });

  test('since a nonce before it is missing is told', async () => {
    worker = await open({ replaceAfterMs: 0 });
    await db.insertInto('payout_wallets').values({ address: wallet.address, next_nonce: 1n }).execute();
    const id = await pay.order(db, { user });
    await worker.look();
    await worker.look();
    expect([await pricesOf(id), await pay.openAlerts(db)]).toEqual([[0n], [`payout_stuck ${id}`]]);
    const [alert] = await db
      .selectFrom('chain_alerts')
      .select('detail')
      .where('key', '=', String(id))
      .execute();
    expect(alert?.detail).toContain('nonce 0 is missing on the chain');
    await intrude();
    await finalise();
    expect([await stateOf(id), await pay.openAlerts(db)]).toEqual(['confirmed', []]);
  });

  test('holds the others up, and alone is replaced', async () => {
    worker = await open({ replaceAfterMs: 0 });
    const [head, next] = [await pay.order(db, { user }), await pay.order(db, { user })];
    await worker.look();
    await worker.look();
    expect([await pricesOf(head), await pricesOf(next)]).toEqual([[0n, 1n], [0n]]);
    await finalise();
    expect([await stateOf(head), await stateOf(next)]).toEqual(['confirmed', 'confirmed']);
  });
});

/** Makes blocks until the work is done. */
async function whileMining<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const end = work.finally(() => {
    done = true;
  });
  while (!done) {
    await pay.mine(devnet);
    await sleep(100);
  }
  return end;
}

describe('a transaction that is not ours', () => {
  test('between two payouts halts them; the operator accepts it once it is final, and they go on behind it', async () => {
    const first = await pay.order(db, { user });
    await worker.look();
    await finalise();
    await intrude();
    await pay.mine(devnet);
    const second = await pay.order(db, { user });
    await worker.look();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['confirmed', 'requested']);
    expect(worker.status()).toEqual({ ok: false, open: 1 });
    expect(await pay.openAlerts(db)).toEqual([`payouts_halted ${wallet.address}`]);
    expect(await operator('list')).toMatch(
      /^halted\t0x\w{40}\tfor \d+ s: the chain's nonce is 2, ours 1: .*\n\d+\trequested\t/,
    );

    await expect(operator('resume')).rejects.toThrow(/`payouts resume 2`/);
    await expect(operator('resume', '1')).rejects.toThrow(/`payouts resume 2`/);
    await expect(operator('resume', 'two')).rejects.toThrow(/whole number/);
    expect(await whileMining(operator('resume', '2'))).toBe('payouts go on');
    expect(await pay.openAlerts(db)).toEqual([]);
    await worker.look();
    await finalise();
    expect(await pay.payoutOf(db, second)).toMatchObject({ state: 'confirmed', nonce: 2n });
    expect(worker.status()).toEqual({ ok: true, open: 0 });
  });

  test('that took a payout’s nonce leaves the payout to the operator, who approves it anew: it is paid once', async () => {
    const address = pay.newAddress();
    const id = await pay.order(db, { user, address });
    await worker.look();
    const { tx_hash: hash } = await pay.payoutOf(db, id);
    await devnet.rpc.call('anvil_dropTransaction', [hash]);
    await intrude();
    await pay.mine(devnet);
    const next = await pay.order(db, { user });
    await worker.look();
    expect([await stateOf(id), await stateOf(next), worker.status().ok]).toEqual([
      'broadcast',
      'requested',
      false,
    ]);
    await expect(operator('resume')).rejects.toThrow(/nonce 0 of payout \d+ was used/);
    await expect(operator('reject', String(id), 'no')).rejects.toThrow(/signed/);
    expect(await whileMining(operator('resume', '1'))).toBe(
      `payouts go on; to be approved or rejected anew: ${id}`,
    );
    await worker.look();
    await finalise();
    expect([await stateOf(id), await stateOf(next)]).toEqual(['requested', 'confirmed']);
    expect(await operator('list')).toMatch(/\tneeds approval\t/);
    expect(await operator('approve', String(id))).toBe(`withdrawal ${id} approved`);
    await worker.look();
    await finalise();
    expect(await pay.payoutOf(db, id)).toMatchObject({ state: 'confirmed', nonce: 2n, approved_by: 'olga' });
    expect(await pay.held(devnet, 'USDT', address)).toBe(9n * COIN);
    expect(await pay.attemptsOf(db, id)).toHaveLength(2);
  });

  test('that a re-org took away is no cause any more', async () => {
    const first = await pay.order(db, { user });
    await worker.look();
    await finalise();
    await intrude();
    await pay.mine(devnet);
    const second = await pay.order(db, { user });
    await worker.look();
    expect(worker.status().ok).toBe(false);
    await devnet.rpc.call('anvil_reorg', [1, []]);
    await devnet.rpc.call('anvil_dropAllTransactions');
    expect(await operator('resume')).toBe('payouts go on');
    await worker.look();
    await finalise();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['confirmed', 'confirmed']);
  });

  test('has to be seen for a while: what passes by itself halts nothing', async () => {
    worker = await open({ doubtMs: 60_000 });
    const first = await pay.order(db, { user });
    await worker.look();
    await finalise();
    await intrude();
    await pay.mine(devnet);
    const second = await pay.order(db, { user });
    await worker.look();
    expect([await stateOf(second), worker.status().ok]).toEqual(['requested', true]);
    await devnet.rpc.call('anvil_reorg', [1, []]);
    await devnet.rpc.call('anvil_dropAllTransactions');
    await worker.look();
    await finalise();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['confirmed', 'confirmed']);
  });
});

describe('the transaction of a refunded payout', () => {
  test('that a chain gone back to an older state has lost is not sent again: somebody has to use its nonce up', async () => {
    const token = devnet.passport.tokens['USDT'] ?? '';
    const kept = await devnet.rpc.call('eth_getCode', [token, 'latest']);
    const address = pay.newAddress();
    const id = await pay.order(db, { user, address });
    const snapshot = await devnet.rpc.call('evm_snapshot');
    await worker.look();
    await devnet.rpc.call('anvil_setCode', [token, '0x5f5ffd']);
    await finalise();
    expect(await stateOf(id)).toBe('failed');
    await devnet.rpc.call('evm_revert', [snapshot]);
    await devnet.rpc.call('anvil_setCode', [token, kept]);
    await devnet.rpc.call('anvil_dropAllTransactions');
    const next = await pay.order(db, { user });
    await worker.look();
    expect(worker.status().ok).toBe(false);
    await expect(operator('resume', '0')).rejects.toThrow(/refunded .* nonce 0 /);
    await intrude();
    await pay.mine(devnet);
    expect(await operator('resume')).toBe('payouts go on');
    await worker.look();
    await finalise();
    expect([await stateOf(id), await stateOf(next)]).toEqual(['failed', 'confirmed']);
    expect(await pay.held(devnet, 'USDT', address)).toBe(0n);
  });
});

describe('the operator', () => {
  test('halts all processes before the first payout and in between, and resumes them', async () => {
    const other = await open();
    expect(await operator('halt', 'looking', 'around')).toMatch(/halted/);
    await expect(operator('halt')).rejects.toThrow(/already/);
    const id = await pay.order(db, { user });
    await Promise.all([worker.look(), other.look()]);
    expect([await stateOf(id), worker.status(), other.status()]).toEqual([
      'requested',
      { ok: false, open: 1 },
      { ok: false, open: 1 },
    ]);
    expect(await operator('list')).toContain('looking around (olga)');
    await operator('resume');
    await expect(operator('resume')).rejects.toThrow('payouts are not halted');
    await Promise.all([worker.look(), other.look()]);
    expect(await stateOf(id)).toBe('broadcast');
    await other.halt('again');
    // What is in a block is followed all the same.
    await finalise();
    expect([await stateOf(id), worker.status()]).toEqual(['confirmed', { ok: false, open: 0 }]);
    await operator('resume');
  });

  test('rejects what is not signed, approved or not, and nothing else', async () => {
    const waits = await pay.order(db, { user, approved: false });
    const ready = await pay.order(db, { user });
    await expect(operator('reject', String(waits))).rejects.toThrow(/reason/);
    expect(await operator('reject', String(waits), 'not', 'you')).toMatch(/rejected and refunded/);
    await operator('reject', String(ready), 'nor you');
    expect(await pay.payoutOf(db, waits)).toMatchObject({ reason: 'not you', rejected_by: 'olga' });
    const sent = await pay.order(db, { user });
    await worker.look();
    for (const id of [waits, sent, 0n]) {
      await expect(operator('reject', String(id), 'why')).rejects.toThrow(/unknown, signed, or has ended/);
      await expect(operator('approve', String(id))).rejects.toThrow(/does not wait for approval/);
    }
    await finalise();
    expect(await Promise.all([waits, ready, sent].map(stateOf))).toEqual(['failed', 'failed', 'confirmed']);
  });

  test('sees open payouts with state, age, coin, net amount, address and transaction', async () => {
    expect(await operator('list')).toBe('nothing is open');
    const address = pay.newAddress();
    const id = await pay.order(db, { user, address, amount: 5n * COIN });
    await worker.look();
    const { tx_hash: hash } = await pay.payoutOf(db, id);
    expect(await operator('list')).toBe(`${id}\tbroadcast\t0 s\tUSDT\t4\t${address}\t${hash}`);
    await finalise();
    await vi.waitFor(async () => expect(await operator('list')).toBe('nothing is open'));
  });
});
