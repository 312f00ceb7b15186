/**
 * What a wallet signs before money leaves to an address that is not its own (product, "Wallet and session"). Pure: the
 * caller checks the signature and uses up the nonce.
 */
import { type Once, onceText, readOnce } from '#server/lib/consent.ts';

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

/** The exact text. */
export const consentText = (
  { host, account, coin, amount, fee, recipient }: ConsentTerms,
  once: Once,
): string => `${host} asks you to approve a withdrawal.

Amount: ${amount} ${coin}
Fee: ${fee} ${coin}, taken from the amount
To: ${recipient}
From your account: ${account}

Do not sign if you did not ask for this withdrawal.

${onceText(once)}`;

/** Time and nonce of a text that is fresh and for exactly these terms; undefined for any other text. */
export const readConsent = (text: string, terms: ConsentTerms, now: Date): Once | undefined =>
  readOnce(text, (once) => consentText(terms, once), now);
