/** The published heads of the journal, which must be in its chain of hashes. */
import type { Db } from '#server/db/client.ts';
import { missingHeads } from '#server/ledger/blocks.ts';
import type { Proof } from '#server/ledger/proof.ts';

async function differences(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('solvency_trees')
    .select(['day', 'journal_to', 'journal_hash'])
    .where('state', '=', 'done')
    .orderBy('id')
    .execute();
  const published = rows.flatMap(({ day, journal_to: to, journal_hash: hash }) =>
    to === null || hash === null ? [] : [{ day, to, hash }],
  );
  const missing = new Set(await missingHeads(tx, published));
  return published
    .filter((one) => missing.has(one))
    .map(
      ({ day, to }) =>
        `the head of the journal published on ${day}, at entry ${to}, is not in the chain of hashes`,
    );
}

export const headsProof: Proof = { kinds: [], check: differences };
