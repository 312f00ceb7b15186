/** Proofs of swaps: both legs at the prices and the fee of the reference, and what the repurchase fund has bought. */
import { sql } from 'kysely';
import { UNIT, toUnits } from '#rules/amounts.ts';
import { EXCHANGE_FEE, STAKERS_SHARE, TOKEN_VALUE } from '#rules/figures.ts';
import { fn } from '#server/db/functions.ts';
import type { Proof } from '#server/ledger/proof.ts';

/** Coins whose price is fixed. */
const fixed = (coin: string, price: string) => sql`
  case ${sql.ref(coin)} when 'ADIT' then ${sql.ref(price)} = ${toUnits(TOKEN_VALUE)}::numeric when 'USDT' then ${sql.ref(price)} = ${UNIT}::numeric else true end`;

/** The fee of a pair is at least this. */
const LEAST_FEE = toUnits(EXCHANGE_FEE);

/**
 * The swaps among `entries`: the account, what it gave of which coin, what it was worth at the two prices, and how much
 * of it the repurchase fund bought. Value and fee are computed as in src/rules/exchange.ts and buyback.ts.
 */
const swaps = sql`
  select s.*, div(s.gave * s.price_from, s.price_to) as gross,
    div(s.gave * s.price_from * (${UNIT}::numeric - s.fee), s.price_to * 1000000000000000000) as received,
    div(s.bought * s.price_from, s.price_to) as paid, ${fn('times')}(s.bought, ${toUnits(STAKERS_SHARE)}::numeric) as stakers
  from (
    select j.id as entry, j.ref, f.user_id, f.coin as from_coin, -f.amount as gave, t.coin as to_coin,
      ${fn('ref_amount')}(j.ref, 1) as price_from, nullif(${fn('ref_amount')}(j.ref, 2), 0) as price_to, coalesce(r.amount, 0) as bought,
      ${fn('ref_amount')}(j.ref, 3) as fee
    from entries j join lines f on f.entry = j.id and f.user_id is not null and f.amount < 0
    join lines t on t.entry = j.id and t.user_id = f.user_id and t.amount > 0
    left join repurchases r on r.journal_id = j.id and r.kind = 'token' and r.user_id = f.user_id and f.coin = 'ADIT'
  ) s where s.price_from is not null and s.price_to is not null and s.fee >= ${LEAST_FEE}::numeric
    and ${fixed('s.from_coin', 's.price_from')} and ${fixed('s.to_coin', 's.price_to')}`;

export const exchangeProof: Proof = {
  kinds: ['exchange'],
  entries: sql`
    select s.entry, 'the swap at the prices ' || s.ref as cause, null::text as ref, null::timestamptz as at, l.user_id, l.system, l.coin, l.amount
    from (${swaps}) s cross join lateral (values
      (s.user_id, null::text, s.from_coin, -s.gave), (s.user_id, null, s.to_coin, s.received),
      (null::bigint, 'revenue', s.to_coin, s.gross - s.received),
      (null, 'buyback', s.to_coin, -s.paid), (null, 'reserve', s.to_coin, s.paid - s.gross),
      (null, 'staking_rewards', s.from_coin, s.stakers), (null, 'institution', s.from_coin, s.bought - s.stakers),
      (null, 'reserve', s.from_coin, s.gave - s.bought)
    ) as l (user_id, system, coin, amount)`,
};
