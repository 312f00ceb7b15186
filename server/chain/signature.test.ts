/**
 * Every kind of signature that a wallet may produce, on a real devnet: keys, contract wallets, wallets that are not
 * deployed yet, and forgeries.
 */
import { AbiCoder, Wallet, concat, getCreate2Address, hashMessage, keccak256 } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { artifact, creationCode } from './contracts/artifacts.ts';
import type { Devnet } from './devnet/devnet.ts';
import { NodeUnreachable, type Rpc, connect } from './rpc.ts';
import { type Draft, included, sender } from './devnet/sender.ts';
import { signatureVerifier } from './signature.ts';

const coder = AbiCoder.defaultAbiCoder();
const WRAPPED = `0x${'6492'.repeat(16)}`;
const SALT = `0x${'5a'.repeat(32)}`;
const message = 'localhost:8080 wants you to sign in with your Ethereum account';
const owner = Wallet.createRandom();
let folder: Awaited<ReturnType<typeof tempFolder>>;
let devnet: Devnet;
let factory: string;

const factoryAbi = artifact('TestWalletFactory').abi;
const walletAt = (salt: string) =>
  getCreate2Address(factory, salt, keccak256(creationCode('TestWallet', [owner.address])));
const making = (salt: string) => factoryAbi.encodeFunctionData('make', [owner.address, salt]);
const wrap = (salt: string, inner: string) =>
  concat([coder.encode(['address', 'bytes', 'bytes'], [factory, making(salt), inner]), WRAPPED]);
const allowed = async () => true;
const verify = (signature: string, address: string, text = message) =>
  signatureVerifier(devnet.rpc)({ message: text, signature, address }, allowed);

/** What hostile contracts do when they are called. Memory of 1.3 MB fits into the gas of a check, but only once. */
const HOSTILE = {
  'reverts with 1.3 MB': '6213d6205ffd',
  'reverts with 3 MB': '622dc6c05ffd',
  'answers with 1.3 MB': '6213d6205ff3',
  'runs for ever': '5b5f56',
  'does what there is not': 'fe',
  'answers nothing': '00',
} as const;
const hostile = new Map<string, string>();

beforeAll(async () => {
  folder = await tempFolder();
  devnet = await openDevnet(folder.path);
  const { rpc, passport } = devnet;
  const purse = sender(rpc, new Wallet(passport.keys.owner), passport.chainId);
  const run = async (draft: Draft) => {
    const sent = await purse.send([draft]);
    await rpc.call('evm_mine');
    await included(rpc, sent, 5000);
    return rpc.call<{ contractAddress: string }>('eth_getTransactionReceipt', [sent[0]?.hash]);
  };
  factory = (await run({ to: null, data: creationCode('TestWalletFactory', []), gasLimit: 2_000_000 }))
    .contractAddress;
  await run({ to: factory, data: making(SALT), gasLimit: 2_000_000 });
  for (const [name, code] of Object.entries(HOSTILE)) {
    const length = (code.length / 2).toString(16).padStart(2, '0');
    // Copies what follows it into memory and returns that as the contract's code.
    const data = `0x60${length}8060093d393df3${code}`;
    hostile.set(name, (await run({ to: null, data, gasLimit: 2_000_000 })).contractAddress);
  }
});
afterAll(async () => {
  await devnet.stop();
  await folder.remove();
});

test('accepts a key’s signature only for its own address and the exact text', async () => {
  const signature = await owner.signMessage(message);
  expect(await verify(signature, owner.address)).toBe(true);
  expect(await verify(signature, owner.address.toLowerCase())).toBe(true);
  expect(await verify(signature, Wallet.createRandom().address)).toBe(false);
  expect(await verify(signature, owner.address, `${message}.`)).toBe(false);
});

test('verifies a key’s signature without the chain', async () => {
  const dead = signatureVerifier(connect('http://127.0.0.1:9'));
  const signature = await owner.signMessage(message);
  const notAsked = vi.fn(allowed);
  expect(await dead({ message, signature, address: owner.address }, notAsked)).toBe(true);
  expect(notAsked).not.toHaveBeenCalled();
  const other = dead({ message, signature, address: factory }, allowed);
  await expect(other).rejects.toBeInstanceOf(NodeUnreachable);
});

test('asks a deployed contract wallet through ERC-1271', async () => {
  expect(await verify(await owner.signMessage(message), walletAt(SALT))).toBe(true);
  expect(await verify(await Wallet.createRandom().signMessage(message), walletAt(SALT))).toBe(false);
  expect(await verify(await owner.signMessage(message), factory)).toBe(false);
});

test('deploys an undeployed contract wallet in a simulation through ERC-6492', async () => {
  const salt = `0x${'77'.repeat(32)}`;
  const inner = await owner.signMessage(message);
  expect(await verify(inner, walletAt(salt))).toBe(false);
  expect(await verify(wrap(salt, inner), walletAt(salt))).toBe(true);
  expect(await verify(wrap(salt, await Wallet.createRandom().signMessage(message)), walletAt(salt))).toBe(
    false,
  );
  // The factory deploys to its own address, whatever address is claimed.
  expect(await verify(wrap(salt, inner), Wallet.createRandom().address)).toBe(false);
  expect(await devnet.rpc.call('eth_getCode', [walletAt(salt), 'latest'])).toBe('0x');
});

test('accepts a wrapped signature of a wallet that has been deployed since', async () => {
  expect(await verify(wrap(SALT, await owner.signMessage(message)), walletAt(SALT))).toBe(true);
});

test.each([
  ['nothing', '0x'],
  ['text', 'signed, truly'],
  ['half a byte', '0x123'],
  ['zeros', `0x${'00'.repeat(65)}`],
  ['a bare wrapper', WRAPPED],
  ['a wrapper around noise', `0x${'ab'.repeat(100)}${'6492'.repeat(16)}`],
  ['more than a wallet would send', `0x${'00'.repeat(9000)}`],
])('rejects %s as a signature', async (_, signature) => {
  for (const address of [owner.address, walletAt(SALT)]) expect(await verify(signature, address)).toBe(false);
});

test('asks contract wallets about the EIP-191 hash', async () => {
  const data = artifact('TestWallet').abi.encodeFunctionData('isValidSignature', [
    hashMessage(message),
    await owner.signMessage(message),
  ]);
  const answer = await devnet.rpc.call<string>('eth_call', [{ to: walletAt(SALT), data }, 'latest']);
  expect(answer.slice(0, 10)).toBe('0x1626ba7e');
});

describe('a contract that', () => {
  test.each(Object.keys(HOSTILE))(
    '%s has not signed, whether it is the wallet or its factory',
    async (name) => {
      const address = hostile.get(name) ?? '';
      const signature = await owner.signMessage(message);
      expect(await verify(signature, address)).toBe(false);
      const wrapped = concat([
        coder.encode(['address', 'bytes', 'bytes'], [address, '0x', signature]),
        WRAPPED,
      ]);
      expect(await verify(wrapped, walletAt(`0x${'66'.repeat(32)}`))).toBe(false);
      expect(await verify(wrapped, address)).toBe(false);
    },
  );
});

describe('the chain is asked', () => {
  const claim = { message, signature: `0x${'12'.repeat(65)}`, address: `0x${'34'.repeat(20)}` };
  const node = (call: (method: string, ...given: unknown[]) => Promise<unknown>): Rpc => ({
    url: 'none',
    call: call as Rpc['call'],
    batch: () => Promise.reject(new Error('not asked')),
  });

  test('only once it may be, with little gas, little time and room for a short answer', async () => {
    const call = vi.fn(async () => '0x01');
    const check = signatureVerifier(node(call));
    expect(await check(claim, async () => false)).toBe(false);
    await expect(check(claim, () => Promise.reject(new Error('used')))).rejects.toThrow('used');
    expect(call).not.toHaveBeenCalled();
    expect(await check(claim, allowed)).toBe(true);
    expect(call).toHaveBeenCalledExactlyOnceWith(
      'eth_call',
      [expect.objectContaining({ gas: '0x4c4b40' }), 'latest'],
      5000,
      65_536,
    );
  });

  test('by four at once; the fifth waits, and is told to come back after five seconds', async () => {
    vi.useFakeTimers();
    const answers: ((text: string) => void)[] = [];
    const check = signatureVerifier(node(() => new Promise((resolve) => answers.push(resolve))));
    const five = Array.from({ length: 5 }, () => check(claim, allowed).catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(4999);
    expect(answers).toHaveLength(4);
    answers[0]?.('0x01');
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(5);
    const late = check(claim, allowed).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await late).toMatchObject({ name: 'unavailable', data: { retryAfter: 5 } });
    for (const answer of answers) answer('0x01');
    expect(await Promise.all(five)).toEqual([true, true, true, true, true]);
    vi.useRealTimers();
  });
});
