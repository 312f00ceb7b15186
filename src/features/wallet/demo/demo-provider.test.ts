// The demo wallet does what EIP-1193 requires of any wallet, with real signatures, and nothing without its user's
// consent.
import { Transaction, Wallet, verifyMessage } from 'ethers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hexOfText } from '#features/wallet/eip1193.ts';
import { type DemoDeps, createDemoProvider } from './demo-provider.ts';
import * as signer from './demo-signer.ts';
import { type DemoState, FRESH } from './demo-state.ts';

const USDT = `0x${'55'.repeat(20)}`;
const TREASURY = `0x${'ab'.repeat(20)}`;
const transferData = `0xa9059cbb${'0'.repeat(24)}${'ab'.repeat(20)}${(10n ** 19n).toString(16).padStart(64, '0')}`;

let state: DemoState;
const node = vi.fn(async (_url: string, method: string, params?: unknown): Promise<unknown> => {
  const answers: Record<string, unknown> = {
    eth_estimateGas: '0x5208',
    eth_gasPrice: '0x3b9aca00',
    eth_getTransactionCount: '0x7',
    eth_getBalance: '0x0',
  };
  return method === 'eth_sendRawTransaction'
    ? Transaction.from((params as string[])[0]).hash
    : answers[method];
});
const consent = vi.fn<DemoDeps['consent']>();
const fund = vi.fn<DemoDeps['fund']>();
const emit = vi.fn();

function open() {
  const wallet = createDemoProvider({
    store: { read: () => state, write: (next) => void (state = next) },
    facts: async () => ({
      chainId: 1337,
      rpcUrl: 'http://node/',
      tokens: new Map([[USDT, { coin: 'USDT', decimals: 18 }]]),
    }),
    signer: async () => signer,
    rpc: node,
    consent,
    fund,
    emit,
  });
  const ask = (method: string, ...params: unknown[]) => wallet.request({ method, params });
  const connect = async () => ((await ask('eth_requestAccounts')) as string[])[0] ?? '';
  return { wallet, ask, connect };
}

beforeEach(() => {
  state = FRESH;
  vi.clearAllMocks();
  consent.mockResolvedValue(true);
  fund.mockResolvedValue();
});

describe('accounts', () => {
  test('are hidden from pages until one connects', async () => {
    const { ask, connect } = open();
    expect(await ask('eth_accounts')).toEqual([]);
    const address = await connect();
    expect(await ask('eth_accounts')).toEqual([address]);
    expect(new Wallet(state.accounts[0]?.key ?? '').address).toBe(address);
    expect(emit).toHaveBeenCalledWith('connect', { chainId: '0x539' });
  });

  test('stay the same across reloads', async () => {
    const address = await open().connect();
    expect(await open().ask('eth_accounts')).toEqual([address]);
  });

  test('are funded once, and again only if the faucet failed', async () => {
    fund.mockRejectedValueOnce(new Error('busy'));
    await open().connect();
    await vi.waitFor(() => expect(fund).toHaveBeenCalledTimes(1));
    await open().connect();
    await vi.waitFor(() => expect(state.accounts[0]?.funded).toBe(true));
    await open().connect();
    expect(fund).toHaveBeenCalledTimes(2);
  });

  test('can be switched to a second one, which pages are told about', async () => {
    const { wallet, ask, connect } = open();
    const first = await connect();
    await wallet.selectAccount(1);
    const [second] = (await ask('eth_accounts')) as string[];
    expect(second).not.toBe(first);
    expect(emit).toHaveBeenLastCalledWith('accountsChanged', [second]);
    await expect(ask('personal_sign', '0x00', first)).rejects.toMatchObject({ code: 4100 });
  });

  test('are revoked by wallet_revokePermissions', async () => {
    const { ask, connect } = open();
    await connect();
    await ask('wallet_revokePermissions', { eth_accounts: {} });
    expect(await ask('eth_accounts')).toEqual([]);
    expect(emit).toHaveBeenCalledWith('accountsChanged', []);
    expect(emit).toHaveBeenCalledWith('disconnect', expect.objectContaining({ code: 4900 }));
  });
});

describe('signing', () => {
  test('shows the readable text and signs it', async () => {
    const { ask, connect } = open();
    const address = await connect();
    const text = 'Adit wants you to sign in\n\n✓';
    const signature = (await ask('personal_sign', hexOfText(text), address.toLowerCase())) as string;
    expect(consent).toHaveBeenCalledWith({ kind: 'sign', address, text, readable: true });
    expect(verifyMessage(text, signature)).toBe(address);
  });

  test('accepts plain text too, and says when bytes are not text', async () => {
    const { ask, connect } = open();
    const address = await connect();
    expect(verifyMessage('plain', (await ask('personal_sign', 'plain', address)) as string)).toBe(address);
    await ask('personal_sign', '0xff00', address);
    expect(consent).toHaveBeenLastCalledWith({ kind: 'sign', address, text: '0xff00', readable: false });
  });

  test('is refused with 4001 when the user declines', async () => {
    consent.mockResolvedValue(false);
    const { ask, connect } = open();
    await expect(ask('personal_sign', '0x00', await connect())).rejects.toMatchObject({ code: 4001 });
  });

  test('asks one thing at a time', async () => {
    let agree: (yes: boolean) => void = () => undefined;
    consent.mockReturnValueOnce(new Promise((resolve) => (agree = resolve)));
    const { ask, connect } = open();
    const address = await connect();
    const first = ask('personal_sign', '0x00', address);
    await vi.waitFor(() => expect(consent).toHaveBeenCalled());
    await expect(ask('personal_sign', '0x00', address)).rejects.toMatchObject({ code: -32002 });
    agree(true);
    await first;
    await expect(ask('personal_sign', '0x00', address)).resolves.toMatch(/^0x/);
  });

  test('needs a connection', async () => {
    await expect(open().ask('personal_sign', '0x00', TREASURY)).rejects.toMatchObject({ code: 4100 });
  });
});

describe('sending', () => {
  test('shows recipient, amount and fee of a token transfer, then sends it signed', async () => {
    const { ask, connect } = open();
    const from = await connect();
    const hash = await ask('eth_sendTransaction', { from, to: USDT, data: transferData });
    expect(consent).toHaveBeenCalledWith({
      kind: 'send',
      address: from,
      send: { to: USDT, value: 0n, data: transferData },
      transfer: { to: TREASURY, amount: 10n ** 19n },
      token: { coin: 'USDT', decimals: 18 },
      fee: 25_200n * 10n ** 9n,
      chainId: 1337,
    });
    const params = node.mock.calls.find(([, method]) => method === 'eth_sendRawTransaction')?.[2];
    const sent = Transaction.from((params as string[])[0]);
    expect(sent).toMatchObject({
      hash,
      from,
      type: 0,
      nonce: 7,
      chainId: 1337n,
      gasLimit: 25_200n,
      data: transferData,
    });
  });

  test('sends nothing when the user declines, or when it is not a transaction', async () => {
    consent.mockResolvedValue(false);
    const { ask, connect } = open();
    const from = await connect();
    await expect(ask('eth_sendTransaction', { from, to: USDT, value: '0x1' })).rejects.toMatchObject({
      code: 4001,
    });
    await expect(ask('eth_sendTransaction', { from, to: 'nowhere' })).rejects.toMatchObject({ code: -32602 });
    await expect(ask('eth_sendTransaction', { from: TREASURY, to: USDT })).rejects.toMatchObject({
      code: 4100,
    });
    expect(node).not.toHaveBeenCalledWith(expect.anything(), 'eth_sendRawTransaction', expect.anything());
  });
});

describe('chains', () => {
  test('start with that of the app', async () => {
    const { ask } = open();
    expect(await ask('eth_chainId')).toBe('0x539');
    expect(await ask('net_version')).toBe('1337');
  });

  test('have to be added first if they are unknown', async () => {
    const { ask } = open();
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x38' })).rejects.toMatchObject({
      code: 4902,
    });
    await ask('wallet_addEthereumChain', { chainId: '0x38', rpcUrls: ['https://bsc.example/'] });
    expect(await ask('eth_chainId')).toBe('0x38');
    expect(emit).toHaveBeenCalledWith('chainChanged', '0x38');
    await ask('wallet_switchEthereumChain', { chainId: '0x539' });
    expect(emit).toHaveBeenLastCalledWith('chainChanged', '0x539');
    await ask('wallet_switchEthereumChain', { chainId: '0x38' });
    expect(await ask('eth_chainId')).toBe('0x38');
  });

  test('do not change without consent', async () => {
    consent.mockResolvedValue(false);
    const { ask } = open();
    const added = ask('wallet_addEthereumChain', { chainId: '0x38', rpcUrls: ['https://bsc.example/'] });
    await expect(added).rejects.toMatchObject({ code: 4001 });
    expect(await ask('eth_chainId')).toBe('0x539');
  });
});

test('passes read requests to the node and refuses others', async () => {
  const { ask } = open();
  expect(await ask('eth_getBalance', TREASURY, 'latest')).toBe('0x0');
  expect(node).toHaveBeenLastCalledWith('http://node/', 'eth_getBalance', [TREASURY, 'latest']);
  await expect(ask('eth_sign', TREASURY, '0x00')).rejects.toMatchObject({ code: 4200 });
  await expect(ask('anvil_setBalance', TREASURY, '0x1')).rejects.toMatchObject({ code: 4200 });
});

test('notices a switch in another tab', async () => {
  const { wallet, connect } = open();
  const first = await connect();
  const before = JSON.stringify(state);
  await wallet.selectAccount(1);
  const after = JSON.stringify(state);
  emit.mockClear();
  wallet.changedElsewhere(after, before);
  wallet.changedElsewhere(before, JSON.stringify({ ...state, connected: false }));
  expect(emit.mock.calls).toEqual([
    ['accountsChanged', [first]],
    ['accountsChanged', []],
  ]);
});
