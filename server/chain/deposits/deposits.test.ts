/** Deposits on a real devnet: what is credited, to whom and how often, and what is not. */
import { Wallet, computeAddress } from 'ethers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { inTransaction } from '#server/db/client.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, history, systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  bookOf,
  byHand,
  height,
  mine,
  mint,
  openAccount,
  payAtOnce,
  purse,
  watchDeposits,
  type Watched,
} from '#tests/support/deposits.ts';
import { sendTransfers } from '#tests/support/transfers.ts';
import { openDevnet, tempFolder, testClock } from '#tests/support/devnet.ts';
import { openAlertKeys } from '#server/chain/alerts.ts';
import { chainCommands } from '#server/chain/chain.commands.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { claimDeposits, creditDeposits, keepOwn } from './deposits.repository.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type Rpc, RpcError } from '#server/chain/rpc.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path);
  await byHand(devnet);
});
afterAll(async () => {
  await devnet.stop();
  await folder.remove();
});
removeClusterAtEnd();

onPostgres((open) => {
  const db = () => open().kysely;
  let watched: Watched;
  beforeEach(async () => {
    await mine(devnet.rpc, 3);
    watched = watchDeposits(devnet, db());
    await watched.watcher.look();
    return () => watched.watcher.stop();
  });
  const held = async (user: bigint, coin = 'USDT') => (await balances(db(), user)).get(coin) ?? 0n;

  test('credits a transfer from a signed-in wallet once, at its last confirmation, and announces it', async () => {
    const { address, pay } = await purse(devnet, { USDT: '100', BTC: '1' });
    const user = await openAccount(db(), address);
    const { hash } = await pay('USDT', '12.5');
    await mine(devnet.rpc, 2);
    await watched.watcher.look();
    expect(await held(user)).toBe(0n);
    await mine(devnet.rpc);
    await watched.watcher.look();
    expect(await held(user)).toBe(toUnits('12.5'));
    expect(watched.notified).toEqual([user]);
    const again = watchDeposits(devnet, db());
    await mine(devnet.rpc, 100);
    await Promise.all([watched.watcher.look(), again.watcher.look()]);
    await again.watcher.stop();
    expect(await history(db(), user, { limit: 10 })).toMatchObject([
      { kind: 'deposit', ref: `${hash}/0`, coin: 'USDT', amount: toUnits('12.5') },
    ]);
  });

  test('treats two transfers in one transaction as two deposits', async () => {
    const sent = await payAtOnce(devnet, [
      { coin: 'USDT', amount: '1' },
      { coin: 'USDT', amount: '1' },
      { coin: 'BTC', amount: '0.5' },
    ]);
    const user = await openAccount(db(), sent.address);
    await mine(devnet.rpc);
    await watched.confirm();
    const refs = (await history(db(), user, { limit: 10 })).map(({ ref }) => ref);
    expect(new Set(refs)).toEqual(new Set([0, 1, 2].map((ordinal) => `${sent.hash}/${ordinal}`)));
    expect(refs).toHaveLength(3);
    expect([await held(user), await held(user, 'BTC')]).toEqual([toUnits('2'), toUnits('0.5')]);
  });

  test('ignores zero amounts, mints, our own wallets and earlier ones, other tokens and other recipients', async () => {
    const { address, pay } = await purse(devnet, { USDT: '5' });
    const treasury = new Wallet(devnet.passport.keys.treasury);
    const own = await purse(devnet, { USDT: '1' }, treasury);
    const earlier = await purse(devnet, { USDT: '1' });
    await keepOwn(db(), treasury.address, earlier.address);
    await openAccount(db(), address);
    const before = await sql<{ count: bigint }>`select count(*) from deposits`.execute(db());
    await pay('USDT', '0');
    await pay('USDT', '1', Wallet.createRandom().address);
    await own.pay('USDT', '1');
    await earlier.pay('USDT', '1');
    await mint(devnet, computeAddress(treasury.privateKey), { USDT: '1' });
    await watched.confirm();
    const after = await sql<{ count: bigint }>`select count(*) from deposits`.execute(db());
    expect(after.rows).toEqual(before.rows);
  });

  test('holds deposits made before the first sign-in and transfers them once', async () => {
    const { address, pay } = await purse(devnet, { USDT: '10', ADIT: '10' });
    const unclaimed = await systemBalance(db(), 'unclaimed', 'USDT');
    const first = await pay('USDT', '3');
    await pay('ADIT', '4');
    await pay('USDT', '2');
    await mine(devnet.rpc);
    await watched.confirm();
    expect(watched.notified).toEqual([]);
    expect(await systemBalance(db(), 'unclaimed', 'USDT')).toBe(unclaimed + toUnits('5'));
    const user = await openAccount(db(), address);
    const claim = () => inTransaction(db(), (tx) => claimDeposits(tx, user, new Date()));
    expect([await claim(), await claim()]).toEqual([3, 0]);
    expect([await held(user), await held(user, 'ADIT')]).toEqual([toUnits('5'), toUnits('4')]);
    expect(await systemBalance(db(), 'unclaimed', 'USDT')).toBe(unclaimed);
    const refs = (await history(db(), user, { limit: 10 })).map(({ kind, ref }) => `${kind} ${ref}`);
    expect(refs).toContain(`deposit ${first.hash}/0/claimed`);
    const owners = await db()
      .selectFrom('deposits')
      .select('user_id')
      .where('from_address', '=', address)
      .execute();
    expect(owners).toEqual([{ user_id: user }, { user_id: user }, { user_id: user }]);
  });

  test('credits a deposit that coincides with the first sign-in, whichever comes first', async () => {
    for (const first of ['deposit', 'sign-in']) {
      const { address } = Wallet.createRandom();
      const deposit = {
        ...{ txHash: `0x${address.slice(2).toLowerCase().padEnd(64, '0')}`, ordinal: 0, coin: 'USDT' },
        ...{ amount: 7n, from: address, block: { number: 1, hash: `0x${'1'.repeat(64)}` } },
      };
      const both = Promise.withResolvers<void>();
      const credit = (wait?: Promise<void>) =>
        inTransaction(db(), async (tx) => {
          await creditDeposits(tx, [deposit], new Date());
          await wait;
        });
      const signIn = (wait?: Promise<void>) =>
        inTransaction(db(), async (tx) => {
          const user = await openAccount(tx, address);
          await claimDeposits(tx, user, new Date());
          await wait;
        });
      const [one, other] = first === 'deposit' ? [credit, signIn] : [signIn, credit];
      const held = one(both.promise);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const waits = other();
      await new Promise((resolve) => setTimeout(resolve, 100));
      both.resolve();
      await Promise.all([held, waits]);
      const { rows } = await sql<{ id: bigint }>`select id from users where address = ${address}`.execute(
        db(),
      );
      expect((await balances(db(), rows[0]?.id ?? 0n)).get('USDT'), first).toBe(7n);
    }
  });

  test('requests shorter ranges from a node that refuses long ones', async () => {
    const { address, pay } = await purse(devnet, { USDT: '10' });
    const user = await openAccount(db(), address);
    await watched.watcher.stop();
    for (let payment = 0; payment < 3; payment += 1) {
      await pay('USDT', '1');
      await mine(devnet.rpc, 20);
    }
    const spans: number[] = [];
    const rpc: Rpc = {
      ...devnet.rpc,
      async call<T>(...[method, params, ms]: Parameters<Rpc['call']>): Promise<T> {
        if (method === 'eth_getLogs') {
          const { fromBlock, toBlock } = (params as [{ fromBlock: string; toBlock: string }])[0];
          spans.push(Number(toBlock) - Number(fromBlock) + 1);
          if ((spans.at(-1) ?? 0) > 8)
            throw new RpcError(method, { code: -32_005, message: 'too many blocks' });
        }
        return devnet.rpc.call<T>(method, params, ms);
      },
    };
    const second = watchDeposits(devnet, db(), { rpc });
    await second.confirm();
    await second.watcher.stop();
    expect(await held(user)).toBe(toUnits('3'));
    expect(Math.max(...spans)).toBeGreaterThan(8);
    expect(spans.filter((span) => span > 8).length).toBeLessThan(spans.length / 2 + 1);
  });

  test('credits a block with more transfers than the node lists at once', async () => {
    await watched.watcher.stop();
    const most = 2;
    const within = <T>(logs: T): T => {
      if (Array.isArray(logs) && logs.length > most)
        throw new RpcError('eth_getLogs', { code: -32_005, message: 'query returned more than 2 results' });
      return logs;
    };
    const rpc: Rpc = {
      ...devnet.rpc,
      async call<T>(...given: Parameters<Rpc['call']>): Promise<T> {
        const answer = await devnet.rpc.call<T>(...given);
        return given[0] === 'eth_getLogs' ? within(answer) : answer;
      },
      async batch<T>(...given: Parameters<Rpc['batch']>): Promise<T[]> {
        const answers = await devnet.rpc.batch<T>(...given);
        return given[0][0]?.[0] === 'eth_getLogs' ? answers.map(within) : answers;
      },
    };
    const sent = await payAtOnce(
      devnet,
      Array.from({ length: most + 1 }, () => ({ coin: 'USDT', amount: '1' })),
    );
    const crowd = await openAccount(db(), sent.address);
    const { address, pay } = await purse(devnet, { USDT: '5' });
    const user = await openAccount(db(), address);
    await pay('USDT', '5');
    await mine(devnet.rpc);
    const second = watchDeposits(devnet, db(), { rpc });
    await second.confirm();
    await second.watcher.stop();
    expect([await held(crowd), await held(user)]).toEqual([toUnits('3'), toUnits('5')]);
  });

  test('credits as many deposits as fit into a block, in statements that take at most half of their time limit', async () => {
    const { address } = Wallet.createRandom();
    const user = await openAccount(db(), address);
    const deposits = Array.from({ length: 10_000 }, (_, ordinal) => ({
      ...{ txHash: `0x${address.slice(2).toLowerCase().padEnd(64, '0')}`, ordinal, coin: 'AVAX' },
      ...{ amount: 1n, from: address, block: { number: 1, hash: `0x${'1'.repeat(64)}` } },
    }));
    await inTransaction(db(), async (tx) => {
      await sql`set local statement_timeout = '15s'`.execute(tx);
      expect(await creditDeposits(tx, deposits, new Date())).toHaveLength(10_000);
      expect((await balances(tx, user)).get('AVAX')).toBe(10_000n);
    });
    const { address: stranger } = Wallet.createRandom();
    const unclaimed = deposits.map((one) => ({
      ...one,
      from: stranger,
      txHash: one.txHash.replace(/.$/, 'f'),
    }));
    await inTransaction(db(), async (tx) => {
      await creditDeposits(tx, unclaimed, new Date());
      const newcomer = await openAccount(tx, stranger);
      await sql`set local statement_timeout = '15s'`.execute(tx);
      expect(await claimDeposits(tx, newcomer, new Date())).toBe(10_000);
      expect((await balances(tx, newcomer)).get('AVAX')).toBe(10_000n);
    });
  });

  test('credits no more of a coin than there can be, in however many deposits, and raises an alert', async () => {
    const payment = { coin: 'SHIB', amount: '4000000000000000' };
    const sent = await payAtOnce(devnet, [payment, payment, payment]);
    const user = await openAccount(db(), sent.address);
    await mine(devnet.rpc);
    await watched.confirm();
    const again = await payAtOnce(devnet, [payment]);
    await mine(devnet.rpc);
    await watched.confirm();
    expect(await held(user, 'SHIB')).toBe(2n * toUnits(payment.amount));
    const alerts = await openAlertKeys(db(), 'deposit_too_large');
    expect(new Set(alerts)).toEqual(new Set([`${sent.hash}/2`, `${again.hash}/0`]));
  });

  /** The devnet as a node that leaves logs out while `hides` says so: for ranges only, or for single blocks too. */
  const forgetful = (hides: () => 'ranges' | 'all' | 'nothing'): Rpc => ({
    ...devnet.rpc,
    call: async <T>(...given: Parameters<Rpc['call']>) =>
      given[0] === 'eth_getLogs' && hides() !== 'nothing' ? ([] as T) : devnet.rpc.call<T>(...given),
    batch: async <T>(...given: Parameters<Rpc['batch']>) =>
      given[0][0]?.[0] === 'eth_getLogs' && hides() === 'all'
        ? given[0].map(() => [] as T)
        : devnet.rpc.batch<T>(...given),
  });

  test('credits what the node leaves out of a range, because the header of its block announces it', async () => {
    await watched.watcher.stop();
    const { address, pay } = await purse(devnet, { USDT: '10' });
    const user = await openAccount(db(), address);
    const second = watchDeposits(devnet, db(), { rpc: forgetful(() => 'ranges') });
    await pay('USDT', '4');
    await mine(devnet.rpc);
    await second.confirm();
    await second.watcher.stop();
    expect(await held(user)).toBe(toUnits('4'));
  });

  test('credits what the node hid altogether by reading again later, once, and raises an alert', async () => {
    await watched.watcher.stop();
    const { address, pay } = await purse(devnet, { USDT: '10' });
    const user = await openAccount(db(), address);
    let hides: 'all' | 'nothing' = 'all';
    const start = () => watchDeposits(devnet, db(), { rpc: forgetful(() => hides), reread: 5 });
    const second = start();
    await pay('USDT', '4');
    await mine(devnet.rpc, 40);
    await second.confirm();
    expect(await held(user)).toBe(0n);
    hides = 'nothing';
    await second.confirm();
    expect(await held(user)).toBe(0n);
    await mine(devnet.rpc, 100);
    await second.confirm();
    await second.watcher.stop();
    expect(await held(user)).toBe(toUnits('4'));
    expect(second.notified).toEqual([user]);
    const third = start();
    await mine(devnet.rpc, 100);
    await third.confirm();
    await third.watcher.stop();
    expect(await held(user)).toBe(toUnits('4'));
    expect(await openAlertKeys(db(), 'left_out')).toHaveLength(1);
  });

  test('credits what was missed when the operator has blocks read again, and nothing twice', async () => {
    await watched.watcher.stop();
    const { address, pay } = await purse(devnet, { USDT: '10' });
    const user = await openAccount(db(), address);
    let hides: 'all' | 'nothing' = 'all';
    const second = watchDeposits(devnet, db(), { rpc: forgetful(() => hides) });
    await pay('USDT', '3');
    await mine(devnet.rpc);
    const from = (await height(devnet.rpc)) - 2;
    await second.confirm();
    await mine(devnet.rpc, 70);
    await second.confirm();
    hides = 'nothing';
    const clock = testClock();
    const database = { kysely: db() } as Parameters<typeof chainCommands>[0]['database'];
    const rescan = chainCommands({ database, clock, chain: second.watcher }).find(
      ({ name }) => name === 'chain rescan',
    );
    const read = async (...words: string[]) => (await rescan?.run(words, 'mina'))?.text;
    expect(await read(String(from), String(from + 5))).toContain('; 1 deposit was credited');
    expect(await read(String(from), String(from + 5))).toContain('; 0 deposits were credited');
    expect(await held(user)).toBe(toUnits('3'));
    await expect(read(String(from), String(from + 10_000))).rejects.toThrow(
      /^blocks \d+ to \d+ can be read again$/,
    );
    for (const wrong of [[], ['x'], ['9', '8'], ['1', '999999999']])
      await expect(read(...wrong)).rejects.toThrow(CommandError);
    await second.watcher.stop();
  });

  test('credits what was sent to a treasury that has been replaced only when an operator asks for it', async () => {
    const { address, pay } = await purse(devnet, { USDT: '5' });
    const user = await openAccount(db(), address);
    const book = bookOf(devnet.passport);
    await pay('USDT', '1');
    await mine(devnet.rpc);
    await watched.confirm();
    const second = watchDeposits(devnet, db(), {
      book: { ...book, treasuries: [Wallet.createRandom().address, ...book.treasuries] },
    });
    await pay('USDT', '3');
    await mine(devnet.rpc);
    await second.confirm();
    const to = (await height(devnet.rpc)) - 2;
    await mine(devnet.rpc, 70);
    await second.confirm();
    expect(await held(user)).toBe(toUnits('1'));
    await second.watcher.rescan({ from: to - 2, to });
    expect(await held(user), 'read again for another reason').toBe(toUnits('1'));
    for (let times = 0; times < 2; times += 1) {
      await second.watcher.rescan({ from: to - 2, to }, true);
      expect(await held(user)).toBe(toUnits('4'));
    }
    await second.watcher.stop();
    expect(await openAlertKeys(db(), 'deposit_lost')).toEqual([]);
  });

  test('credits more transfers than fit into one commit in several, none of them twice', async () => {
    await watched.watcher.stop();
    const wallets = await sendTransfers(devnet, 1200, 100);
    const owners = await Promise.all(wallets.slice(0, 50).map((address) => openAccount(db(), address)));
    const commits: number[] = [];
    const second = watchDeposits(devnet, db(), { secure: async ({ number }) => void commits.push(number) });
    await second.watcher.look();
    await second.watcher.stop();
    expect(commits.length).toBeGreaterThan(1);
    expect(new Set(second.notified)).toEqual(new Set(owners));
    for (const owner of owners) expect(await held(owner)).toBe(12n);
  });

  test('after all deposits the books are sound and match the treasury', async () => {
    expect(await audit(db())).toEqual([]);
    const { rows } = await sql<{ coin: string; sum: bigint }>`
      select coin, sum(amount) as sum from deposits group by coin`.execute(db());
    for (const { coin, sum } of rows) expect(await systemBalance(db(), 'custody', coin), coin).toBe(-sum);
  });
});
