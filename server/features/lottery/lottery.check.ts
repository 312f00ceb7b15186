/**
 * Recomputes the lottery from its guesses and draws, and compares it with its rounds and the ledger. Changes nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { issueOf } from '#rules/lottery.ts';
import { lotteryDigits } from '#draws/lottery.ts';
import type { Db } from '#server/db/client.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { LIMIT, type Proof, against } from '#server/ledger/proof.ts';
import { numberOf } from './lottery.views.ts';

/**
 * Compares rounds with their guesses and neighbours, and checks that each is consistent. If it is not recorded how much
 * of the amount carried over was issued, it counts as 0, which is never too much.
 */
async function roundDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ round: string; what: string; stored: bigint; counted: bigint }>`
    with g as materialized (
      select round, count(*) as guesses, sum(paid) as paid from lottery_guesses group by round
    )
    select r.round, c.what, c.stored, c.counted
    from lottery_rounds r left join g using (round)
    left join lottery_rounds before on before.round = r.round - 1
    left join lateral (
      select count(*) as winners from lottery_guesses w where w.round = r.round and w.number = r.drawn
    ) w on true
    cross join lateral (values
      ('guesses', r.guesses::numeric, coalesce(g.guesses, 0)::numeric), ('paid', r.paid, coalesce(g.paid, 0)),
      ('winners', r.winners::numeric, case when r.drawn is null then 0 else w.winners end::numeric),
      ('carried', r.carried, case when before.round is null then r.carried else before.rolled end),
      ('carried_issued', r.carried_issued, case when r.carried_issued is null then null when before.round is null then 0
        else div(before.rolled * (coalesce(before.carried_issued, 0) + before.issued), greatest(1,
          before.carried + before.issued + case before.state when 'void' then 0 else before.paid end)) end),
      ('issued', r.issued, case when r.state = 'open' or (r.issued = 0 and r.guesses = 0) then 0
        else r.miners * ${issueOf(1)}::numeric end)
    ) as c (what, stored, counted)
    where c.stored is distinct from c.counted order by r.round, c.what limit ${LIMIT}`.execute(db);
  const shown = (what: string, value: bigint | null) =>
    value === null ? 'unknown' : what === 'guesses' || what === 'winners' ? String(value) : fromUnits(value);
  return rows.map(
    ({ round, what, stored, counted }) =>
      `round ${round}, ${what}: ${shown(what, stored)} is stored, ${shown(what, counted)} follows`,
  );
}

/** Guesses `g` of rounds `r` that are being settled or refunded, as far as their batches have got. */
const settled = sql`lottery_guesses g join lottery_rounds r on r.round = g.round and g.user_id <= r.settled_to`;

/** The expected balance of the pool: what unfinished rounds contain, minus what has already been paid out of them. */
async function poolExpected(db: Db): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(coalesce(carried, 0) + issued + paid), 0) - (
      select coalesce(sum(case when r.drawn is null then g.paid when g.number = r.drawn then r.share else 0 end), 0)
      from ${settled} where r.state = 'closed'
    ) as sum from lottery_rounds where state in ('open', 'closed')`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Rounds whose number is not that of their draw. */
async function drawnDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ round: string; drawn: number | null; hash: string | null }>`
    select r.round, r.drawn, d.hash from lottery_rounds r left join draws d on d.id = 'lottery:' || r.round
    where r.guesses > 0 and (r.drawn is not null or r.state = 'void') order by r.round`.execute(db);
  return rows.flatMap(({ round, drawn, hash }) => {
    const due = hash === null ? null : numberOf(lotteryDigits(hash));
    return due === drawn
      ? []
      : [
          `round ${round}: settled by ${drawn ?? 'returning what was paid'}, the draw gives ${due ?? 'nothing'}`,
        ];
  });
}

const againstPool = (amount: RawBuilder<unknown>) => against(sql`g.user_id`, 'lottery_pool', amount);

/** What guesses and closes imply, entry by entry. */
const guessed: Proof = {
  kinds: ['lottery_guess', 'lottery_issue'],
  entries: sql`
    select j.id as entry, 'guess ' || g.ref as cause, g.ref, g.placed_at as at, a.user_id, a.system, 'ADIT' as coin, a.amount
    from (select *, round || '/' || user_id || '/' || n as ref from lottery_guesses where paid > 0) g
    left join entries j on j.kind = 'lottery_guess' and j.ref = g.ref ${againstPool(sql`-g.paid`)}
    union all
    select j.id, 'the close of round ' || r.round, r.round::text, null, null, a.system, 'ADIT', a.sign * r.issued
    from lottery_rounds r left join entries j on j.kind = 'lottery_issue' and j.ref = r.round::text
    cross join (values ('lottery_pool', 1), ('issuance', -1)) as a (system, sign) where r.issued > 0`,
};

/** What drawn and void rounds imply, and how rounds follow from each other. */
const settledProof: Proof = {
  kinds: ['lottery_prize', 'lottery_return'],
  rounds: sql`
    select 'lottery_prize' as kind, g.round::text as round, a.user_id, a.system, 'ADIT' as coin, a.amount
    from ${settled} ${againstPool(sql`r.share`)} where r.drawn = g.number and r.state in ('closed', 'settled')
    union all
    select 'lottery_return', g.round::text, a.user_id, a.system, 'ADIT', a.amount
    from ${settled} ${againstPool(sql`g.paid`)} where r.drawn is null and r.state in ('closed', 'void')`,
  check: lotteryDifferences,
};

async function lotteryDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql`select 1 from lottery_rounds limit 1`.execute(tx);
  const pool = await systemBalance(tx, 'lottery_pool', 'ADIT');
  const expected = rows.length > 0 ? await poolExpected(tx) : pool;
  const differences = await roundDifferences(tx);
  if (pool !== expected)
    differences.push(`pool: ${fromUnits(expected)} by the rounds, ${fromUnits(pool)} in the ledger`);
  return differences;
}

export const lotteryProofs: readonly Proof[] = [guessed, settledProof];

export const lotteryDrawProof: Proof = { kinds: [], check: drawnDifferences };
