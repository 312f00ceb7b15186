// Texts about why a swap cannot be made.
import { t } from '@lingui/core/macro';
import { type ApiError, errorText } from '#api/errors.ts';
import { amountText, openText } from '#lib/amounts.ts';
import type { Intent } from './exchange.queries.ts';
import { timeWithin } from '#lib/time.ts';
import type { Asset } from './exchange.rules.ts';

/** Swapping cheap coins for expensive ones needs more decimals than balances do. */
export const QUOTE_DECIMALS = 8;

export const money = (amount: string, coin: string, language: string, max = QUOTE_DECIMALS): string =>
  `${amountText(amount, language, { max })} ${coin}`;

/** The same for a quote of a typed amount: never hidden. */
export const openMoney = (amount: string, coin: string, language: string, max = QUOTE_DECIMALS): string =>
  `${openText(amount, language, { max })} ${coin}`;

/** What the page knows when a refusal arrives. */
export interface Circumstances {
  intent: Intent;
  items: readonly Asset[];
  language: string;
}

function fundText(error: ApiError, { intent, language }: Circumstances): string {
  const { most, renewsAt } = (error.data ?? {}) as { most?: unknown; renewsAt?: unknown };
  if (typeof most !== 'string') return error.message;
  const { from, to } = intent;
  const amount = openMoney(most, from, language, 6);
  if (typeof renewsAt === 'string') {
    const time = timeWithin(renewsAt, language);
    return most === '0'
      ? t`The repurchase fund can't buy more from you today. Its budget renews ${time}.`
      : t`The repurchase fund can buy up to ${amount} from you today. Its budget renews ${time}.`;
  }
  if (most === '0') return t`The reserve has no ${to} left. Come back later.`;
  return t`The reserve doesn't hold enough ${to}. You can swap up to ${amount} right now.`;
}

/** The limit per account and day, or for all accounts per hour. */
function limitText(error: ApiError, { intent, language }: Circumstances): string {
  const { most, resetsAt } = (error.data ?? {}) as { most?: unknown; resetsAt?: unknown };
  if (typeof most !== 'string' || typeof resetsAt !== 'string') return error.message;
  const time = timeWithin(resetsAt, language);
  if (/^[0.]*$/.test(most)) return t`You've reached the swap limit. A new one starts ${time}.`;
  const amount = openMoney(most, intent.from, language, Infinity);
  return t`You can swap up to ${amount} now. A new limit starts ${time}.`;
}

const ABOUT_AMOUNT = ['insufficient_balance', 'invalid_amount', 'fund_exhausted', 'exchange_limit'];

/** Refusals about the amount are shown at its field. */
export const isAboutAmount = ({ name }: ApiError): boolean => ABOUT_AMOUNT.includes(name);

/** Why there is no quote, or why nothing was swapped. */
export function refusalText(error: ApiError, circumstances: Circumstances): string {
  if (error.name === 'fund_exhausted') return fundText(error, circumstances);
  if (error.name === 'invalid_amount') return t`Too small: you'd receive nothing.`;
  if (error.name === 'exchange_limit') return limitText(error, circumstances);
  if (error.name !== 'price_unavailable') return errorText(error);
  const { coin, reason } = (error.data ?? {}) as { coin?: unknown; reason?: unknown };
  // The chain, or a stable coin's peg: the server's message says it.
  if (reason !== 'feed') return errorText(error);
  const { from, to } = circumstances.intent;
  const symbol = typeof coin === 'string' ? coin : `${from}/${to}`;
  return t`${symbol} can't be swapped right now: no current price. We'll keep checking.`;
}

/** "12 seconds ago", in the reader's language. */
export function ageText(iso: string, now: number, language: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return seconds < 100
    ? relative.format(-seconds, 'second')
    : relative.format(-Math.floor(seconds / 60), 'minute');
}
