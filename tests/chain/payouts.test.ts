// The payouts worker on a real devnet: approved payouts arrive, and arrive once.
import { Wallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import { approve, openPayouts, readWallet, storeSigned } from '#server/chain/payouts/payouts.repository.ts';
import { type Rpc, connect } from '#server/chain/rpc.ts';
import { freeze, unfreeze } from '#server/features/account/account.repository.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { memoryLog } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture();
const stateOf = async (id: bigint) => (await h.payout(id)).state;

describe('a payout', () => {
  test('is signed, sent and confirmed; the receiver gets the amount less the fee, and the ledger agrees', async () => {
    const notified: bigint[] = [];
    const secured: number[] = [];
    h.worker = await h.open({
      changed: (users) => notified.push(...users),
      secure: async (block) => {
        await h.devnet.secure(block);
        secured.push(block.number);
      },
    });
    const address = pay.newAddress();
    const id = await h.order({ amount: 12n * COIN + 3n, fee: COIN, address });
    await h.worker.look();
    expect(h.worker.status()).toEqual({ ok: true, open: 1 });
    const sent = await h.payout(id);
    expect(sent).toMatchObject({ state: 'broadcast', wallet: h.worker.address, finished_at: null });
    const [attempt, ...more] = await pay.attemptsOf(h.db, id);
    expect(more).toEqual([]);
    expect(attempt).toMatchObject({ hash: sent.tx_hash, nonce: sent.nonce });
    expect(attempt?.sent_at).not.toBeNull();

    await pay.mine(h.devnet, 2);
    await h.worker.look();
    expect([await stateOf(id), secured]).toEqual(['broadcast', []]);
    expect(await pay.held(h.devnet, 'USDT', address)).toBe(11n * COIN + 3n);
    await pay.mine(h.devnet);
    await h.worker.look();
    expect(await h.payout(id)).toMatchObject({ state: 'confirmed', reason: null });
    expect(secured).toHaveLength(1);
    expect(h.worker.status()).toEqual({ ok: true, open: 0 });
    expect(notified).toEqual([h.user, h.user, h.user]);
    expect(await pay.entriesOf(h.db, id)).toEqual([
      'withdraw payouts 11.000000000000000003',
      'withdraw revenue 1',
      'withdraw user -12.000000000000000003',
      'payout custody 11.000000000000000003',
      'payout payouts -11.000000000000000003',
    ]);
  });

  test('of a frozen account is not signed until it is unfrozen, and holds nobody else up', async () => {
    const other = await pay.richUser(h.db, ['USDT']);
    const [waits, goes] = [await h.order(), await h.order({ user: other })];
    await freeze(h.db, h.user, { reason: 'shared', by: 'olga', now: new Date() });
    await h.worker.look();
    await h.finalise();
    expect(await h.states(waits, goes)).toEqual(['requested', 'confirmed']);
    // Even a worker that chose it before the freeze stores no signature.
    const [payout, row] = [await h.payout(waits), await readWallet(h.db, h.wallet.address)];
    const signed = { hash: `0x${'ab'.repeat(32)}`, raw: '0x' };
    const late = { payout, wallet: h.wallet.address, nonce: row?.next_nonce ?? 0n, gasPrice: 1n, signed };
    expect(await storeSigned(h.db, { ...late, at: new Date() })).toBeNull();
    expect((await openPayouts(h.db, 9)).map(({ id, held }) => [id, held])).toEqual([[waits, true]]);
    await unfreeze(h.db, h.user);
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(waits)).toBe('confirmed');
  });

  test('waits for its approval, and for nothing else', async () => {
    const [waits, goes] = [await h.order({ approved: false }), await h.order()];
    await h.worker.look();
    await h.finalise();
    expect(await h.states(waits, goes)).toEqual(['requested', 'confirmed']);
    expect(await pay.attemptsOf(h.db, waits)).toEqual([]);
    await approve(h.db, waits, 'olga', systemClock.now());
    await h.worker.look();
    await h.finalise();
    expect(await h.payout(waits)).toMatchObject({ state: 'confirmed', approved_by: 'olga' });
  });

  test('keeps its order: forty of them, sixteen at a time, in the order of their nonces', async () => {
    const ids: bigint[] = [];
    for (let n = 0; n < 40; n += 1) ids.push(await h.order());
    for (let look = 0; look < 2; look += 1) await h.worker.look();
    expect((await h.states(...ids)).filter((state) => state === 'broadcast')).toHaveLength(16);
    for (let round = 0; round < 4; round += 1) await h.finalise();
    expect(new Set(await h.states(...ids))).toEqual(new Set(['confirmed']));
    const nonces = await Promise.all(ids.map(async (id) => Number((await h.payout(id)).nonce)));
    expect(nonces).toEqual(nonces.map((_, index) => (nonces[0] ?? 0) + index));
  });

  test('that the node lost is sent again, and is paid once', async () => {
    const address = pay.newAddress();
    const id = await h.order({ address });
    await h.worker.look();
    const { tx_hash: hash } = await h.payout(id);
    await h.devnet.rpc.call('anvil_dropTransaction', [hash]);
    await pay.mine(h.devnet);
    expect(await pay.held(h.devnet, 'USDT', address)).toBe(0n);
    await h.worker.look();
    await h.finalise();
    expect([await stateOf(id), await pay.held(h.devnet, 'USDT', address)]).toEqual(['confirmed', 9n * COIN]);
  });

  test('that a re-org removes before it is final is sent again, and is paid once', async () => {
    const address = pay.newAddress();
    const id = await h.order({ address });
    await h.worker.look();
    await pay.mine(h.devnet, 2);
    await h.devnet.rpc.call('anvil_reorg', [2, []]);
    await h.worker.look();
    expect([await stateOf(id), await pay.held(h.devnet, 'USDT', address)]).toEqual(['broadcast', 0n]);
    await h.finalise();
    expect([await stateOf(id), await pay.held(h.devnet, 'USDT', address)]).toEqual(['confirmed', 9n * COIN]);
  });

  test('that was confirmed before the chain returned to an older state is sent again with the next one', async () => {
    const [first, second] = [pay.newAddress(), pay.newAddress()];
    const snapshot = await h.devnet.rpc.call('evm_snapshot');
    const id = await h.order({ address: first });
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
    expect(await h.devnet.rpc.call('evm_revert', [snapshot])).toBe(true);
    expect(await pay.held(h.devnet, 'USDT', first)).toBe(0n);
    const next = await h.order({ address: second });
    await h.worker.look();
    await h.finalise();
    expect(await h.states(id, next)).toEqual(['confirmed', 'confirmed']);
    expect([await pay.held(h.devnet, 'USDT', first), await pay.held(h.devnet, 'USDT', second)]).toEqual([
      9n * COIN,
      9n * COIN,
    ]);
  });

  test('is completed even for a key that is no longer in use', async () => {
    const id = await h.order();
    await h.worker.look();
    await h.worker.stop();
    const { tx_hash: hash } = await h.payout(id);
    await h.devnet.rpc.call('anvil_dropTransaction', [hash]);
    h.worker = await h.open({ key: Wallet.createRandom().privateKey });
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});

describe('an unavailable node', () => {
  test('is waited for, and nothing is lost', async () => {
    let away = true;
    const gone = connect('http://127.0.0.1:9');
    const rpc = new Proxy(h.devnet.rpc, { get: (real, name: keyof Rpc) => (away ? gone : real)[name] });
    const log = memoryLog();
    h.worker = await h.open({ rpc, log });
    const id = await h.order();
    await expect(h.worker.look()).rejects.toThrow();
    expect(h.worker.status()).toEqual({ ok: true, open: 1 });
    away = false;
    await h.worker.look();
    away = true;
    await expect(h.worker.look()).rejects.toThrow();
    away = false;
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});
