// Other features send and sign with the session's wallet only as its account, send only on its chain, and every fault has
// a kind.
import { describe, expect, test } from 'vitest';
import { walletAsksAtom, type WalletFault, type WalletFaultKind } from '#lib/connected-wallet.ts';
import { read } from '#lib/store.ts';
import { type Provider, type Request, RpcError } from './eip1193.ts';
import { walletPort } from './port.ts';
import { walletFault } from './send-fault.ts';

const OWN = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const TOKEN = '0x1111111111111111111111111111111111111111';
const HASH = `0x${'aB'.repeat(32)}`;
const transfer = { to: TOKEN, data: '0xa9059cbb' };

type Answers = Record<string, () => unknown>;

/** A wallet with answers by method, and the requests it received. */
function portOver(answers: Answers) {
  const asked: Request[] = [];
  const all: Answers = { eth_accounts: () => [OWN.toLowerCase()], eth_chainId: () => '0x539', ...answers };
  const provider: Provider = {
    request: async (request) => {
      asked.push(request);
      const answer = all[request.method];
      if (!answer) throw new RpcError(4200, 'unsupported');
      return answer();
    },
  };
  const port = walletPort(
    provider,
    { rdns: 'a', address: OWN, chainId: 1337 },
    {
      chain: async () => ({ chainId: 1337, rpcUrl: 'http://127.0.0.1:1', explorerUrl: null }),
      origin: 'http://127.0.0.1',
    },
  );
  return { port, asked, methods: () => asked.map(({ method }) => method) };
}

const fail = (error: unknown) => () => {
  throw error;
};
const kindOf = (promise: Promise<unknown>): Promise<WalletFaultKind | 'none'> =>
  promise.then(
    () => 'none',
    (error: WalletFault) => error.kind,
  );

describe('sending', () => {
  test('names account and chain, and returns the hash', async () => {
    const { port, asked } = portOver({ eth_sendTransaction: () => HASH });
    expect(await port.send(transfer)).toBe(HASH.toLowerCase());
    expect(asked.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: OWN, to: TOKEN, data: '0xa9059cbb', chainId: '0x539' }],
    });
  });

  const before: [string, Answers, WalletFaultKind][] = [
    ['another account', { eth_accounts: () => [TOKEN] }, 'disconnected'],
    ['a locked wallet', { eth_accounts: () => [] }, 'disconnected'],
    ['a wallet that is gone', { eth_accounts: fail(new Error('port closed')) }, 'disconnected'],
    ['another chain', { eth_chainId: () => '0x38' }, 'wrong_chain'],
  ];
  test.each(before)('requests nothing from %s', async (_, answers, kind) => {
    const { port, methods } = portOver(answers);
    expect(await kindOf(port.send(transfer))).toBe(kind);
    expect(methods()).not.toContain('eth_sendTransaction');
  });

  test('takes only a hash as proof of sending', async () => {
    expect(await kindOf(portOver({ eth_sendTransaction: () => null }).port.send(transfer))).toBe('failed');
    expect(await kindOf(portOver({ eth_sendTransaction: () => '0x' }).port.send(transfer))).toBe('failed');
  });
});

describe('signing', () => {
  const SIGNATURE = `0x${'Ab'.repeat(65)}`;

  test('shows the text as it is to the account, and returns the signature', async () => {
    const { port, asked } = portOver({ personal_sign: () => SIGNATURE });
    expect(await port.sign('To: é\n')).toBe(SIGNATURE);
    expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: ['0x546f3a20c3a90a', OWN] });
  });

  test.each([
    ['another account', () => [TOKEN]],
    ['a locked wallet', () => []],
    ['a wallet that is gone', fail(new Error('port closed'))],
  ])('requests nothing from %s', async (_, eth_accounts) => {
    const { port, methods } = portOver({ eth_accounts });
    expect(await kindOf(port.sign('a text'))).toBe('disconnected');
    expect(methods()).not.toContain('personal_sign');
  });

  test('takes only hex as a signature, and a refusal as one', async () => {
    for (const given of [null, '', '0x', '0x1', 'signed'])
      expect(await kindOf(portOver({ personal_sign: () => given }).port.sign('a text'))).toBe('failed');
    const declined = fail(new RpcError(4001, 'User rejected the request.'));
    expect(await kindOf(portOver({ personal_sign: declined }).port.sign('a text'))).toBe('rejected');
  });
});

test('every request that the user has to answer counts as open until it is answered', async () => {
  const open: boolean[] = [];
  const seen = (answer: unknown) => async () => {
    await Promise.resolve();
    open.push(read(walletAsksAtom));
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const declined = seen(new RpcError(4001, 'User rejected the request.'));
  const { port } = portOver({
    eth_sendTransaction: seen(HASH),
    personal_sign: declined,
    wallet_switchEthereumChain: declined,
  });
  for (const ask of [() => port.send(transfer), () => port.sign('a text'), () => port.goToChain()]) {
    await kindOf(ask());
    expect(read(walletAsksAtom)).toBe(false);
  }
  expect(open).toEqual([true, true, true]);
});

describe('the kind of a fault', () => {
  const cases: [unknown, WalletFaultKind][] = [
    [new RpcError(4001, 'User rejected the request.'), 'rejected'],
    [{ code: 5000, message: 'User rejected.' }, 'rejected'],
    [{ code: 'ACTION_REJECTED' }, 'rejected'],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, 'rejected'],
    [{ code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' }, 'rejected'],
    [new RpcError(-32002, 'Request of type eth_sendTransaction already pending'), 'pending'],
    [new RpcError(4100, 'not authorized'), 'disconnected'],
    [new RpcError(4900, 'disconnected'), 'disconnected'],
    [new RpcError(4901, 'chain disconnected'), 'wrong_chain'],
    [new RpcError(4902, 'unknown chain'), 'wrong_chain'],
    [
      { code: -32602, message: 'Provided chainId "0x539" must match the active chainId "0x38"' },
      'wrong_chain',
    ],
    [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'no_gas'],
    [
      { code: -32603, message: 'Internal error', data: { message: 'Insufficient funds for gas * price' } },
      'no_gas',
    ],
    [new Error('wrapped', { cause: new Error('gas required exceeds allowance (0)') }), 'no_gas'],
    [new RpcError(3, 'execution reverted: paused'), 'failed'],
    ['nothing that can be read', 'failed'],
    [undefined, 'failed'],
  ];
  test.each(cases)('%j is %s', (error, kind) => {
    expect(walletFault(error)).toMatchObject({ kind, cause: error });
  });
});

describe('switching to the chain', () => {
  test('succeeds when the wallet is on the chain afterwards', async () => {
    let chain = '0x38';
    const { port } = portOver({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: () => void (chain = '0x539'),
    });
    expect(await port.chainId()).toBe(56);
    await port.goToChain();
    expect(await port.chainId()).toBe(1337);
  });

  test('adds a chain that the wallet does not know', async () => {
    let chain = '0x38';
    const { port, methods } = portOver({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: fail(new RpcError(4902, 'unknown')),
      wallet_addEthereumChain: () => void (chain = '0x539'),
    });
    await port.goToChain();
    expect(methods()).toContain('wallet_addEthereumChain');
  });

  test('fails with the actual reason: a user who declined, or a wallet that stays on its chain', async () => {
    const no = fail(new RpcError(4001, 'no'));
    expect(await kindOf(portOver({ wallet_switchEthereumChain: no }).port.goToChain())).toBe('rejected');
    const stays = { eth_chainId: () => '0x38', wallet_switchEthereumChain: () => null };
    expect(await kindOf(portOver(stays).port.goToChain())).toBe('wrong_chain');
  });
});
