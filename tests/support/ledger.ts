// Accounts, a fixed time and a unit of amounts for tests of the ledger.
import { type Kysely, sql } from 'kysely';
import { type Db, atOneMoment } from '#server/db/client.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Proof, prove } from '#server/ledger/proof.ts';

const MIDNIGHT = new Date('2026-11-21T00:00:00Z');

let made = 0;

interface NewUser {
  readonly kyc?: string;
  readonly at?: Date;
}

/** Creates `count` accounts and returns their ids. */
export async function makeUsers(
  db: Kysely<Tables>,
  count: number,
  { kyc = 'none', at = MIDNIGHT }: NewUser = {},
): Promise<bigint[]> {
  made += 1;
  const { rows } = await sql<{ id: bigint }>`
    insert into users (address, invite_code, kyc, created_at)
    select '0x' || left(encode(sha256((${String(made)} || '-' || n)::bytea), 'hex'), 40), 'T' || ${String(made)} || '-' || n, ${kyc}, ${at}
    from generate_series(1, ${count}::int) n returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export const makeUser = async (db: Kysely<Tables>, as?: NewUser): Promise<bigint> =>
  ((await makeUsers(db, 1, as)) as [bigint])[0];

export const NOON = new Date('2026-11-21T12:00:00Z');

export const COIN = 10n ** 18n;

/** Where the ledger and the records of these proofs differ, in one snapshot. */
export const proveAll = (db: Db, ...proofs: readonly Proof[]): Promise<string[]> =>
  atOneMoment(db, async (tx) => {
    const found: string[] = [];
    for (const proof of proofs) found.push(...(await prove(tx, proof, null)));
    return found;
  });

/** Whether a finding of the audit is about accounts from this one on, or about no account and no entry at all. */
export const isSince =
  (first: bigint) =>
  (finding: string): boolean => {
    const ids = Array.from(finding.matchAll(/(?:user|account) (\d+)/g), ([, id = '0']) => BigInt(id));
    return ids.length > 0
      ? ids.some((id) => id >= first)
      : !/: (no record|the records|.* demands)/.test(finding);
  };
