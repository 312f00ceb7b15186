/**
 * Deposits while the chain is rewritten, on a real devnet. Above the confirmation depth, nothing had
 * been credited yet; deeper, the operator is alerted. Nothing is credited twice, and the ledger is never changed
 * silently.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  type Paid,
  type Purse,
  type Watched,
  byHand,
  height,
  mine,
  openAccount,
  purse,
  watchDeposits,
} from '#tests/support/deposits.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { openAlerts } from './alerts.ts';
import type { Devnet } from './devnet/devnet.ts';
import type { Receipt } from './deposits/deposits.rules.ts';

let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path, { history: 64, recycleBlocks: 1e9 });
  await byHand(devnet);
  await mine(devnet.rpc, 40);
});
afterAll(async () => {
  await devnet.stop();
  await folder.remove();
});
removeClusterAtEnd();

/** Replaces the newest `depth` blocks; the given transactions go into the new blocks at the given positions. */
const reorg = (depth: number, included: readonly [raw: string, block: number][] = []) =>
  devnet.rpc.call('anvil_reorg', [depth, included]);
const again = (raw: string) => devnet.rpc.call('eth_sendRawTransaction', [raw]);
const receipt = (hash: string) => devnet.rpc.call<Receipt | null>('eth_getTransactionReceipt', [hash]);

onPostgres((open) => {
  const db = () => open().kysely;
  let watched: Watched;
  let wallet: Purse;
  let user: bigint;
  beforeEach(async () => {
    wallet = await purse(devnet, { USDT: '1000' });
    user = await openAccount(db(), wallet.address);
    await sql`update chain_alerts set cleared_at = now(), cleared_by = 'test' where cleared_at is null`.execute(
      db(),
    );
    // Older blocks are too deep for any test to replace.
    await mine(devnet.rpc, 20);
    watched = watchDeposits(devnet, db());
    await watched.watcher.look();
    return () => watched.watcher.stop();
  });
  const held = async () => fromUnits((await balances(db(), user)).get('USDT') ?? 0n);
  const alerts = async () => (await openAlerts(db(), 100)).map(({ kind, key }) => `${kind} ${key}`);
  const blockOf = async ({ hash }: Paid) =>
    Number(
      (
        await db()
          .selectFrom('deposits')
          .select('block_number')
          .where('tx_hash', '=', hash)
          .executeTakeFirst()
      )?.block_number,
    );
  const pay = async (amount: string) => {
    const paid = await wallet.pay('USDT', amount);
    await mine(devnet.rpc);
    return paid;
  };

  test('never credits a deposit that left the chain before its last confirmation', async () => {
    await pay('5');
    await mine(devnet.rpc);
    await watched.watcher.look();
    await reorg(2);
    await mine(devnet.rpc, 5);
    await watched.watcher.look();
    expect([await held(), await alerts()]).toEqual(['0', []]);
  });

  test('credits once, in its final block, a deposit that moved to another block before that', async () => {
    const paid = await pay('5');
    await mine(devnet.rpc);
    await reorg(2, [[paid.raw, 1]]);
    const place = Number((await receipt(paid.hash))?.blockNumber);
    await watched.confirm();
    expect([await held(), await alerts(), await blockOf(paid)]).toEqual(['5', [], place]);
  });

  test('credits once a deposit that left the chain and was included again', async () => {
    const paid = await pay('5');
    await mine(devnet.rpc);
    await reorg(2);
    await mine(devnet.rpc, 3);
    await watched.watcher.look();
    expect(await held()).toBe('0');
    await again(paid.raw);
    await mine(devnet.rpc);
    await watched.confirm();
    expect([await held(), await alerts()]).toEqual(['5', []]);
  });

  test('reports a credited deposit that left the chain and its return, and keeps it once in the ledger', async () => {
    const paid = await pay('5');
    await watched.confirm();
    expect(await held()).toBe('5');
    await reorg(6);
    await watched.watcher.look();
    expect(await held()).toBe('5');
    const lost = `deposit_lost ${paid.hash}/0`;
    expect(await alerts()).toEqual([expect.stringMatching(/^deep_reorg 0x/), lost]);
    const [, told] = await openAlerts(db(), 2);
    for (const word of [paid.hash, '5 USDT', wallet.address, `account ${user}`])
      expect(told?.detail).toContain(word);
    await again(paid.raw);
    await mine(devnet.rpc);
    await watched.confirm();
    expect(await held()).toBe('5');
    expect(await alerts()).toEqual([expect.stringMatching(/^deep_reorg/)]);
    expect(await blockOf(paid)).toBe(Number((await receipt(paid.hash))?.blockNumber));
  });

  test('credits a deposit once when its block changes after crediting, and records the new block', async () => {
    const [paid, other] = [await pay('5'), await wallet.pay('USDT', '2')];
    await watched.confirm();
    expect(await held()).toBe('5');
    await reorg(8, [
      [paid.raw, 3],
      [other.raw, 7],
    ]);
    await watched.watcher.look();
    expect(await alerts()).toEqual([expect.stringMatching(/^deep_reorg 0x/)]);
    expect(await blockOf(paid)).toBe(Number((await receipt(paid.hash))?.blockNumber));
    await watched.confirm();
    expect([await held(), await blockOf(paid)]).toEqual([
      '7',
      Number((await receipt(paid.hash))?.blockNumber),
    ]);
  });

  test('reports, without crediting it again, a deposit that the chain now contains with other facts', async () => {
    const paid = await pay('5');
    await watched.confirm();
    await db().updateTable('deposits').set({ amount: 4n }).where('tx_hash', '=', paid.hash).execute();
    await reorg(6, [[paid.raw, 2]]);
    await watched.watcher.look();
    await db()
      .updateTable('deposits')
      .set({ amount: toUnits('5') })
      .where('tx_hash', '=', paid.hash)
      .execute();
    expect([await held(), await alerts()]).toEqual([
      '5',
      [expect.stringMatching(/^deep_reorg/), `deposit_changed ${paid.hash}/0`],
    ]);
  });

  test('credits a deposit in a block that replaced the very block where the database began', async () => {
    await sql`delete from chain_cursor where name in ('watcher', 'origin')`.execute(db());
    await mine(devnet.rpc);
    await watched.watcher.look();
    const paid = await wallet.pay('USDT', '5');
    await reorg(6, [[paid.raw, 1]]);
    await mine(devnet.rpc, 2);
    await watched.watcher.look();
    expect([await held(), await alerts()]).toEqual(['5', [expect.stringMatching(/^deep_reorg/)]]);
  });

  type Step =
    | { readonly do: 'pay' | 'mine' | 'look' }
    | { readonly do: 'reorg'; depth: number; kept: number };
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constantFrom('pay' as const, 'mine' as const, 'mine' as const, 'look' as const) }),
      fc.record({
        do: fc.constant('reorg' as const),
        depth: fc.integer({ min: 1, max: 9 }),
        kept: fc.nat(8),
      }),
    ),
    { minLength: 15, maxLength: 30 },
  );
  /** Each payment has its own amount: after a re-org, an identical one would be the same transaction. */
  let payments = 0;
  /** Performs a step; a re-org keeps all, some or none of the replaced blocks' payments. */
  async function take(step: Step, paid: Paid[]): Promise<void> {
    if (step.do === 'pay') paid.push(await wallet.pay('USDT', `0.${(payments += 1)}1`));
    if (step.do === 'mine') await mine(devnet.rpc);
    if (step.do === 'look') await watched.watcher.look().catch(() => undefined);
    if (step.do !== 'reorg') return;
    const first = (await height(devnet.rpc)) - step.depth + 1;
    const places = await Promise.all(
      paid.map(async ({ hash }) => Number((await receipt(hash))?.blockNumber ?? 0)),
    );
    const replaced = paid.filter((_, index) => (places[index] ?? 0) >= first).slice(0, step.kept);
    await reorg(
      step.depth,
      replaced.map(({ raw }, index) => [raw, Math.min(index, step.depth - 1)]),
    );
  }

  test('credits every deposit on the chain once and reports every lost one, whatever happens to the chain', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const paid: Paid[] = [];
        const before = toUnits(await held());
        for (const step of list) await take(step, paid);
        await mine(devnet.rpc, 12);
        await watched.watcher.look();
        const credited = await db()
          .selectFrom('deposits')
          .select(['tx_hash', 'amount'])
          .where('tx_hash', 'in', ['', ...paid.map(({ hash }) => hash)])
          .execute();
        const booked = credited.map(({ tx_hash }) => tx_hash);
        const told = await alerts();
        for (const { hash } of paid) {
          const stands = (await receipt(hash)) !== null;
          if (stands) expect(booked).toContain(hash);
          expect(told.includes(`deposit_lost ${hash}/0`)).toBe(booked.includes(hash) && !stands);
        }
        expect(toUnits(await held()) - before).toBe(credited.reduce((sum, { amount }) => sum + amount, 0n));
        await mine(devnet.rpc, 20);
        await watched.watcher.look();
      }),
      { numRuns: 5, endOnFailure: true },
    );
    expect(await audit(db())).toEqual([]);
    const { rows } = await sql<{ sum: bigint }>`select sum(amount) as sum from deposits`.execute(db());
    expect(await systemBalance(db(), 'custody', 'USDT')).toBe(-(rows[0]?.sum ?? 0n));
  });
});
