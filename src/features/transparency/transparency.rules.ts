// What the page says of the books and of a proof: how far custody covers what is owed, and what the own history says was held then.
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

/** Custody less liabilities, as a decimal string with a sign where it is short; null when custody is not known. */
export const differenceOf = ({ custody, liabilities }: Asset): string | null =>
  custody === null ? null : fromUnits(toUnits(custody) - toUnits(liabilities));

/** Coins of which there is anything: owed, or lying on the chain. */
export const usedAssets = (assets: readonly Asset[]): Asset[] =>
  assets.filter(({ liabilities, custody }) => liabilities !== '0' || (custody ?? '0') !== '0');

export interface SystemAccount {
  name: string;
  holds: { coin: string; amount: string }[];
}

/** System accounts with what they hold, those that are empty left out; in the order of names. */
export function systemAccounts(assets: readonly Asset[]): SystemAccount[] {
  const accounts = new Map<string, SystemAccount['holds']>();
  for (const { coin, accounts: of } of assets)
    for (const [name, amount] of Object.entries(of))
      if (amount !== '0') accounts.set(name, [...(accounts.get(name) ?? []), { coin, amount }]);
  return [...accounts]
    .map(([name, holds]) => ({ name, holds }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A movement counts as before or after a tree when it is so far from it; a booking may last as long as that. */
const EDGE_MS = 60_000;

/**
 * What of a coin may have been held when a tree was made, by the account's own history. More than one amount where something was
 * booked within a minute of it.
 * @param since the coin's movements since a minute before the tree, newest first
 * @param now what is held now
 */
export function heldAt(since: readonly Movement[], now: string, asOf: string): string[] {
  const moment = Date.parse(asOf);
  const later = since.filter(({ time }) => Date.parse(time) > moment + EDGE_MS).at(-1);
  const before = (one: Movement) => fromUnits(toUnits(one.balanceAfter) - signed(one.amount));
  const near = since.filter(({ time }) => Math.abs(Date.parse(time) - moment) <= EDGE_MS);
  const end = later ? before(later) : now;
  return [end, ...near.flatMap((one) => [one.balanceAfter, before(one)])];
}

/** Movements older than this say nothing about the tree any more. */
export const edgeOf = (asOf: string): number => Date.parse(asOf) - EDGE_MS;

export interface Checked {
  steps: Step[];
  /** The leaf is what the history says; null when there were too many movements since to tell. */
  history: boolean | null;
  proof: OwnProof;
  tree: Tree;
}

/**
 * Checks a proof against what was published and the account's own history.
 * @param since all movements since `edgeOf` the tree; null when there were too many
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

/** Whether all that could be checked matches. */
export const isFine = ({ steps, history }: Checked): boolean => proves(steps) && history !== false;

/** All that anybody needs to check it elsewhere, as text. */
export const proofText = ({ proof, tree }: Checked): string =>
  JSON.stringify(
    { published: { root: tree.root, asOf: tree.asOf, leaves: tree.leaves, sums: tree.sums }, proof },
    null,
    1,
  );
