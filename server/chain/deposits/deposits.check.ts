/** Proofs of deposits: entries follow from credited transfers, and transfers from the chain. */
import { sql } from 'kysely';
import type { Chain } from '#server/chain/chain.ts';
import { readBlocks } from '#server/chain/rpc.ts';
import type { Db } from '#server/db/client.ts';
import { type Proof, type Span, LIMIT, against, within } from '#server/ledger/proof.ts';
import { type Book, type Receipt, standsAt } from './deposits.rules.ts';

type Node = Pick<Chain, 'rpc' | 'tokens' | 'own' | 'isDevnet'>;

/** Receipts requested at once. */
const AT_ONCE = 100;

/**
 * The blocks of deposits without a receipt, by number. Nodes forget the receipts of old blocks, and later the blocks
 * themselves, so a missing receipt alone proves nothing.
 */
async function blocksOf({ rpc }: Node, rows: readonly { block_number: bigint }[]) {
  const numbers = [...new Set(rows.map((row) => Number(row.block_number)))];
  return new Map((await readBlocks(rpc, numbers)).map((block) => [block?.number, block]));
}

/**
 * Credited transfers that are not on the chain as credited. A devnet forgets old blocks, so silence proves nothing
 * there.
 */
async function notOnChain(db: Db, chain: Node, span: Span | null): Promise<string[]> {
  const [treasury, ...rest] = chain.own;
  if (!treasury) return [];
  const book: Book = { treasuries: [treasury, ...rest], tokens: chain.tokens() };
  const found: string[] = [];
  for (let last: { hash: string; ordinal: number } = { hash: '', ordinal: -1 }; ;) {
    const rows = await db
      .selectFrom('deposits')
      .selectAll()
      .where(sql<boolean>`(tx_hash, ordinal) > (${last.hash}, ${last.ordinal}::int)`)
      .where(sql<boolean>`${within(span, sql.ref('journal_id'))}`)
      .orderBy('tx_hash')
      .orderBy('ordinal')
      .limit(AT_ONCE)
      .execute();
    const receipts = await chain.rpc.batch<Receipt | null>(
      rows.map((row) => ['eth_getTransactionReceipt', [row.tx_hash]] as const),
    );
    const withoutReceipt = chain.isDevnet ? [] : rows.filter((_row, at) => !receipts[at]);
    const blocks = await blocksOf(chain, withoutReceipt);
    for (const [at, row] of rows.entries()) {
      const receipt = receipts[at] ?? null;
      if (!receipt && chain.isDevnet) continue;
      const block = { number: Number(row.block_number), hash: row.block_hash };
      const { tx_hash: txHash, ordinal, coin, amount, from_address: from } = row;
      if (standsAt({ txHash, ordinal, coin, amount, from, block }, receipt, book)) continue;
      if (!receipt && blocks.get(block.number)?.transactions.includes(txHash) !== false) continue;
      found.push(
        `deposit ${txHash}/${ordinal}: the chain ${receipt ? 'has another transfer there' : 'does not have this transaction'}`,
      );
    }
    const end = rows.at(-1);
    if (rows.length < AT_ONCE || !end || found.length >= LIMIT) return found.slice(0, LIMIT);
    last = { hash: end.tx_hash, ordinal: end.ordinal };
  }
}

/** Deposits assigned to accounts that did not send them, without a matching command in the operator's log. */
async function assignedByNobody(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string; address: string }>`
    select * from (
      select d.tx_hash || '/' || d.ordinal as key, u.address
      from deposits d join users u on u.id = d.user_id where d.assigned is not null
        and not exists (select from deleted_accounts x where x.user_id = u.id)
    ) d where not exists (
      select 1 from operator_commands c where c.command = 'deposits assign'
      and c.args::jsonb ->> 0 = d.key and lower(c.args::jsonb ->> 1) = lower(d.address)
    ) order by 1 limit ${LIMIT}`.execute(tx);
  return rows.map(
    ({ key, address }) => `deposit ${key}: no command in the operator's log assigned it to ${address}`,
  );
}

/**
 * A deposit whose sender had no account yet was credited to `unclaimed` and later moved to the account; it then names
 * that second entry. The same holds for a deposit that the operator assigned to an account with another address.
 */
export const depositProof = (chain: Node): Proof => ({
  kinds: ['deposit'],
  entries: sql`
    with d as materialized (
      select d.*, d.tx_hash || '/' || d.ordinal as key, u.id as owner, f.id as first,
        d.user_id is null or d.journal_id is distinct from f.id as waited,
        case when d.assigned is null then 'claimed' else 'assigned' end as how
      -- A deleted account's address is not known any more.
      from deposits d left join users u on u.id = d.user_id and ((u.address = d.from_address) = (d.assigned is null)
        or exists (select from deleted_accounts x where x.user_id = u.id))
      left join entries f on f.kind = 'deposit' and f.ref = d.tx_hash || '/' || d.ordinal
    )
    select d.first as entry, 'deposit ' || d.key as cause, d.key as ref, d.credited_at as at, a.user_id, a.system, d.coin, a.amount
    from d cross join lateral (values
      (case when not d.waited then d.owner end, case when d.waited then 'unclaimed' end, d.amount), (null::bigint, 'custody', -d.amount)
    ) as a (user_id, system, amount)
    union all
    select j.id, 'deposit ' || d.key || ', ' || d.how || ',', d.key || '/' || d.how, null, a.user_id, a.system, d.coin, a.amount
    from d left join entries j on j.id = d.journal_id and j.ref = d.key || '/' || d.how
    ${against(sql`d.owner`, 'unclaimed', sql`d.amount`)}
    where d.user_id is not null and d.waited`,
  check: assignedByNobody,
  chain: (db, span) => notOnChain(db, chain, span),
});
