/** The transaction that pays a withdrawal: a plain ERC-20 `transfer` of the exact amount, signed for one chain and one nonce. */
import { Transaction, type Wallet, keccak256 } from 'ethers';
import { artifact } from '#server/chain/contracts/artifacts.ts';

export interface Transfer {
  readonly token: string;
  readonly to: string;
  /** In the token's own units. */
  readonly amount: bigint;
}

export interface Terms {
  readonly chainId: number;
  readonly nonce: bigint;
  /** wei */
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
}

export interface Signed {
  readonly hash: string;
  readonly raw: string;
}

/** Call data of `transfer(to, amount)` (EIP-20). */
export const transferData = ({ to, amount }: Omit<Transfer, 'token'>): string =>
  artifact('TestToken').abi.encodeFunctionData('transfer', [to, amount]);

interface Draft extends Terms {
  readonly to: string;
  readonly data: string;
}

async function sign(wallet: Wallet, { nonce, ...draft }: Draft): Promise<Signed> {
  const raw = await wallet.signTransaction({ type: 0, nonce: Number(nonce), ...draft });
  return { hash: keccak256(raw), raw };
}

/** Signs a legacy transaction (type 0, EIP-155): every EVM chain takes it, and its one price is easily raised. */
export const signTransfer = (wallet: Wallet, transfer: Transfer, terms: Terms): Promise<Signed> =>
  sign(wallet, { ...terms, to: transfer.token, data: transferData(transfer) });

/** The same transaction at another price: of the two the chain takes one, since they share their nonce. */
export function signAgain(wallet: Wallet, raw: string, gasPrice: bigint): Promise<Signed> {
  const { chainId, nonce, gasLimit, to, data } = Transaction.from(raw);
  if (to === null) throw new Error('a payout has a receiver');
  return sign(wallet, { chainId: Number(chainId), nonce: BigInt(nonce), gasLimit, gasPrice, to, data });
}
