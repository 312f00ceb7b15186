/**
 * Every kind of signature that a wallet may produce, on a real devnet: keys, contract wallets, wallets that are not
 * deployed yet, and forgeries.
 */
import { AbiCoder, Wallet, concat, getCreate2Address, hashMessage, keccak256 } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { artifact, creationCode } from './contracts/artifacts.ts';
import type { Devnet } from './devnet/devnet.ts';
import { NodeUnreachable, connect } from './rpc.ts';
import { type Draft, included, sender } from './devnet/sender.ts';
import { verifyWalletSignature } from './signature.ts';

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
const verify = (signature: string, address: string, text = message) =>
  verifyWalletSignature(devnet.rpc, { message: text, signature, address });

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
  const dead = connect('http://127.0.0.1:9');
  const signature = await owner.signMessage(message);
  expect(await verifyWalletSignature(dead, { message, signature, address: owner.address })).toBe(true);
  const other = verifyWalletSignature(dead, { message, signature, address: factory });
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
