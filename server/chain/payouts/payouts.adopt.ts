/**
 * What a restored database does not know: transactions that the wallet has already sent, and the withdrawals that they
 * paid.
 */
import { Transaction } from 'ethers/transaction';
import { sql } from 'kysely';
import { type Db, inTransaction } from '#server/db/client.ts';
import { counted } from '#server/lib/counted.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { type Desk, nonceOf, tokenOf, transferData } from './payouts.chain.ts';
import { netOf } from './payouts.ledger.ts';
import { DEBITED, type Payout, type Signing, addAttempt, lockWallet } from './payouts.repository.ts';
import { tokenUnits } from './payouts.rules.ts';

/** Transactions that the node knows but this database does not, and that may still pay; null if there are none. */
export async function underway({ rpc }: Desk, address: string, known: bigint): Promise<string | null> {
  const pending = await nonceOf(rpc, address, 'pending');
  return pending > known
    ? `${counted(pending - known, 'transaction')} of ${address}, known to the node and unknown here, must get into a block first; try again then`
    : null;
}

interface Sent {
  readonly nonce: string;
  readonly gasPrice: string;
  readonly gas: string;
  readonly to: string | null;
  readonly input: string;
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** The node's transaction as it was signed; null if it is not a plain transaction of ours. */
function signedAs(sent: Sent, chainId: number): Transaction | null {
  const { nonce, gasPrice, gas: gasLimit, to, input: data, r, s, v } = sent;
  try {
    const signature = { r, s, v: Number(v) };
    return Transaction.from({
      type: 0,
      chainId,
      nonce: Number(nonce),
      gasPrice,
      gasLimit,
      to,
      data,
      signature,
    });
  } catch {
    return null;
  }
}

/**
 * Assigns an unsigned payout a transaction that is already in the chain, below the wallet's next nonce. False if the
 * payout has changed, was not debited, or the nonce belongs to another payout.
 */
const storeAdopted = (db: Db, s: Signing): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const wallet = await lockWallet(tx, s.wallet);
    if (!wallet || s.nonce >= (wallet.next_nonce ?? 0n)) return false;
    const { rows } = await sql`
      update payouts set state = 'signed', wallet = ${s.wallet}, nonce = ${s.nonce}, tx_hash = ${s.signed.hash}
      where id = ${s.payout.id} and state = 'requested' and ${DEBITED}
        and not exists (select 1 from payouts o where o.wallet = ${s.wallet} and o.nonce = ${s.nonce})
      returning id`.execute(tx);
    if (rows.length === 0) return false;
    await addAttempt(tx, s);
    return true;
  });

/**
 * Adopts the transaction that paid a withdrawal although this database does not know it: it is followed as if it had
 * been signed here. It must be the wallet's own transfer of exactly this amount of this coin to this address.
 * @throws CommandError if it is not, or if it pays another withdrawal
 */
export async function adopt(desk: Desk, payout: Payout, hash: string): Promise<void> {
  const { rpc, chainId, wallet, db, clock } = desk;
  const token = tokenOf(desk, payout.coin);
  const sent = await rpc.call<Sent | null>('eth_getTransactionByHash', [hash]);
  const signed = sent && signedAs(sent, chainId);
  const amount = token && tokenUnits(netOf(payout), token.decimals);
  const fits =
    signed?.hash === hash &&
    signed.from === wallet.address &&
    signed.to?.toLowerCase() === token?.address.toLowerCase() &&
    signed.data === transferData({ to: payout.address, amount: amount ?? 0n });
  if (!fits)
    throw new CommandError(`${hash} is no transfer of the hot wallet of exactly this amount to this address`);
  const stored = await storeAdopted(db, {
    ...{ payout, wallet: wallet.address, nonce: BigInt(signed.nonce), gasPrice: signed.gasPrice ?? 0n },
    ...{ signed: { hash, raw: signed.serialized }, at: clock.wall() },
  });
  if (!stored)
    throw new CommandError(
      `withdrawal ${payout.id} is unknown, signed or has ended, or another one was paid with nonce ${signed.nonce}`,
    );
}
