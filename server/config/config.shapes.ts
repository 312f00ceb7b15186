/** The formats of settings: each describes an error in one line. */
import { isIP } from 'node:net';
import { isAddress } from 'ethers/address';
import { N } from 'ethers/constants';
import * as z from 'zod';
import { isUnowned } from '#rules/addresses.ts';
import { toUnits } from '#rules/amounts.ts';

/** A whole number in decimal digits: `Number` would also accept 0x50, 1e3 and -0. */
export const count = (min = 0, max = Number.MAX_SAFE_INTEGER) => {
  const range = max === Number.MAX_SAFE_INTEGER ? `, at least ${min}` : ` from ${min} to ${max}`;
  return z
    .string()
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number${range}`,
    })
    .transform(Number);
};
export const port = (min: number) => count(min, 65_535);
export const host = z
  .string()
  .refine((text) => isIP(text) > 0 || text === 'localhost', 'must be an IP address or localhost');
/** In smallest units of 1. */
export const share = z
  .string()
  .regex(/^0\.\d{1,18}$/, 'must be a share below 1 such as 0.001')
  .transform(toUnits);
/** One of a few words. */
export const oneOf = <const T extends string>(...words: T[]) =>
  z.enum(words, { error: `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}` });
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .refine((text) => !/^https?:\/\/[^/]*@/i.test(text), 'must not name a user')
  .transform((text) => text.replace(/\/$/, ''));
/** Where the app is reached: its files and calls are at the root of a host. */
export const origin = url.refine(
  (text) => new URL(text).origin === text.toLowerCase(),
  'must not have a path: the app needs a host of its own',
);
/** Money is sent there: the checksum of a mixed-case address reveals typos (EIP-55). */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .refine(isAddress, 'its checksum is wrong')
  .refine((text) => !isUnowned(text), 'nobody owns it');
/** 0x and 64 hex digits, from either notation. */
export const key32 = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex')
  .transform((text) => `0x${text.replace(/^0x/, '')}`);
/** A private key of secp256k1, whose group has `N` elements. */
export const walletKey = key32.refine(
  (key) => BigInt(key) > 0n && BigInt(key) < N,
  "no wallet has this key, because it is 0 or beyond the curve's range",
);
const SECRET = 'must be one key or two, separated by a comma, of at least 16 characters each';
/** One secret, or two. */
export const secrets = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((keys) => keys.length <= 2 && keys.every((key) => key.length >= 16), SECRET);
const coinsOf = (text: string) => text.split(',').map((pair) => pair.split('=') as [string, string]);
/** Amounts by coin, in smallest units; undefined for `off`. */
export const amounts = z
  .string()
  .regex(
    /^(off|[A-Z0-9]{2,10}=\d{1,20}(\.\d{1,18})?(,[A-Z0-9]{2,10}=\d{1,20}(\.\d{1,18})?)*)$/,
    'must be `off` or COIN=AMOUNT,…',
  )
  .refine((text) => {
    const coins = coinsOf(text).map(([coin]) => coin);
    return new Set(coins).size === coins.length;
  }, 'must name each coin once')
  .transform((text) =>
    text === 'off'
      ? ('off' as const)
      : new Map(coinsOf(text).map(([coin, amount]) => [coin, toUnits(amount)])),
  );
export const flag = oneOf('on', 'off').transform((text) => text === 'on');
/** A public and a private key of P-256 in base64url. Whether they match is checked when they are used. */
export const point = z.string().regex(/^[\w-]{80,100}$/, 'must be a public key in base64url');
export const scalar = z.string().regex(/^[\w-]{40,50}$/, 'must be a private key in base64url');
