// Keys and signatures of the demo wallet. The only module that brings ethers into the page's wallet code; loaded on
// use.
import { getAddress } from 'ethers/address';
import { SigningKey } from 'ethers/crypto';
import { hashMessage } from 'ethers/hash';
import { Transaction, computeAddress } from 'ethers/transaction';
import { getBytes, hexlify, toUtf8Bytes } from 'ethers/utils';

interface TransactionFacts {
  chainId: number;
  nonce: number;
  to: string | null;
  value: bigint;
  data: string;
  gasLimit: bigint;
  gasPrice: bigint;
}

/** A fresh random key with its address. */
export function newKey(): { key: string; address: string } {
  const key = hexlify(crypto.getRandomValues(new Uint8Array(32)));
  return { key, address: computeAddress(new SigningKey(key).publicKey) };
}

/** EIP-191 signature of bytes given as 0x-prefixed hex. */
export const signBytes = (key: string, hex: string): string =>
  new SigningKey(key).sign(hashMessage(getBytes(hex))).serialized;

/** Raw signed transaction with a gas price (type 0), as accepted by BNB Smart Chain. */
export function signTransaction(key: string, facts: TransactionFacts): string {
  const transaction = Transaction.from({ ...facts, type: 0, to: facts.to && getAddress(facts.to) });
  transaction.signature = new SigningKey(key).sign(transaction.unsignedHash);
  return transaction.serialized;
}

export const hexOf = (text: string): string => hexlify(toUtf8Bytes(text));
