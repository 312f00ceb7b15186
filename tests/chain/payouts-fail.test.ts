// What cannot be paid: transfers that fail, an empty hot wallet, transactions that no block includes.
import { Wallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import type { Token } from '#server/chain/coins.terms.ts';
import { payoutProof } from '#server/chain/payouts/payouts.check.ts';
import { COINS } from '#server/chain/coins.ts';
import { MAX_ATTEMPTS } from '#server/chain/payouts/payouts.rules.ts';
import type { Rpc } from '#server/chain/rpc.ts';
import { dismiss } from '#server/chain/payouts/payouts.repository.ts';
import { endow, sender } from '#server/chain/devnet/sender.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { balances } from '#server/ledger/read.ts';
import { CHAIN_ID } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture();
const stateOf = async (id: bigint) => (await h.payout(id)).state;
const usdt = async () => (await balances(h.db, h.user)).get('USDT');
const pricesOf = async (id: bigint) => (await pay.attemptsOf(h.db, id)).map(({ gas_price: price }) => price);

describe('a payout that fails', () => {
  test('because the token refuses it before it is signed is refunded without an attempt', async () => {
    const before = await usdt();
    const id = await h.order({ address: `0x${'0'.repeat(40)}` });
    const next = await h.order();
    await h.worker.look();
    await h.finalise();
    expect(await h.states(id, next)).toEqual(['failed', 'confirmed']);
    expect(await pay.attemptsOf(h.db, id)).toEqual([]);
    expect((await h.payout(id)).reason).toMatch(/does not take/);
    expect(await usdt()).toBe((before ?? 0n) - 10n * COIN);
    expect((await pay.entriesOf(h.db, id)).slice(3)).toEqual([
      'refund payouts -9',
      'refund revenue -1',
      'refund user 10',
    ]);
  });

  test.each([
    ['reverts', '0x5f5ffd'],
    // Returns nothing and emits no event: a token that returns "false" instead of reverting.
    ['moves nothing', '0x00'],
  ])('on the chain because the token %s is refunded once that is final', async (_, code) => {
    const before = await usdt();
    const token = h.devnet.passport.tokens['USDT'] ?? '';
    const codeBefore = await h.devnet.rpc.call('eth_getCode', [token, 'latest']);
    const id = await h.order();
    await h.worker.look();
    await h.devnet.rpc.call('anvil_setCode', [token, code]);
    try {
      await pay.mine(h.devnet, 2);
      await h.worker.look();
      expect(await stateOf(id)).toBe('broadcast');
      await h.finalise();
    } finally {
      await h.devnet.rpc.call('anvil_setCode', [token, codeBefore]);
    }
    const { state, reason } = await h.payout(id);
    expect([state, reason]).toEqual(['failed', 'the transfer failed on the chain']);
    expect(await usdt()).toBe(before);
    const next = await h.order();
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(next)).toBe('confirmed');
  });
});

describe('a hot wallet', () => {
  test('that lacks a coin delays its payouts, pays the others, alerts once, and continues when it is filled', async () => {
    const poor = await h.order({ coin: 'ETH' });
    const also = await h.order({ coin: 'ETH', amount: 2n * COIN });
    const rich = await h.order({ coin: 'USDT', amount: 2n * COIN });
    await h.worker.look();
    await h.worker.look();
    await h.finalise();
    expect(await h.states(poor, also, rich)).toEqual(['requested', 'requested', 'confirmed']);
    expect(await h.alerts()).toEqual(['hot_wallet_empty ETH']);
    expect(h.worker.status()).toEqual({ ok: true, open: 2 });
    await pay.mint(h.devnet, h.wallet.address, 'ETH', 9n * COIN);
    await h.worker.look();
    // The first one takes all of it; the second one waits for those in progress.
    expect(await h.states(poor, also)).toEqual(['broadcast', 'requested']);
    expect(await h.alerts()).toEqual(['hot_wallet_empty ETH']);
    await h.finalise();
    await pay.mint(h.devnet, h.wallet.address, 'ETH', COIN);
    await h.worker.look();
    await h.finalise();
    await h.worker.look();
    expect(await h.states(poor, also)).toEqual(['confirmed', 'confirmed']);
    expect(await h.alerts()).toEqual([]);
    const alerts = await h.db.selectFrom('chain_alerts').selectAll().where('key', '=', 'ETH').execute();
    expect(alerts).toHaveLength(1);
  });

  test('that holds too little for one payout pays smaller ones of the coin meanwhile', async () => {
    const large = await h.order({ coin: 'ETH', amount: 5000n * COIN });
    const small = await h.order({ coin: 'ETH', amount: 2n * COIN });
    await pay.mint(h.devnet, h.wallet.address, 'ETH', COIN);
    await h.worker.look();
    await h.finalise();
    expect(await h.states(large, small)).toEqual(['requested', 'confirmed']);
    expect(await h.alerts()).toEqual(['hot_wallet_empty ETH']);
    await dismiss(h.db, large, { reason: 'too much' }, systemClock.now());
    await h.worker.look();
    expect(await h.alerts()).toEqual([]);
  });

  test('whose token address for a coin is not a contract does not delay other coins', async () => {
    const coins = pay
      .coinsOf(h.devnet)
      .map((coin) => (coin.symbol === 'ETH' ? { ...coin, contract: pay.newAddress() } : coin));
    h.worker = await h.open({ coins });
    const [poor, rich] = [await h.order({ coin: 'ETH' }), await h.order()];
    await h.worker.look();
    await h.finalise();
    expect([await h.states(poor, rich), await h.alerts()]).toEqual([
      ['requested', 'confirmed'],
      ['hot_wallet_empty ETH'],
    ]);
    await dismiss(h.db, poor, { reason: 'no contract' }, systemClock.now());
    await h.worker.look();
  });

  test('that lacks gas delays all payouts, alerts, and continues', async () => {
    await endow(h.devnet.rpc, h.wallet.address, 1000n);
    const rpc: Rpc = {
      ...h.devnet.rpc,
      call: async <T>(method: string, params?: readonly unknown[]) =>
        method === 'eth_gasPrice' ? ('0x3b9aca00' as T) : h.devnet.rpc.call<T>(method, params),
    };
    h.worker = await h.open({ rpc });
    const id = await h.order({ coin: 'USDT', amount: 2n * COIN });
    await h.worker.look();
    expect([await stateOf(id), await h.alerts()]).toEqual(['requested', ['hot_wallet_empty gas']]);
    await endow(h.devnet.rpc, h.wallet.address, 10n ** 18n);
    await h.worker.look();
    await h.finalise();
    expect([await stateOf(id), await h.alerts()]).toEqual(['confirmed', []]);
    expect((await pay.attemptsOf(h.db, id)).map(({ gas_price: price }) => price)).toEqual([1_000_000_000n]);
  });

  test('with foreign transactions pending at the first start waits for them, and continues with the next nonce', async () => {
    const draft = { to: h.wallet.address, gasLimit: 21_000 };
    await sender(h.devnet.rpc, h.wallet, CHAIN_ID).send([draft, draft]);
    const id = await h.order({ coin: 'USDT', amount: 2n * COIN });
    await h.worker.look();
    expect(await stateOf(id)).toBe('requested');
    await pay.mine(h.devnet);
    await h.worker.look();
    await h.finalise();
    expect(await h.payout(id)).toMatchObject({ state: 'confirmed', nonce: 2n });
  });
});

/** Somebody with the same key sends something with the next nonce that the node knows. */
const intrude = () =>
  sender(h.devnet.rpc, h.wallet, CHAIN_ID).send([{ to: h.wallet.address, gasLimit: 21_000 }]);

describe('a payout that no block includes', () => {
  test('is replaced on its nonce at a higher price each time, and one of its attempts is paid', async () => {
    h.worker = await h.open({ replaceAfterMs: 0 });
    const address = pay.newAddress();
    const id = await h.order({ address });
    for (let look = 0; look < 4; look += 1) await h.worker.look();
    const attempts = await pay.attemptsOf(h.db, id);
    expect(attempts.map(({ gas_price: price }) => price)).toEqual([0n, 1n, 2n, 3n]);
    expect(new Set(attempts.map(({ nonce }) => nonce))).toEqual(new Set([0n]));
    expect(attempts.every(({ sent_at: sent }) => sent !== null)).toBe(true);
    expect((await h.payout(id)).tx_hash).toBe(attempts.at(-1)?.hash);
    await h.finalise();
    expect(await h.payout(id)).toMatchObject({ state: 'confirmed', tx_hash: attempts.at(-1)?.hash });
    expect(await pay.held(h.devnet, 'USDT', address)).toBe(9n * COIN);
  });

  test('is confirmed with the attempt that was included, even an older one', async () => {
    h.worker = await h.open({ replaceAfterMs: 0 });
    const id = await h.order();
    await h.worker.look();
    const [first] = await pay.attemptsOf(h.db, id);
    await h.worker.look();
    const [, second] = await pay.attemptsOf(h.db, id);
    await h.devnet.rpc.call('anvil_dropTransaction', [second?.hash]);
    await h.devnet.rpc.call('eth_sendRawTransaction', [first?.raw]);
    await h.finalise();
    expect(await h.payout(id)).toMatchObject({ state: 'confirmed', tx_hash: first?.hash });
  });

  test('is confirmed by the token that it sent, even if the coin has another one by then', async () => {
    const id = await h.order();
    await h.worker.look();
    const coins = COINS.map((coin) => ({ ...coin, contract: h.devnet.passport.tokens['ETH'] ?? null }));
    await h.finalise(await h.open({ coins }));
    expect((await h.payout(id)).state).toBe('confirmed');
    const found = (earlier: Token[]) => {
      const replaced = coins.map((coin) => ({ ...coin, earlier }));
      return payoutProof({ rpc: h.devnet.rpc, coins: replaced, isDevnet: false }).chain?.(h.db, null);
    };
    const finding = `payout ${id}: the chain has no such transfer in ${(await h.payout(id)).tx_hash}`;
    expect(await found([])).toContain(finding);
    const before = { address: h.devnet.passport.tokens['USDT'] ?? '', decimals: 18 };
    expect(await found([before])).not.toContain(finding);
  });

  test('is left to the operator in the end, with an alert that clears when a block includes it', async () => {
    h.worker = await h.open({ replaceAfterMs: 0 });
    const id = await h.order();
    for (let look = 0; look < MAX_ATTEMPTS + 3; look += 1) await h.worker.look();
    expect(await pricesOf(id)).toHaveLength(MAX_ATTEMPTS);
    expect(await h.alerts()).toEqual([`payout_stuck ${id}`]);
    await h.finalise();
    expect([await stateOf(id), await h.alerts()]).toEqual(['confirmed', []]);
  });

  test('is reported rather than repriced if the wallet cannot pay more, and continues once the wallet is filled', async () => {
    h.worker = await h.open({ replaceAfterMs: 0 });
    await endow(h.devnet.rpc, h.wallet.address, 0n);
    const id = await h.order();
    for (let look = 0; look < 4; look += 1) await h.worker.look();
    expect([await pricesOf(id), await h.alerts()]).toEqual([[0n, 1n], [`payout_stuck ${id}`]]);
    await endow(h.devnet.rpc, h.wallet.address, COIN);
    await h.worker.look();
    await h.finalise();
    expect([await stateOf(id), await h.alerts()]).toEqual(['confirmed', []]);
  });

  test('is reported if its key has been replaced', async () => {
    const id = await h.order();
    await h.worker.look();
    const other = await h.open({ replaceAfterMs: 0, key: Wallet.createRandom().privateKey });
    await other.look();
    expect([await pricesOf(id), await h.alerts()]).toEqual([[0n], [`payout_stuck ${id}`]]);
    await h.finalise(other);
    expect([await stateOf(id), await h.alerts()]).toEqual(['confirmed', []]);
  });

  test('is no longer reported once another process has seen it end', async () => {
    const id = await h.order();
    await h.worker.look();
    let ended = false;
    const key = Wallet.createRandom().privateKey;
    await h.watched({ replaceAfterMs: 0, key }, async (method) => {
      if (method !== 'eth_sendRawTransaction' || ended) return;
      ended = true;
      await h.finalise();
    });
    expect([ended, await stateOf(id), await h.alerts()]).toEqual([true, 'confirmed', []]);
  });

  test('is reported if a nonce before it is missing', async () => {
    h.worker = await h.open({ replaceAfterMs: 0 });
    await h.db.insertInto('payout_wallets').values({ address: h.wallet.address, next_nonce: 1n }).execute();
    const id = await h.order();
    await h.worker.look();
    await h.worker.look();
    expect([await pricesOf(id), await h.alerts()]).toEqual([[0n], [`payout_stuck ${id}`]]);
    const [alert] = await pay.alertsOf(h.db, String(id));
    expect(alert?.detail).toContain('nonce 0 is missing on the chain');
    await intrude();
    await h.finalise();
    expect([await stateOf(id), await h.alerts()]).toEqual(['confirmed', []]);
  });

  test('delays the others, and only it is replaced', async () => {
    h.worker = await h.open({ replaceAfterMs: 0 });
    const [head, next] = [await h.order(), await h.order()];
    await h.worker.look();
    await h.worker.look();
    expect([await pricesOf(head), await pricesOf(next)]).toEqual([[0n, 1n], [0n]]);
    await h.finalise();
    expect(await h.states(head, next)).toEqual(['confirmed', 'confirmed']);
  });
});
