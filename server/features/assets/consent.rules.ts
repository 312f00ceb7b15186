/**
 * What a wallet signs before money leaves to an address that is not its own (product, "Wallet and session"): a stolen
 * session alone moves nothing out. Pure: the caller checks the signature and uses the nonce up.
 */
import { MINUTE_MS } from '#rules/days.ts';
import { CONSENT_MINUTES } from '#rules/figures.ts';

export const CONSENT_MS = CONSENT_MINUTES * MINUTE_MS;

export interface ConsentTerms {
  /** Host and port at which the app is reached. */
  readonly host: string;
  readonly account: string;
  readonly coin: string;
  /** Decimal; the fee is part of it. */
  readonly amount: string;
  readonly fee: string;
  readonly recipient: string;
}

interface Once {
  readonly time: Date;
  readonly nonce: string;
}

/** The exact text. */
export const consentText = (
  { host, account, coin, amount, fee, recipient }: ConsentTerms,
  { time, nonce }: Once,
): string => `${host} asks you to approve a withdrawal.

Amount: ${amount} ${coin}
Fee: ${fee} ${coin}, taken from the amount
To: ${recipient}
From your account: ${account}

Do not sign if you did not ask for this withdrawal.

Time: ${time.toISOString()}
Nonce: ${nonce}`;

const ONCE = /\nTime: (\S+)\nNonce: ([0-9a-f]{32})$/;

/** The nonce that a text ends with, whatever its terms; undefined if there is none. */
export const nonceIn = (text: string): string | undefined => ONCE.exec(text)?.[2];

/** Time and nonce of a text for exactly these terms that is fresh; undefined for any other text. */
export function readConsent(text: string, terms: ConsentTerms, now: Date): Once | undefined {
  const [, at = '', nonce = ''] = ONCE.exec(text) ?? [];
  const time = new Date(at);
  const age = now.getTime() - time.getTime();
  if (!(age >= 0 && age <= CONSENT_MS)) return undefined;
  return consentText(terms, { time, nonce }) === text ? { time, nonce } : undefined;
}
