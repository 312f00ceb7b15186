/**
 * The hourly audit: seals the journal, proves what has been booked since the last time, and once a day proves
 * everything. Only one process of an installation does it. Findings become alerts; a complete audit closes alerts whose
 * findings are gone.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { openAlertKeys, raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import { NodeUnreachable, RpcError } from '#server/chain/rpc.ts';
import type { Db } from '#server/db/client.ts';
import { laterVersion } from '#server/db/migrate.ts';
import { DAY_MS, HOUR_MS } from '#rules/days.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { seal, settledId } from '#server/ledger/blocks.ts';
import { auditBooks, auditChain, auditEntries } from '#server/ledger/books.ts';
import type { Proof } from '#server/ledger/proof.ts';
import { counted } from '#server/lib/counted.ts';

interface BooksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly proofs: () => readonly Proof[];
}

/** Entries proved in one snapshot. */
const BATCH = 20_000n;
/** Work on new entries ends after this long and continues in the next hour. */
const WORK_MS = 10 * 60_000;
/** If there are more findings than this, they are reported in one alert. */
const TOLD = 20;
export const KIND = 'books';
const MORE = 'more';

const keyOf = (finding: string): string => createHash('sha256').update(finding).digest('hex').slice(0, 16);

/** Takes on this hour's audit; undefined if another process has it, or had it less than an hour ago. */
async function take(db: Db, wall: Date): Promise<{ audited: bigint; complete: Date } | undefined> {
  const before = new Date(wall.getTime() - 0.9 * HOUR_MS);
  const { rows } = await sql<{ audited: bigint; complete: Date }>`
    update books_audits set begun_at = ${wall} where begun_at <= ${before}
    returning audited_id as audited, complete_at as complete`.execute(db);
  return rows[0];
}

/** Keeps the turn that was kept at `last`; false if another process has taken the next one. */
async function keepTurn(db: Db, last: Date, wall: Date): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update books_audits set begun_at = ${wall} where begun_at = ${last}`.execute(db);
  return numAffectedRows > 0n;
}

/** When the hourly audit last began, and when the latest complete one did; null before the first. On the machine's clock. */
export async function auditTimes(db: Db): Promise<{ hourly: Date | null; complete: Date | null }> {
  const { rows } = await sql<{ hourly: Date | null; complete: Date | null }>`
    select nullif(begun_at, 'epoch') as hourly, nullif(complete_at, 'epoch') as complete from books_audits`.execute(
    db,
  );
  return rows[0] ?? { hourly: null, complete: null };
}

/** Null if a node cannot answer now, which is asked again tomorrow; what it refuses to answer is a finding. */
const onChain = (
  db: Db,
  proofs: readonly Proof[],
  span: { from: bigint; to: bigint } | null,
): Promise<string[] | null> =>
  auditChain(db, proofs, span).catch((error: unknown) => {
    if (error instanceof NodeUnreachable) return null;
    if (error instanceof RpcError) return [`the chain cannot prove deposits and payouts: ${error.message}`];
    throw error;
  });

/** Runs the audit that is due; resolves with what it found. */
export async function auditHourly({ db, clock, log, proofs }: BooksDeps, now: Date): Promise<string[]> {
  const wall = clock.wall();
  const turn = await take(db, wall);
  if (!turn) return [];
  const all = proofs();
  const newest = await settledId(db);
  if (newest !== null) await seal(db, newest, now);
  const found: string[] = [];
  let { audited } = turn;
  const end = wall.getTime() + WORK_MS;
  while (newest !== null && audited < newest && clock.wall().getTime() < end) {
    const span = { from: audited, to: audited + BATCH < newest ? audited + BATCH : newest };
    const here = [...(await auditEntries(db, all, span)), ...((await onChain(db, all, span)) ?? [])];
    await tell(db, here, false, now);
    found.push(...here);
    audited = span.to;
    await sql`update books_audits set audited_id = greatest(audited_id, ${audited}::bigint)`.execute(db);
  }
  const isComplete = wall.getTime() - turn.complete.getTime() >= DAY_MS;
  if (isComplete) {
    // It may take longer than an hour, and another process may take the next turn all the same.
    let kept = wall;
    let isOurs = true;
    const keep = async (at = clock.wall()) => {
      isOurs = isOurs && (await keepTurn(db, kept, at));
      kept = at;
    };
    const chain = await onChain(db, all, null);
    await keep();
    found.push(...(await auditBooks(db, all, keep)), ...(chain ?? []));
    await keep();
    // What was not checked may still be wrong: without the node's answers, or with a later release's tables.
    const isAll = isOurs && chain !== null && (await laterVersion(db)) === undefined;
    // Not the other way round: a process that ends in between would have told nobody.
    await tell(db, [...new Set(found)], isAll, now);
    await sql`update books_audits set complete_at = greatest(complete_at, ${wall})`.execute(db);
    // The next one is due an hour after this one began.
    await keep(wall);
  }
  if (found.length > 0) log.error({ findings: found.length }, 'the books do not agree');
  return found;
}

/** Raises an alert for each finding, and closes those that a complete audit has not found again. */
async function tell(db: Db, found: readonly string[], isComplete: boolean, now: Date): Promise<void> {
  const alerts = new Map(found.slice(0, TOLD).map((finding) => [keyOf(finding), finding]));
  if (found.length > TOLD)
    alerts.set(MORE, `and ${counted(found.length - TOLD, 'more finding')}; \`ledger check\` lists them`);
  for (const [key, detail] of alerts) await raiseAlert(db, { kind: KIND, key, detail }, now);
  if (!isComplete) return;
  const foundKeys = new Set([...alerts.keys(), ...found.map(keyOf)]);
  for (const key of await openAlertKeys(db, KIND))
    if (!foundKeys.has(key)) await settleAlert(db, { kind: KIND, key }, 'the books, which agree again', now);
}

/**
 * The chore. It returns immediately, because other chores must run meanwhile; `stop` waits for an audit in progress.
 */
export function booksChore(deps: BooksDeps) {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  return {
    chore: {
      name: 'books',
      everyMs: HOUR_MS,
      async run(now: Date) {
        if (busy) return;
        busy = true;
        running = auditHourly(deps, now)
          .catch((error: unknown) => deps.log.error({ err: error }, 'the books could not be audited'))
          .finally(() => (busy = false));
      },
    },
    stop: () => running,
  };
}
