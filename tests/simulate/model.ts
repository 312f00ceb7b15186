// What must hold at every moment, from a simple view of the world: what people were told, what is on the chain, and
// what the tables say. Each check returns the violations that it finds, as text.
import type { SimulatedChain } from './chain.ts';
import type { SimulatedDatabase } from './database.ts';
import { COUPON, HOT_WALLET, TREASURY, USDT } from './genesis.ts';
import { kernel } from './kernel.ts';
import type { Deed, Effect } from './people.ts';
import { RACE_PAYOUT } from '#rules/figures.ts';
import { digitsOf, hashOf, rankingOf } from '#tests/draws/reference.ts';

interface Story {
  readonly database: SimulatedDatabase;
  readonly chain: SimulatedChain;
  readonly deeds: readonly Deed[];
  /** How far any server's clock may be off the world's. */
  readonly skewMs: number;
  /** Whether a node has left anything out. */
  readonly lies: boolean;
}

/** Findings of the ledger and of rows, as text. */
const RULES = `
  select 'coin ' || coin || ' does not sum to zero: ' || sum(balance) from ledger_accounts group by coin having sum(balance) <> 0
  union all select 'account ' || id || ' is below zero: ' || balance from ledger_accounts where guarded and balance < 0
  union all select 'entry ' || journal_id || ' does not sum to zero' from ledger_postings group by journal_id, coin having sum(amount) <> 0
  union all select 'account ' || a.id || ' is not the sum of its postings' from ledger_accounts a
    where balance <> (select coalesce(sum(amount), 0) from ledger_postings p where p.account_id = a.id)
  union all select 'user ' || c.user_id || ' claimed twice within 24 h' from mining_cycles c join mining_cycles d
    on d.user_id = c.user_id and d.claimed_at > c.claimed_at and d.claimed_at < c.claimed_at + interval '24 hours'
  union all select 'user ' || user_id || ' claimed before the cycle ended' from mining_cycles where claimed_at < ends_at
  union all select 'user ' || user_id || ' claimed ' || output || ' for hashrate ' || hashrate from mining_cycles
    where output <> trunc(hashrate / 100)
  union all select 'user ' || user_id || ' has other cycles than entries' from (
    select user_id, count(*) n from mining_cycles group by 1) c where n <> (
      select count(*) from ledger_postings p join ledger_accounts a on a.id = p.account_id where a.user_id = c.user_id and p.kind = 'mining')
  union all select 'payout ' || id || ' is ended twice' from payouts p where (
    select count(*) from ledger_journal where kind in ('payout', 'refund') and ref = p.id::text) > 1
  union all select 'payout ' || id || ' is ' || state || ' with other entries' from payouts p where (
    select count(*) from ledger_journal where ref = p.id::text and kind = case state when 'confirmed' then 'payout' when 'failed' then 'refund' else kind end
      and kind in ('payout', 'refund')) <> (state in ('confirmed', 'failed'))::int
  union all select 'there are ' || w || ' debits of withdrawals and ' || p || ' payouts' from (
    select (select count(*) from ledger_journal where kind = 'withdraw') w, (select count(*) from payouts) p) n where w <> p
  union all select 'deposits of ' || coalesce(user_id::text, 'nobody') || ' are credited more than once' from deposits d where (
    select count(*) from deposits e where e.journal_id = d.journal_id) > 1
  union all select 'there are ' || j || ' deposit entries and ' || d || ' deposits' from (
    select (select count(*) from ledger_journal where kind = 'deposit') j, (select count(*) from deposits) d) n where j <> d
  union all select 'order ' || id || ' was redeemed within 24 h' from stake_orders where redeemed_at < staked_at + interval '24 hours'
  union all select 'stakes of user ' || o.user_id || ' are not what was debited' from (
    select user_id, sum(amount) filter (where redeemed_at is null) held from stake_orders group by 1) o where coalesce(held, 0) <> (
      select -coalesce(sum(p.amount), 0) from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.user_id = o.user_id and p.kind in ('stake', 'unstake'))
  union all select 'resale holds less than it promised: ' || balance || ' of ' || promised from ledger_accounts
    where system = 'resale' and balance < promised
  union all select 'race round ' || round || ' was settled before it ended' from race_rounds
    where state in ('settled', 'settling') and to_timestamp((round + 1) * 300) > $1::timestamptz
  union all select 'race round ' || round || ' has a bet after it closed' from race_entries where placed_at > to_timestamp((round + 1) * 300 - 30)
  union all select 'user ' || a.user_id || ' was paid race bets other than booked' from race_entries e
    join ledger_accounts a on a.user_id = e.user_id and a.coin = 'ADIT' group by a.user_id, a.id having sum(e.total) <> (
      select -coalesce(sum(amount), 0) from ledger_postings p where p.account_id = a.id and p.kind = 'race_bet')
  union all select 'race round ' || round || ' has paid ' || paid || ' for ' || hit || ' on the champion' from (
    select r.round, (select coalesce(sum(stakes[r.champion]), 0) from race_entries e where e.round = r.round) as hit,
      (select coalesce(sum(p.amount), 0) from ledger_journal j join ledger_postings p on p.journal_id = j.id
        join ledger_accounts a on a.id = p.account_id and a.user_id is not null
        where j.kind = 'race_payout' and j.ref like r.round || '/%') as paid
    from race_rounds r where r.state = 'settled') one where paid <> hit * ${RACE_PAYOUT}
  union all select 'lottery round ' || round || ' was drawn before it closed' from lottery_rounds
    where state = 'settled' and closes_at > $1::timestamptz`;

/** What is left undone once nothing stands in the way. */
const LATE = `
  select 'race round ' || round || ' is still ' || state as what from race_rounds
    where state not in ('settled', 'void') and total > 0 and to_timestamp((round + 1) * 300 + 60) < $1::timestamptz
  union all select 'lottery round ' || round || ' is still ' || state from lottery_rounds
    where state not in ('settled', 'void') and closes_at < $1::timestamptz - interval '1 minute'
  union all select 'stakes are paid up to ' || settled_at from stake_state
    where exists (select from stake_orders where redeemed_at is null and staked_at < $1::timestamptz - interval '25 hours')
      and settled_at < $1::timestamptz - interval '25 hours'
  union all select 'there is no fund day since ' || max(day) from buyback_days
    having max(day) < ($1::timestamptz at time zone 'Asia/Singapore')::date`;

const COUNTS = `
  select lower(u.address) as address,
    (select count(*)::int from mining_cycles where user_id = u.id) as claim,
    (select count(*)::int from miners where user_id = u.id and kind = 'permanent') as buy,
    (select count(*)::int from stake_orders where user_id = u.id) as stake,
    (select count(*)::int from stake_orders where user_id = u.id and redeemed_at is not null) as unstake,
    (select count(*)::int from payouts where user_id = u.id) as withdraw,
    (select coalesce(sum(bets), 0)::int from race_entries where user_id = u.id) as bet,
    (select count(*)::int from lottery_guesses where user_id = u.id) as guess,
    (select count(*)::int from coupon_uses c join coupons on coupons.id = c.coupon_id where user_id = u.id and code = '${COUPON}') as coupon,
    (select count(*)::int from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.user_id = u.id and p.kind = 'hashrate_purchase') as hashrate,
    (select count(*)::int from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.user_id = u.id and p.kind = 'hashrate_resale') as resale,
    (select count(*)::int from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.user_id = u.id and p.kind = 'exchange' and p.coin = 'USDT' and p.amount < 0) as swap,
    (select count(*)::int from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.user_id = u.id and p.kind = 'exchange' and p.coin = 'ADIT' and p.amount < 0) as sell
  from users u order by u.id`;

type Counts = Record<Effect, number> & { readonly address: string };

const hasEnded = ({ outcome }: Deed) => outcome !== 'waiting' && outcome !== 'given up';

/** Each acknowledged deed has its effect once, each other one at most once. */
function effects(counts: readonly Counts[], deeds: readonly Deed[]): string[] {
  const wrong: string[] = [];
  for (const count of counts) {
    const own = deeds.filter(({ person }) => person.wallet.address.toLowerCase() === count.address);
    for (const [effect, n] of Object.entries(count)) {
      if (effect === 'address') continue;
      const all = own.filter((deed) => deed.effect === effect);
      const done = all.filter(({ outcome }) => outcome === 0).length;
      const open = all.filter((deed) => !hasEnded(deed)).length;
      if (Number(n) < done || Number(n) > done + open)
        wrong.push(
          `${own[0]?.person.name} was told of ${done} times ${effect}, ${open} are open, and there are ${n}`,
        );
    }
  }
  return wrong;
}

const unanswered = ({ person, effect, key }: Deed) =>
  `${person.name} never got an answer to ${effect} ${key}`;

interface DepositRow {
  readonly tx_hash: string;
  readonly ordinal: number;
  readonly amount: bigint;
  readonly from_address: string;
  readonly block_hash: string;
}

interface PayoutRow {
  readonly id: bigint;
  readonly state: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
  readonly hashes: readonly string[];
}

async function chainRules({ database, chain, lies }: Story, isCalm: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const transfers = chain.truth.transfers();
  const deposits = await database.ask<DepositRow>(
    'select tx_hash, ordinal, amount, from_address, block_hash from deposits',
  );
  const came = transfers.filter(
    ({ to, from, token }) => to === TREASURY && token === USDT && from !== `0x${'0'.repeat(40)}`,
  );
  for (const row of deposits) {
    const true_ = came.find(({ txHash, ordinal }) => txHash === row.tx_hash && ordinal === row.ordinal);
    if (!true_) wrong.push(`deposit ${row.tx_hash} is credited and not on the chain`);
    else if (!true_.final) wrong.push(`deposit ${row.tx_hash} is credited before it is final`);
    else if (true_.amount !== row.amount || true_.from !== row.from_address.toLowerCase())
      wrong.push(`deposit ${row.tx_hash} is credited with another amount or sender`);
  }
  if (isCalm)
    for (const { txHash } of came.filter(({ final }) => final))
      if (!deposits.some((row) => row.tx_hash === txHash))
        wrong.push(`deposit ${txHash} is final and not credited`);

  // Whatever a node has left out may be missing until it is read again.
  const [cursor] = await database.ask<{ number: bigint }>(
    "select number from chain_cursor where name = 'watcher'",
  );
  if (!lies && cursor)
    for (const { txHash, block, final } of came)
      if (final && block.number <= Number(cursor.number) && !deposits.some((row) => row.tx_hash === txHash))
        wrong.push(`deposit ${txHash} is not credited, and the chain has been read beyond it`);

  const payouts = await database.ask<PayoutRow>(`select p.id, state, amount, fee, address,
    array(select hash from payout_attempts where payout_id = p.id) as hashes from payouts p`);
  const went = transfers.filter(({ from }) => from === HOT_WALLET);
  for (const { txHash } of went)
    if (!payouts.some(({ hashes }) => hashes.includes(txHash)))
      wrong.push(`the hot wallet sent ${txHash}, which no payout has stored`);
  for (const { id, state, hashes, amount, fee, address } of payouts) {
    const paid = went.filter(({ txHash }) => hashes.includes(txHash));
    if (paid.length > 1) wrong.push(`payout ${id} was paid ${paid.length} times`);
    if (state === 'failed' && paid.some(({ final }) => final))
      wrong.push(`payout ${id} was refunded and paid`);
    if (state === 'confirmed' && !paid.some(({ final }) => final))
      wrong.push(`payout ${id} is booked as paid and is not final`);
    for (const one of paid)
      if (one.amount !== amount - fee || one.to !== address.toLowerCase())
        wrong.push(`payout ${id} paid another amount or receiver`);
    if (isCalm && state !== 'confirmed' && state !== 'failed') wrong.push(`payout ${id} is still ${state}`);
  }
  return wrong;
}

interface DrawRow {
  readonly id: string;
  readonly draws_at: Date;
  readonly rule: string;
  readonly block_number: bigint;
  readonly block_hash: string;
  readonly tx_hash: string;
  readonly seed: string;
  readonly hash: string;
  readonly ranking: string | null;
  readonly drawn: number | null;
}

/** Draws recomputed from the true chain by the second implementation of the rule. */
async function drawRules({ database, chain }: Story): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await database.ask<DrawRow>(`select d.*, r.ranking, l.drawn from draws d
    left join race_rounds r on 'race:' || r.round = d.id left join lottery_rounds l on 'lottery:' || l.round = d.id
    where d.state = 'drawn'`);
  for (const row of rows) {
    const block = chain.truth.blocks[Number(row.block_number)];
    const first = chain.truth.blocks.find(
      ({ timestamp, miner, outcomes }) =>
        timestamp * 1000 >= row.draws_at.getTime() && outcomes.at(-1)?.tx.from === miner,
    );
    if (!block || block.hash !== row.block_hash)
      wrong.push(`draw ${row.id} used a block that is not on the chain`);
    else if (!chain.truth.isFinal(block)) wrong.push(`draw ${row.id} used a block that is not final`);
    else if (first !== block) wrong.push(`draw ${row.id} used block ${block.number}, not ${first?.number}`);
    else if (block.outcomes.at(-1)?.tx.hash !== row.tx_hash)
      wrong.push(`draw ${row.id} used another transaction`);
    const hash = hashOf({ rule: row.rule, txHash: row.tx_hash, seed: row.seed, round: row.id });
    if (hash !== row.hash) wrong.push(`draw ${row.id} has another hash than its rule gives`);
    if (row.ranking !== null && row.ranking !== rankingOf(hash).join(''))
      wrong.push(`draw ${row.id} was settled as ${row.ranking}`);
    if (row.drawn !== null && row.drawn !== Number(digitsOf(hash).join('')))
      wrong.push(`draw ${row.id} was settled as ${row.drawn}`);
  }
  return wrong;
}

/** Everything that must hold now; more once the world is calm and all work is done. */
export async function violations(story: Story, isCalm = false): Promise<string[]> {
  const { database, deeds, skewMs, lies } = story;
  const latest = new Date(kernel.now + skewMs);
  const rows = await database.ask<Record<string, string>>(RULES, [latest]);
  const found = rows.map((row) => Object.values(row)[0] ?? '');
  found.push(...effects(await database.ask<Counts>(COUNTS), deeds));
  found.push(...(await chainRules(story, isCalm)), ...(await drawRules(story)));
  if (isCalm) {
    const due = await database.ask<{ kind: string; key: string }>(
      "select kind, key from jobs where due_at < $1::timestamptz - interval '30 seconds'",
      [latest],
    );
    const late = await database.ask<{ what: string }>(LATE, [latest]);
    found.push(...late.map(({ what }) => `${what} although nothing is in the way`));
    found.push(...deeds.filter(({ outcome }) => outcome === 'waiting').map(unanswered));
    found.push(...due.map(({ kind, key }) => `job ${kind} ${key} is due and not done`));
    const alerts = await database.ask<{ kind: string; detail: string }>(
      "select kind, detail from chain_alerts where cleared_at is null and not ($1 and kind = 'left_out')",
      [lies],
    );
    found.push(...alerts.map(({ kind, detail }) => `alert ${kind}: ${detail}`));
  }
  return found;
}
