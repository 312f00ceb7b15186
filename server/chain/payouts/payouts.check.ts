/** Proofs of withdrawals: debit, payment and refund follow from the payout, and the payment from the chain. */
import { sql } from 'kysely';
import { sameAddress } from '#rules/addresses.ts';
import { toDecimals } from '#rules/amounts.ts';
import type { Chain } from '#server/chain/chain.ts';
import { type Receipt, TRANSFER } from '#server/chain/deposits/deposits.rules.ts';
import type { Db } from '#server/db/client.ts';
import { LIMIT, type Proof, type Span, within } from '#server/ledger/proof.ts';
import { netOf } from './payouts.ledger.ts';

type Node = Pick<Chain, 'rpc' | 'coins' | 'isDevnet'>;

/** Receipts requested at once. */
const AT_ONCE = 100;

const addressIn = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40)}`;

/** Paid withdrawals for which the chain has no transfer of that amount from that wallet to that address. */
async function notOnChain(db: Db, chain: Node, span: Span | null): Promise<string[]> {
  const found: string[] = [];
  for (let last = 0n; ;) {
    const rows = await db
      .selectFrom('payouts')
      .selectAll()
      .where('state', '=', 'confirmed')
      .where('id', '>', last)
      .where(sql<boolean>`${within(span, sql.ref('journal_id'))}`)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const receipts = await chain.rpc.batch<Pick<Receipt, 'logs'> | null>(
      rows.map((row) => ['eth_getTransactionReceipt', [row.tx_hash]] as const),
    );
    for (const [at, row] of rows.entries()) {
      const receipt = receipts[at] ?? null;
      const token = chain.coins.find(({ symbol }) => symbol === row.coin);
      // Nodes forget the receipts of old blocks, devnets those of all old transactions.
      if ((!receipt && (chain.isDevnet || span === null)) || !token?.contract) continue;
      const tokens = [{ address: token.contract, decimals: token.decimals }, ...(token.earlier ?? [])];
      const paid = receipt?.logs.some(
        ({ address, topics: [event, from, to], data }) =>
          event === TRANSFER &&
          sameAddress(addressIn(from), row.wallet ?? '') &&
          sameAddress(addressIn(to), row.address) &&
          tokens.some(
            (one) =>
              sameAddress(address, one.address) && BigInt(data) === toDecimals(netOf(row), one.decimals),
          ),
      );
      if (!paid)
        found.push(`payout ${row.id}: the chain has no such transfer in ${row.tx_hash ?? 'any transaction'}`);
    }
    const end = rows.at(-1);
    if (rows.length < AT_ONCE || !end || found.length >= LIMIT) return found.slice(0, LIMIT);
    last = end.id;
  }
}

/** Withdrawals that say they were paid, or were signed, by a transaction that was never signed for them. */
async function attemptDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint }>`
    select p.id from payouts p where p.state in ('signed', 'broadcast', 'confirmed')
      and not exists (select 1 from payout_attempts a where a.payout_id = p.id and a.hash = p.tx_hash)
    order by p.id limit ${LIMIT}`.execute(tx);
  return rows.map(({ id }) => `payout ${id}: its transaction was never signed for it`);
}

/** Proves the debits, payments and refunds of withdrawals. */
export const payoutProof = (chain: Node): Proof => ({
  kinds: ['withdraw', 'payout', 'refund'],
  entries: sql`
    select j.id as entry, l.kind || ' of payout ' || p.id as cause,
      p.id || case when l.debit is null or j.ref = p.id::text then '' else '/' || p.address end as ref, l.at, l.user_id, l.system, p.coin, l.amount
    from payouts p cross join lateral (values
      ('withdraw', p.journal_id, p.requested_at, true, p.user_id, null::text, -p.amount),
      ('withdraw', p.journal_id, p.requested_at, true, null, 'payouts', p.amount - p.fee),
      ('withdraw', p.journal_id, p.requested_at, true, null, 'revenue', p.fee),
      ('payout', null, p.finished_at, p.state = 'confirmed', null, 'payouts', p.fee - p.amount),
      ('payout', null, p.finished_at, p.state = 'confirmed', null, 'custody', p.amount - p.fee),
      ('refund', null, p.finished_at, p.state = 'failed', p.user_id, null, p.amount),
      ('refund', null, p.finished_at, p.state = 'failed', null, 'payouts', p.fee - p.amount),
      ('refund', null, p.finished_at, p.state = 'failed', null, 'revenue', -p.fee)
    ) as l (kind, debit, at, due, user_id, system, amount)
    left join entries j on j.kind = l.kind and case when l.debit is null then j.ref = p.id::text else j.id = l.debit end
    where l.due`,
  check: attemptDifferences,
  chain: (db, span) => notOnChain(db, chain, span),
});
