// Foreign nonces, and the operator's commands: halts, what it takes to resume, approvals and rejections.
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endow, sender } from '#server/chain/devnet/sender.ts';
import { payoutCommands } from '#server/features/assets/payouts.commands.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { CHAIN_ID } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture({ doubtMs: 0 });
const stateOf = async (id: bigint) => (await h.payout(id)).state;

const operator = (name: string, ...args: string[]) => {
  const { database, worker: payouts } = h;
  const all = payoutCommands({ database, clock: systemClock, payouts, changed: () => undefined });
  const command = all.find((each) => each.name === `payouts ${name}`);
  if (!command) throw new Error(`no command ${name}`);
  return command.run(args, 'olga').then(({ text }) => text);
};

/** Somebody with the same key sends something with the next nonce that the node knows. */
const intrude = () =>
  sender(h.devnet.rpc, h.wallet, CHAIN_ID).send([{ to: h.wallet.address, gasLimit: 21_000 }]);

/** Mines until the work is done. */
async function whileMining<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const end = work.finally(() => {
    done = true;
  });
  while (!done) {
    await pay.mine(h.devnet);
    await sleep(100);
  }
  return end;
}

/** One payout is paid, somebody else uses the key, and the next one finds its nonce taken. */
async function haltedBetweenTwo() {
  const first = await h.order();
  await h.worker.look();
  await h.finalise();
  await intrude();
  await pay.mine(h.devnet);
  const second = await h.order();
  await h.worker.look();
  return [first, second] as const;
}

describe('a foreign transaction', () => {
  test('between two payouts halts them; the operator accepts it once it is final, and they continue after it', async () => {
    const [first, second] = await haltedBetweenTwo();
    expect(await h.states(first, second)).toEqual(['confirmed', 'requested']);
    expect(h.worker.status()).toEqual({ ok: false, open: 1 });
    expect(await h.alerts()).toEqual([`payouts_halted ${h.wallet.address}`]);
    expect(await operator('list')).toMatch(
      /^halted\t0x\w{40}\tfor \d+ s: the chain's nonce is 2, ours 1: .*\n\d+\trequested\t/,
    );

    await expect(operator('resume')).rejects.toThrow(/`payouts resume 2`/);
    await expect(operator('resume', '1')).rejects.toThrow(/`payouts resume 2`/);
    await expect(operator('resume', 'two')).rejects.toThrow(/whole number/);
    expect(await whileMining(operator('resume', '2'))).toBe('payouts resumed');
    expect(await h.alerts()).toEqual([]);
    await h.worker.look();
    await h.finalise();
    expect(await h.payout(second)).toMatchObject({ state: 'confirmed', nonce: 2n });
    expect(h.worker.status()).toEqual({ ok: true, open: 0 });
  });

  test('that took a payout’s nonce leaves the payout to the operator, who approves it again: it is paid once', async () => {
    const address = pay.newAddress();
    const id = await h.order({ address });
    await h.worker.look();
    const { tx_hash: hash } = await h.payout(id);
    await h.devnet.rpc.call('anvil_dropTransaction', [hash]);
    await intrude();
    await pay.mine(h.devnet);
    const next = await h.order();
    await h.worker.look();
    expect([await stateOf(id), await stateOf(next), h.worker.status().ok]).toEqual([
      'broadcast',
      'requested',
      false,
    ]);
    await expect(operator('resume')).rejects.toThrow(/nonce 0 of payout \d+ was used/);
    await expect(operator('reject', String(id), 'no')).rejects.toThrow(/signed/);
    expect(await whileMining(operator('resume', '1'))).toBe(
      `payouts resumed; to be approved or rejected again: ${id}`,
    );
    await h.worker.look();
    await h.finalise();
    expect(await h.states(id, next)).toEqual(['requested', 'confirmed']);
    expect(await operator('list')).toMatch(/\tneeds approval\t/);
    expect(await operator('approve', String(id))).toBe(`withdrawal ${id} approved`);
    await h.worker.look();
    await h.finalise();
    expect(await h.payout(id)).toMatchObject({ state: 'confirmed', nonce: 2n, approved_by: 'olga' });
    expect(await pay.held(h.devnet, 'USDT', address)).toBe(9n * COIN);
    expect(await pay.attemptsOf(h.db, id)).toHaveLength(2);
  });

  test('that took a nonce of the previous key halts that key, and its payout is paid by the new one', async () => {
    const address = pay.newAddress();
    const id = await h.order({ address });
    await h.worker.look();
    const { tx_hash: hash } = await h.payout(id);
    await h.devnet.rpc.call('anvil_dropTransaction', [hash]);
    const next = new Wallet(Wallet.createRandom().privateKey);
    await endow(h.devnet.rpc, next.address, COIN);
    await pay.mint(h.devnet, next.address, 'USDT', 1000n * COIN);
    await intrude();
    await pay.mine(h.devnet);
    h.worker = await h.open({ key: next.privateKey });
    expect(await h.alerts()).toEqual([`payouts_halted ${h.wallet.address}`]);
    await expect(operator('resume')).rejects.toThrow(/nonce 0 of payout \d+ was used/);
    expect(await whileMining(operator('resume', '1'))).toBe(
      `payouts resumed; to be approved or rejected again: ${id}`,
    );
    await operator('approve', String(id));
    await h.worker.look();
    await h.finalise();
    expect(await h.payout(id)).toMatchObject({ state: 'confirmed', wallet: next.address });
    expect(await pay.held(h.devnet, 'USDT', address)).toBe(9n * COIN);
  });

  test('that a re-org removed no longer blocks resuming', async () => {
    const [first, second] = await haltedBetweenTwo();
    expect(h.worker.status().ok).toBe(false);
    await h.devnet.rpc.call('anvil_reorg', [1, []]);
    await h.devnet.rpc.call('anvil_dropAllTransactions');
    expect(await operator('resume')).toBe('payouts resumed');
    await h.worker.look();
    await h.finalise();
    expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
  });

  test('is not accepted if its block is replaced before that is final', async () => {
    const [first, second] = await haltedBetweenTwo();
    let replaces = false;
    ({ worker: h.worker } = await h.watched({}, async (method) => {
      if (method !== 'eth_getBlockByNumber' || !replaces) return;
      replaces = false;
      await h.devnet.rpc.call('anvil_reorg', [1, []]);
      await h.devnet.rpc.call('anvil_dropAllTransactions');
    }));
    replaces = true;
    await expect(operator('resume', '2')).rejects.toThrow(
      "the chain's nonce is 2, ours 1: somebody else sends with this key, in a block that is not final yet; try again in a minute",
    );
    expect(await operator('resume')).toBe('payouts resumed');
    await h.worker.look();
    await h.finalise();
    expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
  });

  test('is not accepted if another one follows at the last moment', async () => {
    const [first, second] = await haltedBetweenTwo();
    let intrudes = false;
    ({ worker: h.worker } = await h.watched({}, async (method, [tag]) => {
      if (tag === 'finalized') await pay.mine(h.devnet, 3);
      // The last request before the nonces are read again: whether the block is still there, by its number.
      if (method !== 'eth_getBlockByNumber' || !String(tag).startsWith('0x') || !intrudes) return;
      intrudes = false;
      await intrude();
      await pay.mine(h.devnet);
    }));
    intrudes = true;
    await expect(operator('resume', '2')).rejects.toThrow('the chain has moved on; try again');
    expect(await whileMining(operator('resume', '3'))).toBe('payouts resumed');
    await h.worker.look();
    await h.finalise();
    expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
  });

  /** The time by which a worker measures how long it has been in doubt, in ms. */
  function stopwatch(): { now: number } {
    const watch = { now: 0 };
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => watch.now);
    onTestFinished(() => spy.mockRestore());
    return watch;
  }
  const okAt = async (watch: { now: number }, now: number) => {
    watch.now = now;
    await h.worker.look();
    return h.worker.status().ok;
  };

  test('halts payouts after a minute without interruption', async () => {
    const watch = stopwatch();
    h.worker = await h.open({ doubtMs: 60_000 });
    const [first, second] = await haltedBetweenTwo();
    expect(await okAt(watch, 59_999)).toBe(true);
    await h.devnet.rpc.call('anvil_reorg', [1, []]);
    await h.devnet.rpc.call('anvil_dropAllTransactions');
    await h.worker.look();
    await intrude();
    await pay.mine(h.devnet);
    expect([await okAt(watch, 60_000), await okAt(watch, 119_999)]).toEqual([true, true]);
    expect([await okAt(watch, 120_000), await stateOf(second)]).toEqual([false, 'broadcast']);
    await whileMining(operator('resume', '3'));
    await h.finalise();
    expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
  });

  test('after a resumed halt halts payouts only after another minute', async () => {
    const watch = stopwatch();
    h.worker = await h.open({ doubtMs: 60_000 });
    const [, second] = await haltedBetweenTwo();
    expect(await okAt(watch, 60_000)).toBe(false);
    // No payout is left that would show that the doubt is gone.
    await operator('reject', String(second), 'no');
    await whileMining(operator('resume', '2'));
    await intrude();
    await pay.mine(h.devnet);
    const third = await h.order();
    expect([await okAt(watch, 60_000), await okAt(watch, 120_000)]).toEqual([true, false]);
    await whileMining(operator('resume', '3'));
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(third)).toBe('confirmed');
  });

  test('must be seen for a while: a temporary one halts nothing', async () => {
    h.worker = await h.open({ doubtMs: 60_000 });
    const [first, second] = await haltedBetweenTwo();
    expect([await stateOf(second), h.worker.status().ok]).toEqual(['requested', true]);
    await h.devnet.rpc.call('anvil_reorg', [1, []]);
    await h.devnet.rpc.call('anvil_dropAllTransactions');
    await h.worker.look();
    await h.finalise();
    expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
  });
});

describe('the transaction of a refunded payout', () => {
  test('that was lost when the chain returned to an older state is not sent again: its nonce must be used up', async () => {
    const token = h.devnet.passport.tokens['USDT'] ?? '';
    const codeBefore = await h.devnet.rpc.call('eth_getCode', [token, 'latest']);
    const address = pay.newAddress();
    const id = await h.order({ address });
    const snapshot = await h.devnet.rpc.call('evm_snapshot');
    await h.worker.look();
    await h.devnet.rpc.call('anvil_setCode', [token, '0x5f5ffd']);
    await h.finalise();
    expect(await stateOf(id)).toBe('failed');
    await h.devnet.rpc.call('evm_revert', [snapshot]);
    await h.devnet.rpc.call('anvil_setCode', [token, codeBefore]);
    await h.devnet.rpc.call('anvil_dropAllTransactions');
    const next = await h.order();
    await h.worker.look();
    expect(h.worker.status().ok).toBe(false);
    await expect(operator('resume', '0')).rejects.toThrow(/refunded .* nonce 0 from the hot wallet$/);
    await intrude();
    await pay.mine(h.devnet);
    expect(await operator('resume')).toBe('payouts resumed');
    await h.worker.look();
    await h.finalise();
    expect(await h.states(id, next)).toEqual(['failed', 'confirmed']);
    expect(await pay.held(h.devnet, 'USDT', address)).toBe(0n);
  });
});

describe('the operator', () => {
  test('halts all processes before the first payout and in between, and resumes them', async () => {
    const other = await h.open();
    await expect(operator('resume')).rejects.toThrow('payouts are not halted');
    expect(await operator('halt', 'looking', 'around')).toMatch(/halted/);
    await expect(operator('halt')).rejects.toThrow(/already/);
    const id = await h.order();
    await Promise.all([h.worker.look(), other.look()]);
    expect([await stateOf(id), h.worker.status(), other.status()]).toEqual([
      'requested',
      { ok: false, open: 1 },
      { ok: false, open: 1 },
    ]);
    expect(await operator('list')).toContain('looking around (olga)');
    // Nobody else used the key, so there is nothing to accept, not even the right nonce.
    for (const nonce of ['0', '7'])
      await expect(operator('resume', nonce)).rejects.toThrow(
        'there is no nonce to accept: run `payouts resume` without one',
      );
    expect(h.worker.status().ok).toBe(false);
    await operator('resume');
    await expect(operator('resume')).rejects.toThrow('payouts are not halted');
    await Promise.all([h.worker.look(), other.look()]);
    expect(await stateOf(id)).toBe('broadcast');
    await other.halt('again');
    // Transactions already in a block are still followed.
    await h.finalise();
    expect([await stateOf(id), h.worker.status()]).toEqual(['confirmed', { ok: false, open: 0 }]);
    await operator('resume');
  });

  test('rejects unsigned payouts, approved or not, and nothing else', async () => {
    const waits = await h.order({ approved: false });
    const ready = await h.order();
    await expect(operator('reject', String(waits))).rejects.toThrow(/reason/);
    expect(await operator('reject', String(waits), 'not', 'you')).toMatch(/rejected and refunded/);
    await operator('reject', String(ready), 'nor you');
    expect(await h.payout(waits)).toMatchObject({ reason: 'not you', rejected_by: 'olga' });
    const sent = await h.order();
    await h.worker.look();
    for (const id of [waits, sent, 0n]) {
      await expect(operator('reject', String(id), 'why')).rejects.toThrow(/unknown, signed, or has ended/);
      await expect(operator('approve', String(id))).rejects.toThrow(/does not wait for approval/);
    }
    await h.finalise();
    expect(await Promise.all([waits, ready, sent].map(stateOf))).toEqual(['failed', 'failed', 'confirmed']);
  });

  test('sees open payouts with state, age, coin, net amount, address and transaction', async () => {
    expect(await operator('list')).toBe('nothing is open');
    const address = pay.newAddress();
    const id = await h.order({ address, amount: 5n * COIN });
    await h.worker.look();
    const { tx_hash: hash } = await h.payout(id);
    expect((await operator('list')).replace(/\t\d+ s\t/, '\tage\t')).toBe(
      `${id}\tbroadcast\tage\tUSDT\t4\t${address}\t${hash}`,
    );
    await h.finalise();
    await vi.waitFor(async () => expect(await operator('list')).toBe('nothing is open'));
  });
});
