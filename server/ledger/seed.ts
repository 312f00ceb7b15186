/** What the system accounts start with in demo mode. */
import type { Db } from '#server/db/client.ts';
import { type Line, postOnce } from './post.ts';

/**
 * Books the start balances unless they are booked already. Amounts in smallest units; ADIT is issued, other coins are
 * what the devnet's treasury holds.
 */
export async function seedFunds(
  db: Db,
  funds: readonly (Line & { amount: bigint })[],
  at: Date,
): Promise<void> {
  for (const line of funds) {
    const source = line.coin === 'ADIT' ? 'issuance' : 'custody';
    await postOnce(db, {
      kind: 'seed',
      ref: `${line.system}/${line.coin}`,
      at,
      lines: [line, { system: source, coin: line.coin, amount: -line.amount }],
    });
  }
}
