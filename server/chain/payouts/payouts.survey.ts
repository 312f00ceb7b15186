/**
 * Where a wallet stands on the chain and in the database: what waits for a block, what has its receipt, and what should not be.
 * Reads alone. The chain's nonce is asked before the database, which knows every transaction before the chain can.
 */
import type { Desk } from './payouts.desk.ts';
import { nonceOf, receiptsOf } from './payouts.node.ts';
import type { Receipt } from './payouts.rules.ts';
import { type Flight, type WalletRow, flights, lostFlights, readWallet } from './payouts.store.ts';

/** Why nothing more may be signed. */
interface Doubt {
  /** `foreign`: a nonce was used by a transaction that is not ours. `lost`: one of a refunded payout may be used again. */
  readonly kind: 'foreign' | 'lost';
  readonly reason: string;
}

export interface Survey {
  readonly address: string;
  readonly row: WalletRow | undefined;
  readonly chainNonce: bigint;
  /** In a block. */
  readonly mined: readonly { flight: Flight; receipt: Receipt }[];
  /** Not in the chain, lowest nonce first; payouts that had ended are among them if a re-org took them out again. */
  readonly waiting: readonly Flight[];
  /** Their nonce is used, and by none of their attempts. */
  readonly struck: readonly Flight[];
  readonly doubt: Doubt | null;
}

function doubtOf(
  chainNonce: bigint,
  next: bigint,
  struck: readonly Flight[],
  lost: readonly Flight[],
): Doubt | null {
  const [first] = struck;
  if (first)
    return {
      kind: 'foreign',
      reason: `nonce ${first.nonce} of payout ${first.id} was used by a transaction that is not ours`,
    };
  if (chainNonce > next)
    return {
      kind: 'foreign',
      reason: `the chain's nonce is ${chainNonce}, ours ${next}: somebody else sends with this key`,
    };
  const refunded = lost.find(({ state }) => state === 'failed');
  if (!refunded) return null;
  const { id, nonce } = refunded;
  return {
    kind: 'lost',
    reason: `payout ${id} was refunded and its transaction has left the chain; send another one with nonce ${nonce} from the hot wallet`,
  };
}

/** @throws RpcError, NodeUnreachable */
export async function survey({ rpc, db }: Desk, address: string): Promise<Survey> {
  const chainNonce = await nonceOf(rpc, address);
  const under = await flights(db, address);
  const row = await readWallet(db, address);
  const next = row?.next_nonce ?? chainNonce;
  const past = under.filter(({ nonce }) => nonce < chainNonce);
  const hashes = past.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
  const receipts = new Map(
    (await receiptsOf(rpc, hashes)).map((receipt) => [receipt.transactionHash, receipt]),
  );
  const receiptOf = (flight: Flight) =>
    flight.attempts.map(({ hash }) => receipts.get(hash)).find((receipt) => receipt !== undefined);
  const mined = past.flatMap((flight) => {
    const receipt = receiptOf(flight);
    return receipt ? [{ flight, receipt }] : [];
  });
  const open = under.filter(({ nonce }) => nonce >= chainNonce);
  const lost = next - chainNonce > open.length ? await lostFlights(db, address, chainNonce) : [];
  const struck = past.filter((flight) => !receiptOf(flight));
  const waiting = [...lost.filter(({ state }) => state === 'confirmed'), ...open].toSorted((a, b) =>
    a.nonce < b.nonce ? -1 : 1,
  );
  return { address, row, chainNonce, mined, waiting, struck, doubt: doubtOf(chainNonce, next, struck, lost) };
}
