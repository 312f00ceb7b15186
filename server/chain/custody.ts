/** Our holdings on the chain: token balances of our own wallets, and alerts when they differ from what is booked. */
import type { Db } from '#server/db/client.ts';
import { ledgerTotals } from '#server/ledger/totals.ts';
import { raiseAlert, settleAlert } from './alerts.ts';
import { artifact } from './contracts/artifacts.ts';
import type { Coin } from './coins.ts';
import { flyingByCoin } from './payouts/payouts.repository.ts';
import { fromDecimals, fromUnits } from '#rules/amounts.ts';
import { NodeUnreachable, type Rpc, read } from './rpc.ts';

/** A coin's token; null if it has none. */
type Held = Pick<Coin, 'symbol' | 'decimals' | 'contract'>;

/** The tokens of coins, and those that they had before: what is left of these is booked too. */
export const withEarlier = (coins: readonly Coin[]): Held[] =>
  coins.flatMap((coin) => [
    coin,
    ...(coin.earlier ?? []).map(({ address: contract, decimals }) => ({ ...coin, contract, decimals })),
  ]);

/**
 * Reads the owners' balances (each address once, ignoring case) of all tokens of every coin, by coin, in the ledger's
 * smallest units (10^-18), at the newest block or at block `at`. A coin is omitted if the call of one of its contracts
 * fails.
 * @throws NodeUnreachable when the node does not answer
 */
export async function readCustody(
  rpc: Rpc,
  coins: readonly Held[],
  owners: readonly string[],
  at?: number,
): Promise<Map<string, bigint>> {
  const wallets = [...new Map(owners.map((owner) => [owner.toLowerCase(), owner])).values()];
  const held = new Map<string, bigint>();
  const failed = new Set<string>();
  const one = async ({ symbol, decimals, contract }: Held) => {
    if (contract === null || wallets.length === 0) return;
    try {
      const answers = await Promise.all(
        wallets.map((owner) => read(rpc, contract, artifact('TestToken'), 'balanceOf', [owner], at)),
      );
      const units = answers.reduce((sum, [balance]) => sum + (balance as bigint), 0n);
      held.set(symbol, (held.get(symbol) ?? 0n) + fromDecimals(units, decimals));
    } catch (error) {
      if (error instanceof NodeUnreachable) throw error;
      failed.add(symbol);
    }
  };
  await Promise.all(coins.map(one));
  for (const symbol of failed) held.delete(symbol);
  return held;
}

/** What the owners hold of one coin at the newest block, or why that is unknown. */
export async function holdingOf(rpc: Rpc, coin: Held, owners: readonly string[]): Promise<bigint | string> {
  const { symbol, contract } = coin;
  if (contract === null) return `${symbol} has no contract on the chain`;
  const held = await readCustody(rpc, [coin], owners).catch(() => undefined);
  if (!held) return 'the chain could not be asked';
  return held.get(symbol) ?? `the contract of ${symbol} did not answer`;
}

const EXCESS =
  'more than is booked: a deposit that was missed (chain rescan), or coins that nobody has booked (fund)';
const SHORTAGE =
  'less than is booked: somebody else has used a key of ours, or coins were moved to a wallet that the server does not know';

/**
 * Compares what the wallets hold with what is booked, for every coin but ADIT, which the ledger issues. An excess is
 * either a missed deposit or coins that nobody has booked. A shortage is what has left without a booking; withdrawals
 * that are signed but not booked as paid may have left. An alert is raised when two readings in a row find the same,
 * and settled when it is gone.
 * @param read what the wallets held at the last block whose deposits are booked, or now
 */
export function custodyWatch(db: Db, read: () => Promise<ReadonlyMap<string, bigint>>) {
  let before: ReadonlySet<string> = new Set();
  return async (now: Date): Promise<void> => {
    const found = new Set<string>();
    async function judge(kind: string, key: string, units: bigint, what: string): Promise<void> {
      if (units <= 0n) return settleAlert(db, { kind, key }, 'the books, which agree again', now);
      found.add(`${kind} ${key}`);
      const detail = `the wallets hold ${fromUnits(units)} ${key} ${what}`;
      if (before.has(`${kind} ${key}`)) await raiseAlert(db, { kind, key, detail }, now);
    }
    // What is booked while the chain is read must look like neither.
    const sent = await flyingByCoin(db);
    const earlier = await ledgerTotals(db);
    const holdings = await read();
    const later = await ledgerTotals(db);
    for (const [coin, held] of holdings) {
      if (coin === 'ADIT') continue;
      const booked = (totals: typeof earlier) => -(totals.get(coin)?.system.get('custody') ?? 0n);
      const more = held - booked(later);
      const less = booked(earlier) - (sent.get(coin) ?? 0n) - held;
      await judge('custody_excess', coin, more, EXCESS);
      await judge('custody_shortage', coin, less, SHORTAGE);
    }
    before = found;
  };
}
