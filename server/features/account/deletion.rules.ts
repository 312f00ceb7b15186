/** Deleting an account: what has to be closed first, what the wallet signs, and what replaces its address. Pure. */
import { getAddress } from 'ethers/address';
import { DELETED_PREFIX } from '#rules/addresses.ts';
import { fromUnits } from '#rules/amounts.ts';
import { type Once, onceText, readOnce } from '#server/lib/consent.ts';

/**
 * What prevents an account from being deleted: it is frozen, money is in transit, or only the account can free it
 * (`hashrate`: what was purchased can be sold back).
 */
const OPEN = ['frozen', 'withdrawal', 'stake', 'hashrate', 'bet', 'cycle'] as const;
export type Open = (typeof OPEN)[number];

interface DeletionTerms {
  /** Host and port at which the app is reached. */
  readonly host: string;
  readonly account: string;
  /** What the account holds and gives up. */
  readonly balances: ReadonlyMap<string, bigint>;
}

/** What an account holds, sorted by coin name; coins that it has spent entirely are left out. */
export const held = (balances: ReadonlyMap<string, bigint>): [coin: string, units: bigint][] =>
  [...balances].filter(([, units]) => units > 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The exact text. */
export const deletionText = ({ host, account, balances }: DeletionTerms, once: Once): string => {
  const given = held(balances).map(([coin, units]) => `${fromUnits(units)} ${coin}`);
  return `${host} asks you to delete your account.

Account: ${account}
Balances given up: ${given.join(', ') || 'none'}

This cannot be undone. Do not sign if you did not ask for it.

${onceText(once)}`;
};

/** The account that a text is about; undefined if it is not such a text. */
export const accountIn = (text: string): string | undefined =>
  /\n\nAccount: (0x[0-9a-fA-F]{40})\n/.exec(text)?.[1];

/** The nonce of a text that is fresh and for exactly these terms; undefined for any other text. */
export const readDeletion = (text: string, terms: DeletionTerms, now: Date): Once | undefined =>
  readOnce(text, (once) => deletionText(terms, once), now);

/**
 * Replaces a deleted account's address. It is made of the account's number and an address that nobody has, since nobody
 * can search for a key whose address begins and continues like this.
 */
export const deletedAddress = (userId: bigint): string =>
  getAddress(`${DELETED_PREFIX}${userId.toString(16).padStart(16, '0')}`);
