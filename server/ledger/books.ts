/**
 * The audit of the books: the ledger's own sums, the proof of every entry against its cause, the chain of hashes, and
 * the guards of the database. Findings are lines of plain English; a database that nobody has tampered with has none.
 */
import { sql } from 'kysely';
import { type Db, atOneMoment } from '#server/db/client.ts';
import { guardDifferences } from '#server/db/guards.ts';
import { counted } from '#server/lib/counted.ts';
import { auditSpan, readAudit } from './audit.ts';
import { checkBlocks } from './blocks.ts';
import { LIMIT, type Proof, type Span, prove, within } from './proof.ts';

/** Kinds of entries that nothing proves. */
async function unproved(tx: Db, proofs: readonly Proof[], span: Span | null): Promise<string[]> {
  const known = proofs.flatMap(({ kinds }) => kinds);
  const { rows } = await sql<{ kind: string; entries: bigint; first: bigint }>`
    select kind, count(*) as entries, min(id) as first from ledger_journal j
    where kind <> all(${known}::text[]) and ${within(span)} group by 1 order by 1 limit ${LIMIT}`.execute(tx);
  return rows.map(
    ({ kind, entries, first }) =>
      `${counted(entries, 'entry', 'entries')} of kind ${kind}, the first is entry ${first}: nothing proves entries of this kind`,
  );
}

/** What is wrong with the entries of a span: each must follow from its cause, and continue the balances before it. */
export const auditEntries = (db: Db, proofs: readonly Proof[], span: Span): Promise<string[]> =>
  atOneMoment(db, async (tx) => {
    const found = [...(await auditSpan(tx, span)), ...(await unproved(tx, proofs, span))];
    for (const proof of proofs) found.push(...(await prove(tx, proof, span)));
    return found;
  });

/**
 * The entries that have proofs; null means all of them. In a database older than the proofs, these are the entries
 * since its upgrade, and records are not compared as a whole, because earlier ones lack what the comparison needs.
 */
async function provedSpan(db: Db): Promise<Span | null> {
  const { rows } = await sql<{ from: bigint; to: bigint }>`
    select from_id as from, (select max(id) from ledger_journal) as to from books_audits where from_id > 0`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * What is wrong with the books. Each part is read in its own snapshot, because no part depends on another, and one long
 * snapshot would keep the database from cleaning up; nothing is locked.
 * @param afterPart called after each part, which may take long
 */
export async function auditBooks(
  db: Db,
  proofs: readonly Proof[],
  afterPart: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const span = await provedSpan(db);
  const parts = [
    readAudit,
    (tx: Db) => unproved(tx, proofs, span),
    checkBlocks,
    guardDifferences,
    ...proofs.map((proof) => (tx: Db) => prove(tx, proof, span)),
  ];
  const found: string[] = [];
  for (const part of parts) {
    found.push(...(await atOneMoment(db, part)));
    await afterPart();
  }
  return found;
}

/** Where the records of deposits and payouts differ from the chain. @throws NodeUnreachable */
export async function auditChain(db: Db, proofs: readonly Proof[], span: Span | null): Promise<string[]> {
  const found: string[] = [];
  for (const { chain } of proofs) found.push(...((await chain?.(db, span)) ?? []));
  return found;
}
