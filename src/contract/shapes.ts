/** Shapes shared by many calls: amounts, times, addresses, list pages. */
import * as z from 'zod/mini';
import { isAmountText } from '#rules/amounts.ts';

/**
 * A decimal string. An amount that is well-formed but breaks a rule (0, too many decimals) is refused by the feature
 * with 1302.
 */
export const Amount = z.string().check(z.refine(isAmountText, 'not an amount'));

/** A decimal string from the server that may be negative: fund history and profits. */
export const SignedAmount = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));

/** The database has no year 0; ISO-8601 does. */
export const hasYear = z.refine<string>((text) => !text.startsWith('0000'), 'before the year 1');

/** ISO-8601 in UTC. */
export const Time = z.iso.datetime().check(hasYear);

/** An Ethereum address as 20 bytes of hex; the feature verifies its checksum (1306). */
export const Address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'not an address'));

/** A wallet's signature, including one that a contract verifies (EIP-1271, EIP-6492). */
export const Signature = z.string().check(z.regex(/^0x([0-9a-fA-F]{2}){1,8192}$/, 'not a signature'));

export const Coin = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, 'not a coin'));
export const Hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
const Digit = z.int().check(z.minimum(0), z.maximum(9));
export const Digits = z.tuple([Digit, Digit, Digit]);
export const Id = z.string().check(z.regex(/^\d{1,18}$/, 'not an id'));
export const Share = z.number().check(z.minimum(0), z.maximum(1));
export const Empty = z.strictObject({});

/**
 * How a draw's hash is computed: `validator` hashes transaction, seed and round; `plain` uses the transaction's own
 * hash.
 */
export const DrawRule = z.enum(['validator', 'plain']);

/** Race rounds are epoch seconds / 300. */
export const RaceRound = z.int().check(z.minimum(0));

/** Query of every list: keyset cursor, newest first, 20 rows by default, at most 100. Query values arrive as text. */
export const pageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'between 1 and 100'))),
};

/** A page of a list: the items, and the cursor of the next page, null after the last. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
