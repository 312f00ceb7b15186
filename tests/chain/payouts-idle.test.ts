// What the payouts worker asks of the node and the database while there is little to do, and how long it sleeps.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { Wallet } from 'ethers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { raiseAlert } from '#server/chain/alerts.ts';
import type { Payouts } from '#server/chain/payouts/payouts.ts';
import { approve, dismiss } from '#server/chain/payouts/payouts.repository.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture();
const forget = (id: bigint) => dismiss(h.db, id, { reason: 'the end of the test' }, systemClock.now());

describe('while nothing is open', () => {
  test('a look asks the node nothing and sends the database two statements', async () => {
    const { worker, asked, statements } = await h.watched();
    await worker.look();
    expect([asked, statements.length]).toEqual([[], 2]);
  });

  test('the first look closes the alerts of an earlier process', async () => {
    const alert = { kind: 'hot_wallet_empty', key: 'ETH', detail: 'from before' };
    await raiseAlert(h.db, alert, systemClock.now());
    await h.open();
    expect(await h.alerts()).toEqual([]);
  });

  test('the first look since something was open closes the alerts of a process that has died', async () => {
    const id = await h.order({ coin: 'ETH', approved: false });
    await h.worker.look();
    await approve(h.db, id, 'olga', systemClock.now());
    const other = await h.open();
    await other.stop();
    expect(await h.alerts()).toEqual(['hot_wallet_empty ETH']);
    await forget(id);
    await h.worker.look();
    expect(await h.alerts()).toEqual([]);
  });
});

describe('the node is asked', () => {
  /** The next nonce, and to take what it has already. */
  const FOLLOWED = ['eth_getTransactionCount', 'eth_sendRawTransaction'];

  test('nothing while the only payout waits for its approval', async () => {
    const id = await h.order({ approved: false });
    const { worker, asked } = await h.watched();
    await worker.look();
    expect(asked).toEqual([]);
    await forget(id);
  });

  test('only about what waits for a block while nothing is to be signed', async () => {
    const { worker, asked } = await h.watched();
    await h.order();
    await worker.look();
    asked.length = 0;
    await worker.look();
    expect(asked).toEqual(FOLLOWED);
    await h.finalise();
  });

  test('only about the wallet of a previous key if only that has something in flight', async () => {
    await h.order();
    await h.worker.look();
    const { worker, asked } = await h.watched({ key: Wallet.createRandom().privateKey });
    await worker.look();
    expect(asked).toEqual(FOLLOWED);
    await h.finalise();
  });

  test('only what has become of a payout while payouts are halted; it is neither sent again nor raised', async () => {
    const { worker, asked } = await h.watched({ replaceAfterMs: 0 });
    const id = await h.order();
    await worker.look();
    await worker.halt('looking');
    asked.length = 0;
    await worker.look();
    expect(asked).toEqual(['eth_getTransactionCount']);
    expect(await pay.attemptsOf(h.db, id)).toHaveLength(1);
    await h.worker.resume('olga');
    await h.finalise();
  });

  test('only what has become of what a previous key has signed while payouts are halted; it is not sent again', async () => {
    await h.order();
    await h.worker.look();
    const { worker, asked } = await h.watched({ key: Wallet.createRandom().privateKey, replaceAfterMs: 0 });
    await worker.halt('the previous key has leaked');
    asked.length = 0;
    await worker.look();
    expect(asked).toEqual(['eth_getTransactionCount']);
    await worker.resume('olga');
    await h.finalise();
  });

  test('which chain it has, before the first payout and after an outage', async () => {
    const first = await h.order();
    const astray = await h.open({ chainId: 1 });
    await expect(astray.look()).rejects.toThrow(/not to 1 \(CHAIN_ID\)/);
    await expect(astray.look()).rejects.toThrow(/not to 1 \(CHAIN_ID\)/);
    expect(await pay.attemptsOf(h.db, first)).toEqual([]);
    let away = false;
    let chainId: string | undefined;
    const { worker, asked } = await h.watched({}, (method) => {
      if (away) throw new NodeUnreachable('no answer');
      return method === 'eth_chainId' ? chainId : undefined;
    });
    const second = await h.order();
    away = true;
    await expect(worker.look()).rejects.toThrow('no answer');
    away = false;
    chainId = '0x1';
    await expect(worker.look()).rejects.toThrow(/leads to chain 1,/);
    expect(await pay.attemptsOf(h.db, second)).toEqual([]);
    chainId = undefined;
    await worker.look();
    await h.finalise();
    expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
    expect(asked.filter((method) => method === 'eth_chainId')).toHaveLength(2);
  });
});

describe('it sleeps', () => {
  /** Longer than the devnet's own process sleeps, which is left out. */
  const POLL_MS = 6000;

  /** How long the workers that are opened from now on would sleep each time, in ms. Only a nudge wakes them. */
  function sleeps(): number[] {
    const waits: number[] = [];
    const { setTimeout: sleep } = timers;
    const fake: typeof sleep = (ms, value, options) => {
      if (ms === undefined || ms < POLL_MS || options?.ref !== false) return sleep(ms, value, options);
      waits.push(ms);
      return sleep(2 ** 31 - 1, value, options);
    };
    const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(fake);
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    return waits;
  }

  /** Wakes a sleeping worker. @returns how long it sleeps after it has looked */
  async function nap(worker: Payouts, waits: readonly number[]): Promise<number | undefined> {
    const slept = waits.length;
    worker.nudge();
    await expect.poll(() => waits.length).toBe(slept + 1);
    return waits.at(-1);
  }

  test('ten times as long while there is nothing to send or follow', async () => {
    const waits = sleeps();
    const worker = await h.open({ pollMs: POLL_MS });
    await expect.poll(() => waits).toEqual([10 * POLL_MS]);
    const id = await h.order({ approved: false });
    expect(await nap(worker, waits)).toBe(10 * POLL_MS);
    await approve(h.db, id, 'olga', systemClock.now());
    expect([await nap(worker, waits), await nap(worker, waits)]).toEqual([POLL_MS, POLL_MS]);
    const next = await h.open({ pollMs: POLL_MS, key: Wallet.createRandom().privateKey });
    expect(await nap(next, waits)).toBe(POLL_MS);
    await h.finalise();
    expect(await nap(worker, waits)).toBe(10 * POLL_MS);
  });

  test('twice as long after each failure, up to 15 s', async () => {
    const waits = sleeps();
    let away = true;
    const { worker } = await h.watched({ pollMs: POLL_MS }, () => {
      if (away) throw new NodeUnreachable('no answer');
    });
    await expect.poll(() => waits).toEqual([2 * POLL_MS]);
    expect([await nap(worker, waits), await nap(worker, waits)]).toEqual([15_000, 15_000]);
    away = false;
    expect(await nap(worker, waits)).toBe(10 * POLL_MS);
  });
});
