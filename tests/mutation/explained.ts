// Mutants that no test can kill, with the reason. `npm run mutation` fails if one of them is killed or no longer exists.

export interface Explained {
  readonly file: string;
  /** A part of its line, where the same mutant exists more than once. */
  readonly code?: string;
  /** The code before and after, as the run prints it. */
  readonly mutant: string;
  readonly why: string;
}

/** At the boundary both sides of the choice are the same. */
const SAME = 'both give the same value there';

const NULL = 'only for the compiler: null compares like 0, which the next condition refuses';

/** A constraint of the table refuses postings of 0. */
const NO_ZERO = 'no posting is of 0, and amounts are whole units';

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
];
