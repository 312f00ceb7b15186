/** What the system accounts start with in demo mode. */
import type { Db } from '#server/db/client.ts';
import { sql } from 'kysely';
import { type Line, postOnce } from './post.ts';
import type { Proof } from './proof.ts';

/**
 * Books the starting balances unless that has already been done. Amounts in smallest units; ADIT is issued, other coins
 * are what the devnet's treasury holds.
 */
export async function seedFunds(db: Db, funds: readonly Line[], at: Date): Promise<void> {
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

/** Proves the starting balances: these, or some of them, each once. */
export const seedProof = (funds: readonly Line[]): Proof => ({
  kinds: ['seed'],
  entries: sql`
    select j.id as entry, 'the start balance' as cause, null::text as ref, null::timestamptz as at, null::bigint as user_id, a.system, f.coin, a.amount
    from unnest(${funds.map(({ system }) => system ?? '')}::text[], ${funds.map(({ coin }) => coin)}::text[],
      ${funds.map(({ amount }) => amount)}::numeric[]) as f (system, coin, amount)
    join entries j on j.ref = f.system || '/' || f.coin
    cross join lateral (values (f.system, f.amount), (case f.coin when 'ADIT' then 'issuance' else 'custody' end, -f.amount)) as a (system, amount)`,
});
