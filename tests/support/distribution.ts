// How the schema would be distributed by account over several machines (server/SCALING.md): where each table's rows
// would be, and where calls do not follow that. tests/api/distribution.test.ts compares it with the schema and with
// the plans of all calls.
import type { Plan, Statement } from './plans.ts';

export interface Place {
  /**
   * `account`: with its account, by the hash of `key`. `own`: by the hash of another key. `copied`: on every machine,
   * and only written by operators and due work. `one`: in one place, where calls of all accounts meet.
   */
  readonly at: 'account' | 'own' | 'copied' | 'one';
  readonly key?: string;
  /** The table whose `id` is the key: only through it is the owner known, and Citus needs the owner in the row. */
  readonly through?: string;
  /**
   * Columns by which calls find rows without the key, and why. `join`: by the key, taken from a row stored elsewhere;
   * `all`: by nothing; `insert`: a new row stored elsewhere; `everybody`: the row of account 0, which stands for
   * everybody.
   */
  readonly ways?: Readonly<Record<string, string>>;
  /** Unique indexes that lack the key, and what keeps them unique on several machines. */
  readonly unique?: Readonly<Record<string, string>>;
}

const NUMBERED = 'numbers come from one sequence';
const LOOKUP = 'a lookup table, distributed by this column, that names the account';
const COMPOSED = 'the account goes into the key';
const WITH = (key: string, more: Omit<Place, 'at' | 'key'> = {}): Place => ({ at: 'account', key, ...more });
const MINE = (more: Omit<Place, 'at' | 'key'> = {}): Place => WITH('user_id', more);
const OWN = (key: string, more: Omit<Place, 'at' | 'key'> = {}): Place => ({ at: 'own', key, ...more });
const COPIED: Place = { at: 'copied' };
const ONE: Place = { at: 'one' };

export const PLACES: Readonly<Record<string, Place>> = {
  users: WITH('id', {
    ways: {
      address: 'signing in',
      invite_code: 'an invitation',
      invited_by: 'members of a team',
      ancestor2: 'members of a team',
      ancestor3: 'members of a team',
      join: 'the inviter of an account, and an account that was deleted',
    },
    unique: { users_address_key: LOOKUP, users_invite_code_key: LOOKUP },
  }),
  sessions: MINE({
    ways: {
      token_hash: 'a token does not name its account',
      outbox_hash: 'likewise',
      device_id: 'ends with its device',
    },
    unique: {
      sessions_pkey: 'the account goes into the token',
      sessions_outbox_hash_key: 'the account goes into the token',
    },
  }),
  devices: MINE({
    ways: { id: 'resuming names the device alone' },
    unique: { devices_pkey: 'the account goes into the id' },
  }),
  pairings: MINE({
    ways: { code: 'who joins knows the code alone', expires_at: 'old ones are deleted' },
    unique: { pairings_code_key: LOOKUP, pairings_device_id_key: LOOKUP },
  }),
  idempotency: WITH('scope'),
  data_exports: MINE(),
  deleted_accounts: MINE({
    ways: {
      address_mark: 'signing in',
      uid_mark: 'a UID verifies once',
      deleted_at: 'the lottery leaves out their miners',
    },
  }),
  miners: MINE({
    ways: { permanent_at: 'the lottery counts permanent miners' },
  }),
  mining_cycles: MINE(),
  play_limits: MINE(),
  produced: MINE(),
  lottery_guesses: MINE(),
  race_entries: MINE(),
  stake_orders: MINE({
    ways: { id: 'an order is redeemed by its number' },
    unique: { stake_orders_pkey: NUMBERED },
  }),
  stake_levels: MINE(),
  stake_outputs: MINE(),
  stake_shares: MINE(),
  team_counters: MINE(),
  team_earnings: MINE(),
  team_changes: MINE({
    ways: { insert: 'a change is written for the three accounts above' },
    unique: { team_changes_pkey: NUMBERED },
  }),
  coupon_uses: MINE({ unique: { coupon_uses_id_key: NUMBERED, coupon_uses_journal_id_key: NUMBERED } }),
  exchanged: MINE({ ways: { everybody: 'what all accounts may exchange in an hour' } }),
  deposits: MINE({
    ways: { from_address: 'coins that came before the first sign-in', tx_hash: 'the same' },
    unique: { deposits_pkey: LOOKUP },
  }),
  payouts: MINE({
    ways: { id: 'details of a page of history' },
    unique: {
      payouts_pkey: NUMBERED,
      payouts_journal: NUMBERED,
      payouts_wallet_nonce_key: 'a table of nonces with the wallet, in one place',
    },
  }),
  kyc_submissions: MINE({
    ways: { exchange_uid: 'a UID verifies once', id: 'documents refer to it' },
    unique: { kyc_submissions_pkey: NUMBERED, kyc_uid_once: LOOKUP },
  }),
  kyc_documents: WITH('submission_id', { through: 'kyc_submissions' }),
  kyc_uploads: MINE({ ways: { network: 'bytes of a network' }, unique: { kyc_uploads_pkey: NUMBERED } }),
  push_subscriptions: MINE({
    ways: {
      token_hash: 'ends with its session',
      id: 'reminders refer to it',
      all: 'a new one ends that of its session, and the oldest of its account',
    },
    unique: { push_subscriptions_pkey: NUMBERED, push_subscriptions_endpoint_key: LOOKUP },
  }),
  push_deliveries: WITH('subscription_id', { through: 'push_subscriptions' }),
  ledger_accounts: MINE({
    ways: { system: 'accounts of the system', insert: 'the same' },
    unique: {
      ledger_accounts_pkey: 'the owner goes into the key; system accounts get an owner per machine',
      ledger_accounts_system: 'system accounts get an owner per machine',
    },
  }),
  ledger_postings: WITH('account_id', {
    through: 'ledger_accounts',
    ways: { journal_id: "a swap's fee, which is with its entry's other postings" },
  }),
  ledger_journal: OWN('id', {
    ways: { all: 'the newest entry', join: 'an entry lies with its number, not with its account' },
    unique: { ledger_journal_ref: COMPOSED },
  }),
  kept_sums: OWN('shard', { ways: { kind: 'totals for everybody', coin: 'the same' } }),
  coupon_tries: OWN('who'),
  nonces: OWN('nonce'),
  pairing_tries: OWN('network', { ways: { at: 'old ones are deleted' } }),
  rate_counts: OWN('bucket'),
  payout_attempts: OWN('payout_id', { unique: { payout_attempts_pkey: NUMBERED } }),
  solvency_chunks: OWN('tree'),
  solvency_nodes: OWN('tree'),

  // Where all accounts meet.
  race_rounds: ONE,
  lottery_rounds: ONE,
  draws: ONE,
  coupons: ONE,
  buyback_days: ONE,
  repurchases: ONE,
  jobs: ONE,

  ...Object.fromEntries(
    [
      ...[
        'article_seeds',
        'article_shown',
        'article_texts',
        'articles',
        'banners',
        'link_labels',
        'links',
        'pictures',
        'welcome_notices',
      ],
      ...[
        'settings',
        'operator_settings',
        'coin_settings',
        'operator_commands',
        'operator_outcomes',
        'function_schemas',
      ],
      ...[
        'chain_cursor',
        'chain_alerts',
        'own_wallets',
        'payout_wallets',
        'prices',
        'push_outcomes',
        'ledger_blocks',
        'books_audits',
      ],
      ...['race_batches', 'stake_rounds', 'stake_settlements', 'stake_state', 'solvency_trees'],
    ].map((table) => [table, COPIED] as const),
  ),
};

/** Tables where one account's rows have rows of other accounts below them. */
const PARENTS: ReadonlySet<string> = new Set(Object.values(PLACES).flatMap(({ through }) => through ?? []));

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The conditions that rows of a node, or of its join, fulfil. An alternative ("or") binds nothing. */
const conditionsOf = (node: Plan): string[] =>
  Object.entries(node).flatMap(([name, value]) =>
    /(Cond|Filter)$/.test(name) && typeof value === 'string' && !value.includes(' OR ')
      ? value.split(' AND ')
      : [],
  );

const EVERYBODY = "'0'::bigint";
const aliasOf = (column: string): string => column.slice(0, column.lastIndexOf('.'));
/** The column, `alias.name`, that an expression stands for, without casts. */
const columnIn = (side: string): string | undefined =>
  /^\(*((?:"[^"]+"|\w+)\.\w+)\)*$/.exec(side.trim())?.[1];

/** Pairs of expressions that are equal in every row of the statement. */
function equalities(nodes: readonly Plan[]): [string, string][] {
  const all = nodes.flatMap(conditionsOf);
  return all.flatMap((text): [string, string][] => {
    // "At or before this entry of this account, and not of an earlier account" (ledger_latest).
    const [, column, value] = /ROW\((\w+\.\w+), .*<= ROW\(([^,]+),/.exec(text) ?? [];
    if (column && value && all.some((other) => other.includes(`${column} >= ${value}`)))
      return [[column, value]];
    const [left = '', right, more] = text.split(' = ');
    return right === undefined || more !== undefined ? [] : [[left, right]];
  });
}

/**
 * The columns of tables whose value was passed to the statement, or equals that of such a column; and those that are
 * joined at all.
 */
function columnsOf(nodes: readonly Plan[]): { bound: ReadonlySet<string>; joined: ReadonlySet<string> } {
  const tables = new Map(
    nodes.flatMap((node) => (node['Relation Name'] ? [[node.Alias ?? '', node['Relation Name']]] : [])),
  );
  const ofTable = (column: string | undefined): column is string =>
    column !== undefined && tables.has(aliasOf(column));
  const bound = new Set<string>();
  const links: [string, string][] = [];
  for (const [left, right] of equalities(nodes)) {
    const [a, b] = [columnIn(left), columnIn(right)];
    if (ofTable(a) && ofTable(b)) links.push([a, b]);
    else if (ofTable(a) && !right.includes(EVERYBODY)) bound.add(a);
    else if (ofTable(b) && !left.includes(EVERYBODY)) bound.add(b);
  }
  for (let size = -1; size !== bound.size;) {
    size = bound.size;
    for (const [a, b] of links) if (bound.has(a) || bound.has(b)) bound.add(a).add(b);
    for (const [alias, table] of tables)
      if (PARENTS.has(table) && bound.has(`${alias}.user_id`)) bound.add(`${alias}.id`);
  }
  return { bound, joined: new Set(links.flat()) };
}

/** Whether a new row's key is given, or is a bound row's: `value` is what the plan puts there. */
function isGiven(value: string, nodes: readonly Plan[], bound: ReadonlySet<string>): boolean {
  const column = columnIn(value);
  if (column === undefined) return !/^NULL\b/.test(value);
  if (nodes.some((node) => node['Relation Name'] && node.Alias === aliasOf(column))) return bound.has(column);
  return nodes.some((node) => node['Node Type'] === 'Function Scan' && node.Alias === aliasOf(column));
}

/** What a statement does to a table. */
export interface Touch {
  readonly table: string;
  readonly writes: boolean;
  /** Whether it specifies the rows' key, or by which other columns it finds them. */
  readonly ways: readonly string[];
}

/** `columns` are those of each table, in their order. */
export function touchesOf({ plan }: Statement, columns: ReadonlyMap<string, readonly string[]>): Touch[] {
  const nodes = nodesOf(plan);
  const { bound, joined } = columnsOf(nodes);
  const changed = nodes.flatMap((node) => (node['Node Type'] === 'ModifyTable' ? [node.Alias] : []));
  return nodes.flatMap((node): Touch[] => {
    const { 'Relation Name': table = '', Schema: schema, Alias: alias = '', Operation: operation } = node;
    const key = PLACES[table]?.key;
    if (schema !== 'public' || (node['Node Type'] === 'ModifyTable' && operation !== 'Insert')) return [];
    if (operation === 'Insert') {
      const value = node.Plans?.at(-1)?.Output?.[columns.get(table)?.indexOf(key ?? '') ?? -1];
      const given = value !== undefined && isGiven(value, nodes, bound);
      const way = value === EVERYBODY ? 'everybody' : given && key ? key : 'insert';
      return [{ table, writes: true, ways: [way] }];
    }
    const compared = conditionsOf(node).flatMap((text) =>
      Array.from(text.matchAll(/((?:"[^"]+"|\w+))\.(\w+)/g), ([, of, column = '']) =>
        of === alias ? column : '',
      ),
    );
    const ways = [...bound].flatMap((column) =>
      aliasOf(column) === alias ? [column.slice(alias.length + 1)] : [],
    );
    if (joined.has(`${alias}.${key}`)) ways.push('join');
    if (conditionsOf(node).some((text) => text.includes(`${alias}.${key} = ${EVERYBODY}`)))
      ways.push('everybody');
    const others = compared.filter((column) => column && column !== key);
    return [{ table, writes: changed.includes(alias), ways: [...ways, ...others] }];
  });
}

/**
 * The named exceptions that allow this; none are needed if the key is specified or the place has no key. Undefined:
 * it is not allowed.
 */
export function exceptionsFor({ table, writes, ways }: Touch): readonly string[] | undefined {
  const { at, key, ways: named = {} } = PLACES[table] ?? { at: 'copied' };
  if (at === 'one' || (key && ways.includes(key))) return [];
  if (at === 'copied') return writes ? undefined : [];
  const used = Object.keys(named).filter((way) => ways.includes(way) || (way === 'all' && ways.length === 0));
  return used.length ? used.map((way) => `${table}.${way}`) : undefined;
}
