// Texts about why a swap cannot be made.
import { t } from '@lingui/core/macro';
import { type ApiError, errorText } from '#api/errors.ts';
import { amountText, openText } from '#lib/amounts.ts';
import type { Intent } from './exchange.queries.ts';
import { type Asset, payable } from './exchange.rules.ts';

/** Swapping cheap coins for expensive ones needs more decimals than balances do. */
export const QUOTE_DECIMALS = 8;

export const money = (amount: string, coin: string, language: string, max = QUOTE_DECIMALS): string =>
  `${amountText(amount, language, { max })} ${coin}`;

/** The same for a quote of a typed amount, and for a rate: never hidden. */
export const openMoney = (amount: string, coin: string, language: string, max = QUOTE_DECIMALS): string =>
  `${openText(amount, language, { max })} ${coin}`;

export function tooMuchText(asset: Asset, language: string): string {
  const balance = money(asset.balance, asset.coin, language, 6);
  return t`Insufficient balance: you have ${balance}.`;
}

/** What the page knows when a refusal arrives. */
export interface Circumstances {
  intent: Intent;
  items: readonly Asset[];
  language: string;
}

function fundText(error: ApiError, { intent, items, language }: Circumstances): string {
  const { available } = (error.data ?? {}) as { available?: unknown };
  const priceOf = (symbol: string) => items.find(({ coin }) => coin === symbol)?.price ?? null;
  const most =
    typeof available === 'string' ? payable(available, priceOf(intent.from), priceOf(intent.to)) : null;
  if (most === null) return error.message;
  const { to } = intent;
  if (/^[0.]*$/.test(most)) return t`The fund that pays ${to} is used up at present. Please come back later.`;
  const amount = openMoney(most, intent.from, language, 6);
  return t`The fund that pays ${to} cannot cover this. It is enough for ${amount} at most now.`;
}

/** Refusals about the amount are shown at its field. */
export const isAboutAmount = ({ name }: ApiError): boolean =>
  name === 'insufficient_balance' || name === 'invalid_amount' || name === 'fund_exhausted';

/** Why there is no quote, or why nothing was swapped. */
export function refusalText(error: ApiError, circumstances: Circumstances): string {
  if (error.name === 'fund_exhausted') return fundText(error, circumstances);
  if (error.name === 'invalid_amount') return t`This amount is too small: nothing would be received for it.`;
  if (error.name !== 'price_unavailable') return errorText(error);
  const { coin } = (error.data ?? {}) as { coin?: unknown };
  const { from, to } = circumstances.intent;
  const symbol = typeof coin === 'string' ? coin : `${from}/${to}`;
  return t`There is no current price for ${symbol}, so nothing can be exchanged now. It is asked for again by itself.`;
}

/** "12 seconds ago", in the reader's language. */
export function ageText(iso: string, now: number, language: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return seconds < 100
    ? relative.format(-seconds, 'second')
    : relative.format(-Math.floor(seconds / 60), 'minute');
}
