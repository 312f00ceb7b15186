// Signing in, with a wallet and a server that misbehave in every way a user may encounter.
import { Wallet, getAddress, verifyMessage } from 'ethers';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { type ConnectDeps, type ConnectStep, connect } from './connect.ts';
import { type Provider, RpcError } from './eip1193.ts';

const key = Wallet.createRandom();
const OTHER = '0x1111111111111111111111111111111111111111';
const chain = { chainId: 1337, rpcUrl: '/rpc', explorerUrl: null };
const reply = { token: 't' } as Awaited<ReturnType<ConnectDeps['login']>>;

type Answer = (params: readonly unknown[]) => unknown;

function setting(answers: Record<string, Answer> = {}, deps: Partial<ConnectDeps> = {}) {
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const listeners = new Map<string, (value: unknown) => void>();
  const usual: Record<string, Answer> = {
    eth_requestAccounts: () => [key.address.toLowerCase()],
    eth_chainId: () => '0x539',
    personal_sign: ([hex]) => key.signMessage(Buffer.from(String(hex).slice(2), 'hex')),
  };
  const provider: Provider = {
    request: async ({ method, params = [] }) => {
      asked.push({ method, params: params as unknown[] });
      const answer = answers[method] ?? usual[method];
      if (!answer) throw new RpcError(4200, 'no such method');
      return answer(params as unknown[]);
    },
    on: (event, listener) => void listeners.set(event, listener as (value: unknown) => void),
    removeListener: (event) => void listeners.delete(event),
  };
  const steps: ConnectStep[] = [];
  const talk = {
    onStep: (step: ConnectStep) => void steps.push(step),
    askSwitch: vi.fn(async () => undefined),
    onUnknownInvite: vi.fn<(code: string) => void>(),
  };
  const login = vi.fn<ConnectDeps['login']>(async () => reply);
  const all: ConnectDeps = {
    chain: async () => chain,
    nonce: async () => 'abcdefgh12345678',
    login,
    checksum: async (address) => getAddress(address),
    now: () => Date.UTC(2026, 10, 21),
    place: { host: 'localhost:8080', origin: 'http://localhost:8080' },
    invite: { read: () => undefined, drop: () => undefined },
    patienceMs: 1000,
    ...deps,
  };
  const stop = new AbortController();
  const run = () => connect(provider, all, talk, stop.signal);
  const emit = (event: string, value: unknown) => listeners.get(event)?.(value);
  return { run, asked, steps, talk, login, stop, emit, listeners };
}

const never: Answer = () => new Promise(() => undefined);
const refuse =
  (code: number): Answer =>
  () => {
    throw new RpcError(code, 'no');
  };

describe('signing in', () => {
  test('goes through all states and sends what the wallet signed', async () => {
    const s = setting();
    expect(await s.run()).toEqual({ login: reply, address: key.address, chainId: 1337 });
    expect(s.steps).toEqual(['connecting', 'connected', 'signing', 'checking']);
    const sent = s.login.mock.calls[0]?.[0];
    expect(verifyMessage(sent?.message ?? '', sent?.signature ?? '')).toBe(key.address);
    expect(sent).not.toHaveProperty('inviteCode');
    expect(s.listeners.size).toBe(0);
  });

  test.each<[string, Record<string, Answer>, Partial<ConnectDeps>]>([
    ['rejected', { eth_requestAccounts: refuse(4001) }, {}],
    ['rejected', { personal_sign: refuse(4001) }, {}],
    ['pending', { eth_requestAccounts: refuse(-32002) }, {}],
    ['no_account', { eth_requestAccounts: () => [] }, {}],
    ['no_account', { eth_requestAccounts: () => null }, {}],
    ['connect_failed', { eth_requestAccounts: refuse(-32603) }, {}],
    ['disconnected', { eth_chainId: refuse(4900) }, {}],
    ['sign_failed', { personal_sign: refuse(-32603) }, {}],
    ['sign_failed', { personal_sign: () => null }, {}],
    ['no_answer', { eth_requestAccounts: never }, { patienceMs: 20 }],
    ['no_answer', { personal_sign: never }, { patienceMs: 20 }],
    ['login_failed', {}, { chain: () => Promise.reject(new ApiError('offline', 600001, '')) }],
    ['login_failed', {}, { login: () => Promise.reject(new ApiError('timeout', 5, '')) }],
    ['login_failed', {}, { login: () => Promise.reject(new ApiError('bad_wallet_signature', 1003, '')) }],
    ['login_stale', {}, { login: () => Promise.reject(new ApiError('bad_nonce', 1004, '')) }],
  ])('fails as %s', async (kind, answers, deps) => {
    const s = setting(answers, deps);
    await expect(s.run()).rejects.toMatchObject({ name: 'ConnectFault', kind });
    expect(s.listeners.size).toBe(0);
  });

  test('stops when the user leaves, and sends nothing afterwards', async () => {
    const s = setting({ personal_sign: never });
    const running = s.run();
    await vi.waitFor(() => expect(s.steps).toContain('signing'));
    s.stop.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    expect(s.login).not.toHaveBeenCalled();
  });

  test.each([
    ['accountsChanged', [OTHER], 'account_switched'],
    ['accountsChanged', [], 'disconnected'],
    ['chainChanged', '0x38', 'chain_switched'],
    ['disconnect', null, 'disconnected'],
  ])('stops when the wallet emits %s %j meanwhile', async (event, value, kind) => {
    const s = setting({ personal_sign: never });
    const running = s.run();
    await vi.waitFor(() => expect(s.steps).toContain('signing'));
    s.emit(event, value);
    await expect(running).rejects.toMatchObject({ kind });
  });
});

describe('a wallet on another chain', () => {
  test('may announce our chain while it signs', async () => {
    const s = setting({ personal_sign: never });
    const running = s.run();
    await vi.waitFor(() => expect(s.steps).toContain('signing'));
    s.emit('chainChanged', '0x539');
    s.stop.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
  });

  test('is asked to switch, once the user wants it', async () => {
    let current = '0x38';
    const s = setting({
      eth_chainId: () => current,
      wallet_switchEthereumChain: () => ((current = '0x539'), null),
    });
    await s.run();
    expect(s.talk.askSwitch).toHaveBeenCalledTimes(1);
    expect(s.steps).toEqual(['connecting', 'connected', 'wrong_chain', 'signing', 'checking']);
  });

  test('is given the chain’s details when it does not know it', async () => {
    let current = '0x38';
    const s = setting({
      eth_chainId: () => current,
      wallet_switchEthereumChain: refuse(4902),
      wallet_addEthereumChain: () => ((current = '0x539'), null),
    });
    await s.run();
    expect(s.asked.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x539',
        chainName: 'Adit devnet',
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
        rpcUrls: ['http://localhost:8080/rpc'],
      },
    ]);
  });

  test('stays on its chain when the user declines', async () => {
    const s = setting({ eth_chainId: () => '0x38', wallet_switchEthereumChain: refuse(4001) });
    await expect(s.run()).rejects.toMatchObject({ kind: 'rejected' });
  });
});

describe('an invite code', () => {
  const unknown = new ApiError('invalid_request', 400, '', {
    issues: [{ path: 'inviteCode', reason: 'unknown' }],
  });
  const invite = () => ({ read: vi.fn(() => 'AB12CD34'), drop: vi.fn(() => undefined) });

  test('is sent along', async () => {
    const s = setting({}, { invite: invite() });
    await s.run();
    expect(s.login.mock.calls[0]?.[0]).toMatchObject({ inviteCode: 'AB12CD34' });
  });

  test('is dropped and reported if nobody has it, and the sign-in continues without a second signature', async () => {
    const invited = invite();
    const s = setting({}, { invite: invited });
    s.login.mockRejectedValueOnce(unknown);
    await s.run();
    expect(invited.drop).toHaveBeenCalledTimes(1);
    expect(s.talk.onUnknownInvite).toHaveBeenCalledWith('AB12CD34');
    expect(s.login.mock.calls[1]?.[0]).not.toHaveProperty('inviteCode');
    expect(s.asked.filter(({ method }) => method === 'personal_sign')).toHaveLength(1);
  });

  test('is not blamed for another refusal', async () => {
    const invited = invite();
    const s = setting({}, { invite: invited });
    s.login.mockRejectedValueOnce(new ApiError('bad_nonce', 1004, ''));
    await expect(s.run()).rejects.toMatchObject({ kind: 'login_stale' });
    expect(invited.drop).not.toHaveBeenCalled();
  });
});
