/** Balances, deposits, withdrawals and every balance change, for an account's data export. */
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { balances as balancesOf, history, type Movement } from '#server/ledger/read.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';

const balances: DataSection = {
  name: 'balances',
  about: 'What the account holds now, by coin. Staked amounts are listed under "stakes".',
  async *rows(db, userId) {
    for (const [coin, amount] of await balancesOf(db, userId)) yield { coin, amount: fromUnits(amount) };
  },
};

/** A deposit's reference in the ledger: transaction and ordinal. */
const DEPOSIT = /^(0x[0-9a-f]{64})\/(\d+)/;
const keyOf = ({ ref }: Movement): string | undefined => ref?.match(DEPOSIT)?.slice(1).join('/');

async function depositsOf(db: Db, movements: readonly Movement[]) {
  const hashes = movements.flatMap((movement) => keyOf(movement)?.split('/')[0] ?? []);
  const rows = await db
    .selectFrom('deposits')
    .select(['tx_hash', 'ordinal', 'from_address', 'block_number', 'credited_at'])
    .where('tx_hash', '=', sql<string>`any(${hashes}::text[])`)
    .execute();
  return new Map(rows.map((row) => [`${row.tx_hash}/${row.ordinal}`, row]));
}

/** Number of rows whose transactions are looked up together. */
const PAGE = 500;

const deposits: DataSection = {
  name: 'deposits',
  about: 'Deposits with their transactions, newest first.',
  async *rows(db, userId) {
    let known: Awaited<ReturnType<typeof depositsOf>> = new Map();
    const found = pageByPage<Movement>(async (limit, after) => {
      const page = await history(db, userId, { kinds: ['deposit'], after, limit });
      known = await depositsOf(db, page);
      return page;
    }, PAGE);
    for await (const movement of found) {
      const row = known.get(keyOf(movement) ?? '');
      yield {
        time: movement.at,
        coin: movement.coin,
        amount: fromUnits(movement.amount),
        from: row?.from_address ?? null,
        txHash: row?.tx_hash ?? null,
        block: row ? String(row.block_number) : null,
        seenAt: row?.credited_at ?? null,
        entry: String(movement.entry),
      };
    }
  },
};

const withdrawals: DataSection = {
  name: 'withdrawals',
  about: 'Withdrawals by coin: recipient, fee and outcome.',
  async *rows(db, userId) {
    const found = pageByPage((limit, after: Awaited<ReturnType<typeof payoutsOf>>[number] | undefined) =>
      payoutsOf(db, userId, limit, after),
    );
    for await (const row of found)
      yield {
        id: String(row.id),
        coin: row.coin,
        amount: fromUnits(row.amount),
        fee: fromUnits(row.fee),
        address: row.address,
        state: row.state,
        requestedAt: row.requested_at,
        approvedAt: row.approved_at,
        finishedAt: row.finished_at,
        reason: row.reason,
        txHash: row.tx_hash,
        entry: String(row.journal_id),
      };
  },
};

/** In the order of the index by user, coin and time. */
async function payoutsOf(
  db: Db,
  userId: bigint,
  limit: number,
  after: { coin: string; requested_at: Date; id: bigint } | undefined,
) {
  return db
    .selectFrom('payouts')
    .select(['id', 'coin', 'amount', 'fee', 'address', 'state', 'requested_at', 'approved_at', 'finished_at'])
    .select(['reason', 'tx_hash', 'journal_id'])
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where((e) =>
        e(
          e.refTuple('coin', 'requested_at', 'id'),
          '>',
          e.tuple(after?.coin ?? '', after?.requested_at ?? new Date(0), after?.id ?? 0n),
        ),
      ),
    )
    .orderBy('coin')
    .orderBy('requested_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const movements: DataSection = {
  name: 'movements',
  about: 'Every movement of the balances with what it left, newest first.',
  async *rows(db, userId) {
    const found = pageByPage<Movement>((limit, after) => history(db, userId, { after, limit }));
    for await (const { at, kind, coin, amount, balanceAfter, ref, entry } of found)
      yield {
        time: at,
        kind,
        coin,
        amount: fromUnits(amount),
        balanceAfter: fromUnits(balanceAfter),
        reference: ref,
        entry: String(entry),
      };
  },
};

/** The longest section comes last, so it ends the file. */
export const assetsSections: readonly DataSection[] = [balances, deposits, withdrawals, movements];
