// From the button to the hash: every possible answer of a wallet leads to a visible state, and nothing is sent twice or
// left unstored.
import { Interface } from 'ethers';
import { describe, expect, test, vi } from 'vitest';
import { type ConnectedWallet, WalletFault, type WalletFaultKind } from '#lib/connected-wallet.ts';
import type { Deposit } from './deposit.rules.ts';
import { type Flow, type FlowDeps, type Order, send, switchAndSend } from './flow.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const order: Order = {
  coin: 'USDT',
  amount: '5',
  units: 5n * 10n ** 18n,
  decimals: 18,
  token: '0x1111111111111111111111111111111111111111',
  treasury: '0x2222222222222222222222222222222222222222',
  owner: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
  chainId: 1337,
};
const erc20 = new Interface(['function transfer(address to, uint256 amount)']);

function stage(wallet: Partial<ConnectedWallet> = {}, more: Partial<FlowDeps> = {}) {
  const shown: Flow[] = [];
  const stored: Deposit[] = [];
  const sent = vi.fn<ConnectedWallet['send']>().mockResolvedValue(HASH);
  const whole: ConnectedWallet = {
    address: order.owner.toLowerCase(),
    chainId: async () => 1337,
    goToChain: async () => undefined,
    send: sent,
    sign: async () => '0x',
    ...wallet,
  };
  const deps: FlowDeps = {
    wallet: async () => whole,
    head: async () => 90,
    keep: async (deposit) => void stored.push(deposit),
    show: (flow) => void shown.push(flow),
    now: () => 1000,
    newId: () => 'id',
    ...more,
  };
  return { deps, shown, stored, sent, ways: () => shown.map(({ at }) => at) };
}
const fault = (kind: WalletFaultKind, cause?: unknown) => async () => {
  throw new WalletFault(kind, cause);
};

describe('sending', () => {
  test('asks for a plain transfer of exactly the amount, stores it, then shows it', async () => {
    const { deps, stored, sent, shown } = stage();
    await send(order, deps);
    const data = erc20.encodeFunctionData('transfer', [order.treasury, order.units]);
    expect(sent.mock.calls).toEqual([[{ to: order.token, data }]]);
    expect(stored).toEqual([
      expect.objectContaining({ id: 'id', hash: HASH, amount: '5', coin: 'USDT', block: 90, sentAt: 1000 }),
    ]);
    expect(shown).toEqual([
      { at: 'wallet', order },
      { at: 'sent', id: 'id' },
    ]);
  });

  test.each(['rejected', 'pending', 'no_gas', 'disconnected', 'failed'] as const)(
    'shows what went wrong: %s',
    async (kind) => {
      const { deps, stored, shown } = stage({ send: fault(kind) });
      await send(order, deps);
      expect(shown.at(-1)).toEqual({ at: 'fault', order, kind, words: null });
      expect(stored).toEqual([]);
    },
  );

  test("repeats the wallet's message only when there is none of ours", async () => {
    const said = new Error(`execution reverted: paused ${'x'.repeat(400)}`);
    const failed = stage({ send: fault('failed', said) });
    await send(order, failed.deps);
    expect(failed.shown.at(-1)).toMatchObject({ words: said.message.slice(0, 200) });
    const rejected = stage({ send: fault('rejected', said) });
    await send(order, rejected.deps);
    expect(rejected.shown.at(-1)).toMatchObject({ words: null });
  });

  test('asks no wallet of another account, and none on another chain', async () => {
    const other = stage({ address: order.treasury });
    await send(order, other.deps);
    expect(other.shown.at(-1)).toMatchObject({ at: 'fault', kind: 'disconnected' });
    expect(other.sent).not.toHaveBeenCalled();
    const elsewhere = stage({ chainId: async () => 56 });
    await send(order, elsewhere.deps);
    expect(elsewhere.shown.at(-1)).toEqual({ at: 'wrong_chain', order, switching: false, refused: false });
    expect(elsewhere.sent).not.toHaveBeenCalled();
  });

  test('continues without a node that reports the head', async () => {
    const { deps, stored, ways } = stage({}, { head: async () => null });
    await send(order, deps);
    expect(ways()).toEqual(['wallet', 'sent']);
    expect(stored[0]?.block).toBe(0);
  });

  test('treats anything thrown as a failure', async () => {
    const { deps, shown } = stage({
      send: async () => {
        throw new TypeError('odd wallet');
      },
    });
    await send(order, deps);
    expect(shown.at(-1)).toMatchObject({ at: 'fault', kind: 'failed', words: 'odd wallet' });
  });
});

describe('switching the network', () => {
  test('continues by itself', async () => {
    let chain = 56;
    const { deps, ways } = stage({
      chainId: async () => chain,
      goToChain: async () => void (chain = 1337),
    });
    await send(order, deps);
    await switchAndSend(order, deps);
    expect(ways()).toEqual(['wallet', 'wrong_chain', 'wrong_chain', 'wallet', 'sent']);
  });

  test.each(['rejected', 'wrong_chain', 'failed'] as const)(
    'can be requested again when it ends as %s',
    async (kind) => {
      const { deps, shown, sent } = stage({ goToChain: fault(kind) });
      await switchAndSend(order, deps);
      expect(shown.at(-1)).toEqual({ at: 'wrong_chain', order, switching: false, refused: true });
      expect(sent).not.toHaveBeenCalled();
    },
  );

  test('reports that there is no wallet to ask', async () => {
    const { deps, shown } = stage({}, { wallet: fault('disconnected') });
    await switchAndSend(order, deps);
    expect(shown.at(-1)).toMatchObject({ at: 'fault', kind: 'disconnected' });
  });
});
