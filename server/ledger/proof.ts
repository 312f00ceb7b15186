/**
 * Proofs of entries: each feature says which postings its records imply, and the ledger compares them with what is
 * booked. A kind of entry that no proof names is itself a finding (books.ts).
 */
import { type RawBuilder, sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';

/** Entries above `from`, up to and including `to`. */
export interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

/** Proves entries of some kinds. */
export interface Proof {
  readonly kinds: readonly string[];
  /**
   * A query over `entries` (id, kind, ref, at: the journal entries of these kinds) and `lines` (entry, user_id, system,
   * coin, amount) with one row for each posting that the records imply: entry (the journal id; null if there is none),
   * cause (in words), ref and at (null if unknown), user_id or system, coin, amount. Rows of one owner and coin are
   * added up.
   */
  readonly entries?: RawBuilder<unknown>;
  /**
   * The same for entries that can be compared only by the round that their references begin with: kind, round (text),
   * user_id or system, coin, amount. Part of complete audits only.
   */
  readonly rounds?: RawBuilder<unknown>;
  /** Differences among the records themselves, one line each; part of complete audits only. */
  readonly check?: (tx: Db) => Promise<string[]>;
  /** Differences between the chain and the records of these entries, or of all entries. @throws NodeUnreachable */
  readonly chain?: (db: Db, span: Span | null) => Promise<string[]>;
}

/** At most this many findings of each kind are reported. */
export const LIMIT = 100;

/** The entries `j` of a span; without one, all. */
export const within = (span: Span | null, id = sql.ref('j.id')): RawBuilder<unknown> =>
  span ? sql`${id} > ${span.from} and ${id} <= ${span.to}` : sql`true`;

/**
 * Joins `a` (user_id, system, amount): what an account gets, and the same taken from the system account that pays or
 * holds on the other side.
 */
export const against = (
  user: RawBuilder<unknown>,
  system: string,
  amount: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  cross join lateral (values (${user}, null::text, ${amount}), (null::bigint, ${system}::text, -(${amount}))) as a (user_id, system, amount)`;

interface Line {
  /** The entry, or the round. */
  place: string | null;
  kind: string | null;
  ref: string | null;
  at: Date | null;
  cause: string | null;
  dueRef: string | null;
  dueAt: Date | null;
  owner: string;
  coin: string;
  booked: bigint;
  due: bigint;
}

const signed = (units: bigint, coin: string): string => `${units < 0n ? '' : '+'}${fromUnits(units)} ${coin}`;

/** The lines of one entry, as one finding. */
function finding(lines: readonly Line[]): string {
  const [{ place, kind, ref, at }] = lines as [Line, ...Line[]];
  const amounts = lines.filter(({ booked, due }) => booked !== due);
  const told = (of: 'booked' | 'due') =>
    amounts.map((line) => `${line.owner} ${signed(line[of], line.coin)}`).join(', ');
  const known = lines.find(({ cause }) => cause !== null);
  if (place === null) return `${known?.cause ?? 'a record'} has no entry: ${told('due')}`;
  const name = `entry ${place} (${kind ?? 'no kind'}${ref === null ? '' : `, ${ref}`})`;
  if (!known) return `${name}: no record accounts for it: ${told('booked')}`;
  const { cause, dueRef, dueAt } = known;
  const wrong = [
    ...(amounts.length ? [`${cause} demands ${told('due')}, booked is ${told('booked')}`] : []),
    ...(dueRef !== null && dueRef !== ref ? [`${cause} demands the reference ${dueRef}`] : []),
    ...(dueAt && at && dueAt.getTime() !== at.getTime()
      ? [`${cause} demands the time ${dueAt.toISOString()}, booked is ${at.toISOString()}`]
      : []),
  ];
  return `${name}: ${wrong.join('; ')}`;
}

function findings(rows: readonly Line[]): string[] {
  const places = Map.groupBy(rows, ({ place, cause }) => place ?? `no entry: ${cause}`);
  return [...places.values()].map(finding).slice(0, LIMIT);
}

const OWNER = sql`coalesce('account ' || coalesce(x.user_id, l.user_id), x.system, l.system, 'nobody')`;
const SAME_OWNER = sql`l.coin = x.coin and coalesce(l.user_id, 0) = coalesce(x.user_id, 0)
  and coalesce(l.system, '') = coalesce(x.system, '')`;

/** The entries of these kinds, and what they move. */
const booked = (kinds: readonly string[], span: Span | null) => sql`
  entries as materialized (
    select id, kind, ref, at from ledger_journal j where kind = any(${kinds}::text[]) and ${within(span)}
  ), lines as materialized (
    select p.journal_id as entry, a.user_id, a.system, p.coin, sum(p.amount) as amount
    from entries e join ledger_postings p on p.journal_id = e.id left join ledger_accounts a on a.id = p.account_id
    group by 1, 2, 3, 4
  )`;

async function compareEntries(db: Db, { kinds, entries }: Proof, span: Span | null): Promise<string[]> {
  if (!entries) return [];
  const { rows } = await sql<Line>`
    with ${booked(kinds, span)}, expected as materialized (
      select entry, min(cause) as cause, min(ref) as ref, min(at) as at, user_id, system, coin, sum(amount) as amount
      from (${entries}) due where ${span ? sql`entry is not null` : sql`true`}
      group by entry, case when entry is null then cause end, user_id, system, coin having sum(amount) <> 0
    )
    select coalesce(x.entry, l.entry)::text as place, e.kind, e.ref, e.at, x.cause, x.ref as "dueRef", x.at as "dueAt",
      ${OWNER} as owner, coalesce(x.coin, l.coin) as coin, coalesce(l.amount, 0) as booked, coalesce(x.amount, 0) as due
    from expected x full join lines l on l.entry = x.entry and ${SAME_OWNER}
    left join entries e on e.id = coalesce(x.entry, l.entry)
    where x.amount is distinct from l.amount or x.ref is not null and x.ref is distinct from e.ref
      or x.at is not null and x.at is distinct from e.at
    order by coalesce(x.entry, l.entry), x.cause, owner, coin limit ${10 * LIMIT}`.execute(db);
  return findings(rows);
}

async function compareRounds(db: Db, { kinds, rounds }: Proof): Promise<string[]> {
  if (!rounds) return [];
  const { rows } = await sql<Line>`
    with ${booked(kinds, null)}, expected as materialized (
      select kind, round, user_id, system, coin, sum(amount) as amount from (${rounds}) due
      group by 1, 2, 3, 4, 5 having sum(amount) <> 0
    ), totals as materialized (
      select e.kind, split_part(e.ref, '/', 1) as round, l.user_id, l.system, l.coin, sum(l.amount) as amount
      from entries e join lines l on l.entry = e.id group by 1, 2, 3, 4, 5
    )
    select coalesce(x.kind, l.kind) as kind, coalesce(x.round, l.round, '-') as place, ${OWNER} as owner,
      coalesce(x.coin, l.coin) as coin, coalesce(l.amount, 0) as booked, coalesce(x.amount, 0) as due
    from expected x full join totals l on l.kind = x.kind and l.round = x.round and ${SAME_OWNER}
    where x.amount is distinct from l.amount order by 2, 1, 3 limit ${LIMIT}`.execute(db);
  return rows.map(
    ({ kind, place, owner, coin, booked, due }) =>
      `round ${place}, ${kind}: the records demand ${owner} ${signed(due, coin)}, booked is ${signed(booked, coin)}`,
  );
}

/** Where a proof's records differ from the entries of its kinds; with a span, only for entries within it. */
export async function prove(tx: Db, proof: Proof, span: Span | null): Promise<string[]> {
  const found = await compareEntries(tx, proof, span);
  if (span) return found;
  return [...found, ...(await compareRounds(tx, proof)), ...((await proof.check?.(tx)) ?? [])];
}
