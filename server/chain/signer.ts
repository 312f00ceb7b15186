/**
 * Keys that sign transactions. The `Wallet` of ethers could do it, but brings its providers, word lists and key stores
 * along, and keeps them in memory.
 */
import { SigningKey } from 'ethers/crypto';
import { Transaction, type TransactionLike, computeAddress } from 'ethers/transaction';

export interface Signer {
  readonly address: string;
  /** The raw transaction, 0x and hex. */
  signTransaction(draft: Omit<TransactionLike, 'from'>): Promise<string>;
}

/**
 * A key that signs legacy transactions (EIP-155), deterministically (RFC 6979): the same draft always has the same
 * hash.
 * @param key 0x and 64 hex digits @throws TypeError if it is not a private key
 */
export function signerOf(key: string): Signer {
  const signing = new SigningKey(key);
  return {
    address: computeAddress(signing),
    async signTransaction(draft) {
      const transaction = Transaction.from(draft);
      transaction.signature = signing.sign(transaction.unsignedHash);
      return transaction.serialized;
    },
  };
}
