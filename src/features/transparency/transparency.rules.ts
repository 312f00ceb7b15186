// What the page says about the books and a proof: how far custody covers what is owed, and what was held at the time
// according to the account's history.
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type Published, type Step, checkProof, proves } from '#proofs/proof.ts';

export type Books = Output<'GET /api/transparency'>;
export type Asset = Books['assets'][number];
export type Tree = NonNullable<Books['tree']>;
export type OwnProof = Output<'GET /api/transparency/proof'>;
export type Movement = Pick<
  Output<'GET /api/assets/records'>['items'][number],
  'coin' | 'time' | 'amount' | 'balanceAfter'
>;

const signed = (text: string): bigint => (text.startsWith('-') ? -toUnits(text.slice(1)) : toUnits(text));

/** Custody minus liabilities, as a decimal string with a minus sign if it is short; null if custody is unknown. */
export const differenceOf = ({ custody, liabilities }: Asset): string | null =>
  custody === null ? null : fromUnits(toUnits(custody) - toUnits(liabilities));

/** Coins with a non-zero amount owed or on the chain. */
export const usedAssets = (assets: readonly Asset[]): Asset[] =>
  assets.filter(({ liabilities, custody }) => liabilities !== '0' || (custody ?? '0') !== '0');

interface SystemAccount {
  name: string;
  holds: { coin: string; amount: string }[];
}

/** System accounts with their holdings, by name, omitting empty ones. */
export function systemAccounts(assets: readonly Asset[]): SystemAccount[] {
  const accounts = new Map<string, SystemAccount['holds']>();
  for (const { coin, accounts: of } of assets)
    for (const [name, amount] of Object.entries(of))
      if (amount !== '0') accounts.set(name, [...(accounts.get(name) ?? []), { coin, amount }]);
  return [...accounts]
    .map(([name, holds]) => ({ name, holds }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A record clearly counts as before or after a tree only when it is this far from it; a booking may take that long. */
const EDGE_MS = 60_000;

/**
 * What the account may have held of a coin when a tree was made, by its own history. Several amounts if something was
 * booked within a minute of it.
 * @param since the coin's records since a minute before the tree, newest first
 * @param now the current balance
 */
export function heldAt(since: readonly Movement[], now: string, asOf: string): string[] {
  const moment = Date.parse(asOf);
  const later = since.filter(({ time }) => Date.parse(time) > moment + EDGE_MS).at(-1);
  const before = (one: Movement) => fromUnits(toUnits(one.balanceAfter) - signed(one.amount));
  const near = since.filter(({ time }) => Math.abs(Date.parse(time) - moment) <= EDGE_MS);
  const end = later ? before(later) : now;
  return [end, ...near.flatMap((one) => [one.balanceAfter, before(one)])];
}

/** Records older than this do not matter for the tree. */
export const edgeOf = (asOf: string): number => Date.parse(asOf) - EDGE_MS;

export interface Checked {
  steps: Step[];
  /** Whether the leaf matches the history; null if there were too many records since then to tell. */
  history: boolean | null;
  proof: OwnProof;
  tree: Tree;
}

/**
 * Checks a proof against what was published and the account's own history.
 * @param since all records since `edgeOf` the tree; null if there were too many
 */
export function checkOwn(
  proof: OwnProof,
  tree: Tree,
  address: string,
  now: Readonly<Record<string, string>>,
  since: readonly Movement[] | null,
): Checked {
  const published: Published = tree;
  const steps = checkProof(proof, published, address);
  const leaf: Readonly<Record<string, string>> = proof.leaf.balances;
  const coins = [...new Set([...Object.keys(leaf), ...Object.keys(now)])];
  const agrees = (coin: string) =>
    heldAt(
      (since ?? []).filter((one) => one.coin === coin),
      now[coin] ?? '0',
      tree.asOf,
    ).includes(leaf[coin] ?? '0');
  return { steps, history: since && coins.every(agrees), proof, tree };
}

/** Whether everything that could be checked matches. */
export const isFine = ({ steps, history }: Checked): boolean => proves(steps) && history !== false;

/** Everything needed to check it elsewhere, as text. */
export const proofText = ({ proof, tree }: Checked): string =>
  JSON.stringify(
    { published: { root: tree.root, asOf: tree.asOf, leaves: tree.leaves, sums: tree.sums }, proof },
    null,
    1,
  );
