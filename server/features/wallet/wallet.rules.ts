/**
 * Sign-in rules (EIP-4361; product, "Wallet and session"): the message must be for our domain and chain, issued within
 * five minutes, by the address that signed. Pure: the caller passes the current time and checks signature and nonce.
 */
import { randomBytes } from 'node:crypto';
import { ParsedMessage } from '@spruceid/siwe-parser';
import { getAddress } from 'ethers/address';
import { MINUTE_MS } from '#rules/days.ts';
import { SIGN_IN_MINUTES } from '#rules/figures.ts';

/** A nonce is valid for this long, and a message for this long after it was issued. */
export const SIGN_IN_MS = SIGN_IN_MINUTES * MINUTE_MS;
/** A client's clock may be ahead of ours by this much before its message counts as coming from the future. */
export const CLOCK_SKEW_MS = 60_000;

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 random bytes in hex: EIP-4361 requires 8 or more alphanumeric characters. */
export const newNonce = (): string => randomBytes(16).toString('hex');

/** Eight characters that cannot be mistaken for one another when read aloud (Crockford base32). */
export const newInviteCode = (): string => Array.from(randomBytes(8), (byte) => BASE32[byte & 31]).join('');

/** An invite code as people type it: any case, with the letters that Crockford reads as digits. */
export const readInviteCode = (text: string): string =>
  text.trim().toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');

interface SignIn {
  address: string;
  nonce: string;
}

export interface Expected {
  /** host:port values that the message may name as its domain, and origins that its URI may start with. */
  origins: readonly string[];
  chainId: number;
  /** Every clock reading that counts as now; demo mode has two. */
  now: readonly Date[];
}

/** Where the app can be reached: demo mode also accepts localhost and 127.0.0.1 on its port. */
export function originsOf(publicUrl: string, demo: boolean): string[] {
  const own = new URL(publicUrl);
  if (!demo) return [own.origin];
  const local = ['localhost', '127.0.0.1'].map((host) => `http://${host}${own.port && `:${own.port}`}`);
  return [...new Set([own.origin, ...local])];
}

const parse = (text: string): ParsedMessage | undefined => {
  try {
    return new ParsedMessage(text);
  } catch {
    return undefined;
  }
};

/** The only text that the parsed parts of a message can stand for (EIP-4361, "ABNF Message Format"). */
function textOf(message: ParsedMessage): string {
  const { scheme, domain, address, statement, resources } = message;
  return [
    `${scheme ? `${scheme}://` : ''}${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...(message.expirationTime ? [`Expiration Time: ${message.expirationTime}`] : []),
    ...(message.notBefore ? [`Not Before: ${message.notBefore}`] : []),
    ...(message.requestId ? [`Request ID: ${message.requestId}`] : []),
    ...(resources ? ['Resources:', ...resources.map((one) => `- ${one}`)] : []),
  ].join('\n');
}

/**
 * Parses the message and checks everything but signature and nonce; undefined if it is not valid for a sign-in here.
 */
export function readSignIn(text: string, expected: Expected): SignIn | undefined {
  const message = parse(text);
  if (!message?.issuedAt || message.version !== '1' || message.chainId !== expected.chainId) return undefined;
  const origin = expected.origins.find((one) => new URL(one).host === message.domain);
  // Not compared by origin: a "blob:" URL of a page has the page's origin, and a name before "@" is not part of any.
  if (!origin || !URL.parse(message.uri)?.href.startsWith(`${origin}/`)) return undefined;
  if (message.scheme && `${message.scheme}:` !== new URL(origin).protocol) return undefined;
  const issued = Date.parse(message.issuedAt);
  const good = expected.now.some((now) => {
    const age = now.getTime() - issued;
    // An unreadable time counts against the message: as expired, or as not valid yet.
    const expired = message.expirationTime && !(Date.parse(message.expirationTime) > now.getTime());
    const early = message.notBefore && !(Date.parse(message.notBefore) <= now.getTime());
    return age <= SIGN_IN_MS && age >= -CLOCK_SKEW_MS && !expired && !early;
  });
  // The text is rebuilt from the parsed parts; a message that differs from what was signed is refused.
  if (!good || textOf(message) !== text) return undefined;
  return { address: getAddress(message.address), nonce: message.nonce };
}
