// Mutants that no test can kill, with the reason. `npm run mutation` fails if one of them is killed or no longer exists.

export interface Explained {
  readonly file: string;
  /** A part of its line, if the same mutant exists more than once. */
  readonly code?: string;
  /** The code before and after, as the run prints it. */
  readonly mutant: string;
  readonly why: string;
}

/** At the boundary, both branches give the same result. */
const SAME = 'both give the same value there';

const NULL = 'only for the compiler: null compares like 0, which the next condition refuses';

/** A constraint of the table refuses postings of 0. */
const NO_ZERO = 'no posting is of 0, and amounts are whole units';

const UNNESTED = 'unnest gives them in this order; nothing promises it';

const EARLIER = 'accounts that are all there are only locked earlier';

const FUND = 'a fund has one row, a constraint of the table';

export const EXPLAINED: readonly Explained[] = [
  {
    file: 'src/rules/amounts.ts',
    code: 'const [whole',
    mutant: `'' → "Stryker was here!"`,
    why: 'only for the compiler: a text always has a first part',
  },
  { file: 'src/rules/amounts.ts', code: 'const size', mutant: 'units < 0n → units <= 0n', why: SAME },
  { file: 'src/rules/amounts.ts', mutant: 'decimals <= DECIMALS → decimals < DECIMALS', why: SAME },
  { file: 'src/rules/amounts.ts', mutant: 'spent < limit → spent <= limit', why: SAME },
  { file: 'src/rules/buyback.ts', mutant: 'amount > 0n → amount >= 0n', why: SAME },
  { file: 'src/rules/buyback.ts', mutant: 'a < b → a <= b', why: SAME },
  { file: 'src/rules/exchange.ts', mutant: 'lag > least → lag >= least', why: SAME },
  ...['/^\\d{4}-\\d{2}-\\d{2}/', '/\\d{4}-\\d{2}-\\d{2}$/'].map((loose) => ({
    file: 'src/rules/lottery.ts',
    mutant: String.raw`/^\d{4}-\d{2}-\d{2}$/ → ${loose}`,
    why: 'a longer text is no beginning of the date that it is read as',
  })),
  { file: 'src/rules/prices.ts', code: 'size', mutant: 'share < 0n → share <= 0n', why: SAME },
  {
    file: 'src/rules/quiet.ts',
    mutant: "{ year: 'numeric', month: 'numeric', day: 'numeric' } → {}",
    why: 'midnight then looks like a change of clocks, from which on the same end is found',
  },
  { file: 'src/rules/quiet.ts', mutant: 'local < to → local <= to', why: SAME },
  {
    file: 'src/rules/quiet.ts',
    mutant: 'offset(end) === offset(moment) → false',
    why: 'the search for a change of clocks that there is not ends at the same moment',
  },
  {
    file: 'src/rules/search.ts',
    mutant: `'' → "Stryker was here!"`,
    why: 'only for the compiler: what matches has these digits',
  },
  {
    file: 'src/rules/search.ts',
    code: 'ENDS.exec',
    mutant: '[] → ["Stryker was here"]',
    why: 'only the second and the third of them are read',
  },
  { file: 'src/rules/withdraw.ts', mutant: 'listed > least → listed >= least', why: SAME },
  {
    file: 'src/rules/shown-amounts.ts',
    mutant: String.raw`/^-|\..*$/g → /-|\..*$/g`,
    why: 'a decimal string has a sign at its beginning or none',
  },
  {
    file: 'src/rules/shown-amounts.ts',
    mutant: String.raw`/^-|\..*$/g → /^-|\..*/g`,
    why: 'a decimal string has one line',
  },
  { file: 'src/rules/limits.ts', mutant: 'standing > until → standing >= until', why: SAME },
  { file: 'src/rules/mining.ts', mutant: 'now >= endsAt → now > endsAt', why: SAME, code: 'return output' },
  { file: 'src/rules/mining.ts', mutant: 'now <= startedAt → now < startedAt', why: SAME },
  { file: 'src/rules/race.ts', mutant: 'one > most → one >= most', why: SAME },
  { file: 'src/rules/race.ts', mutant: 'worst > 0n → worst >= 0n', why: SAME },
  {
    file: 'src/rules/hashrate.ts',
    code: 'isWholeSteps(hashrate)',
    mutant: 'hashrate !== null → true',
    why: NULL,
  },
  { file: 'src/rules/hashrate.ts', code: 'UNIT)', mutant: 'hashrate !== null → true', why: NULL },
  { file: 'src/rules/limits.ts', mutant: 'standing !== null → true', why: NULL },
  { file: 'src/rules/race.ts', code: 'RACE_LEAST_BET', mutant: 'units === null → false', why: NULL },
  { file: 'src/rules/staking.ts', mutant: 'amount !== null → true', why: NULL },
  {
    file: 'server/chain/payouts/payouts.rules.ts',
    mutant: 'market < MAX_GAS_PRICE → market <= MAX_GAS_PRICE',
    why: SAME,
  },
  {
    file: 'server/chain/payouts/payouts.rules.ts',
    mutant: 'market > least → market >= least',
    why: SAME,
  },
  ...[
    {
      code: 'const [transactionHash',
      mutant: `'' → "Stryker was here!"`,
      why: 'only for the compiler: each answer has the hash that was asked for',
    },
    {
      code: 'if (!raw?.blockHash)',
      mutant: '[] → ["Stryker was here"]',
      why: 'a text has no hash by which it would be found among the receipts',
    },
    {
      code: 'const lost',
      mutant: '[] → ["Stryker was here"]',
      why: 'a text has no state, by which the lost ones are chosen',
    },
    {
      mutant: 'a.nonce < b.nonce → a.nonce <= b.nonce',
      why: 'no two payouts of a wallet share a nonce, a constraint of the table',
    },
  ].map((one) => ({ file: 'server/chain/payouts/payouts.chain.ts', ...one })),
  ...[
    {
      mutant: "attempt.sent_at && flight.state !== 'signed' → false",
      why: 'only spares statements, which change nothing the second time',
    },
    {
      mutant: `'empty' → ""`,
      why: 'only for the compiler: what is of no other kind is taken for it',
    },
    {
      mutant: 'desk.refusals.delete(hash); → ;',
      why: 'only frees memory: nothing asks for the hash of an ended payout again',
    },
  ].map((one) => ({ file: 'server/chain/payouts/payouts.steps.ts', ...one })),
  {
    file: 'server/chain/payouts/payouts.ts',
    mutant: 'before.chainNonce > known → before.chainNonce >= known',
    why: SAME,
  },
  {
    file: 'server/chain/payouts/payouts.ts',
    mutant: 'found.row?.next_nonce → found.row.next_nonce',
    why: 'only for the compiler: a halted wallet has a row',
  },
  {
    file: 'server/chain/payouts/payouts.repository.ts',
    code: 'blocked: readonly',
    mutant: '[] → ["Stryker was here"]',
    why: 'no coin has this name',
  },
  ...['< → <=', '0 → 1'].map((mutant) => ({
    file: 'server/ledger/audit.sql',
    code: 'a.coin = p_coin and p.amount < 0',
    mutant,
    why: NO_ZERO,
  })),
  {
    file: 'server/http/calls.sql',
    code: 'last_seen_at < p_now',
    mutant: '< → <=',
    why: SAME,
  },
  {
    file: 'server/http/calls.sql',
    mutant: 'accounts[c.ordinality] is not null → true',
    why: 'a guest has no token, so that no session is found',
  },
  {
    file: 'server/http/calls.sql',
    mutant: 'order by c.ordinality → ',
    why: 'nested loops, the only joins that are on there, keep the order of the calls; nothing promises it',
  },
  ...[
    {
      code: 'order by e) as entries',
      mutant: 'order by e → ',
      why: 'lines come from a window in this order; nothing promises it',
    },
    { code: 'floor(random() * 64)', mutant: '64 → 63', why: 'nobody can tell which rows are drawn' },
    { code: 'system = l.s and coin = l.c and shard = 0', mutant: 'shard = 0 → true', why: FUND },
    { code: 'system = p_system and coin = p_coin and shard = 0', mutant: 'shard = 0 → true', why: FUND },
    { code: 'pg_advisory_xact_lock', mutant: '2 → 1', why: 'the same lock with another number' },
    { code: 'select 1 from', mutant: '1 → 0', why: 'whether there is a row counts, not what is in it' },
    {
      code: 'ledger_refuse(null, p_coin, -total)',
      mutant: '- → +',
      why: 'the refusal of a fund does not tell the amount',
    },
    {
      code: 'if exists (',
      mutant:
        'exists ( select 1 from unnest(p_users) as w (u) where (select a.id from ledger_accounts a where a.us… → true',
      why: EARLIER,
    },
    {
      mutant: '(select a.id from ledger_accounts a where a.user_id = w.u and a.coin = p_coin) is null → true',
      why: EARLIER,
    },
    {
      code: 'distinct',
      mutant: 'order by u → ',
      why: 'they are sorted to find the distinct ones; nothing promises it',
    },
    {
      code: 'do update set balance = a.balance',
      mutant: 'false → true',
      why: 'writes the same balance again',
    },
    { mutant: 'order by e.n → ', why: UNNESTED },
    { code: '0 < any(p_amounts)', mutant: '< → <=', why: 'an amount of 0 has been refused before' },
    {
      code: 'array_agg(v_ids[place] order by n)',
      mutant: 'order by n → ',
      why: UNNESTED,
    },
    ...['0 > any(v_afters) → true', '0 → 1', '> → >='].map((mutant) => ({
      code: 'if 0 > any(v_afters)',
      mutant,
      why: 'the statement after it looks only for balances below 0',
    })),
    {
      code: 'order by user_id for no key update skip locked',
      mutant: 'order by user_id → ',
      why: 'who skips what is locked waits for nobody, in any order',
    },
    {
      code: 'order by user_id for no key update) held',
      mutant: 'order by user_id → ',
      why: 'the index is read in the order of users, since other scans are off; nothing promises it',
    },
    { code: 'for v_try in 1 .. 2', mutant: '1 → 0', why: 'a third try ends like the second' },
    { code: 'least(a, b, c) > 0', mutant: '> → >=', why: NO_ZERO },
    { code: "return '{}'", mutant: "return '{}' → null", why: 'the statement after it finds none either' },
  ].map((one) => ({ file: 'server/ledger/ledger.sql', ...one })),
  ...[
    ...['< → <=', '0 → 1'].map((mutant) => ({
      code: 'filter (where p.amount < 0)',
      mutant,
      why: NO_ZERO,
    })),
    { code: 'p.amount > 0', mutant: '> → >=', why: NO_ZERO },
    {
      code: 'order by q.account_id desc',
      mutant: 'desc → ',
      why: 'all rows are of one account',
    },
    {
      mutant: 'order by -p.journal_id → ',
      why: 'the only index for it is walked in this order; nothing promises it',
    },
  ].map((one) => ({ file: 'server/ledger/read.sql', ...one })),
];
