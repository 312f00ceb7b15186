// The figures of a withdrawal: net amount, remainder, maximum, and when the daily limit resets.
import type { Output } from '#contract';
import { fromUnits, readUnits, toUnits, wholeSteps } from '#rules/amounts.ts';
import type { FundRecord } from '#features/assets/record-words.ts';

export type Asset = Output<'GET /api/assets/list'>['items'][number];
type Figures = Pick<Asset, 'balance' | 'minWithdraw' | 'withdrawFee' | 'withdrawLeft' | 'decimals'>;

export type AmountProblem = 'empty' | 'invalid' | 'balance' | 'limit' | 'min';

/** The maximum amount now: the balance, limited by what is left today, in steps of the token, rounded down. */
export function mostOf(asset: Figures): string {
  const balance = toUnits(asset.balance);
  const left = asset.withdrawLeft === null ? balance : toUnits(asset.withdrawLeft);
  const most = left < balance ? left : balance;
  return fromUnits(wholeSteps(most, asset.decimals));
}

/** Why this amount cannot be withdrawn; null if the page knows no reason. */
export function amountProblem(asset: Figures, text: string): AmountProblem | null {
  if (text === '') return 'empty';
  const amount = readUnits(text);
  if (amount === null || amount === 0n) return 'invalid';
  if (amount > toUnits(asset.balance)) return 'balance';
  if (asset.withdrawLeft !== null && amount > toUnits(asset.withdrawLeft)) return 'limit';
  if (amount < toUnits(asset.minWithdraw) || amount <= toUnits(asset.withdrawFee)) return 'min';
  return null;
}

interface Withdrawal {
  /** The net amount: the amount minus the fee. Null when the fee takes all of it. */
  receives: string | null;
  /** Balance afterwards; null when the balance is too low. */
  after: string | null;
}

/** The figures of a typed amount. The fee is part of the amount. */
export function withdrawalOf(asset: Pick<Asset, 'balance' | 'withdrawFee'>, text: string): Withdrawal {
  const amount = readUnits(text);
  if (amount === null || amount === 0n) return { receives: null, after: null };
  const receives = amount - toUnits(asset.withdrawFee);
  const after = toUnits(asset.balance) - amount;
  return {
    receives: receives > 0n ? fromUnits(receives) : null,
    after: after >= 0n ? fromUnits(after) : null,
  };
}

/** Still pending: neither paid nor returned. */
export const isOpen = ({ state }: Pick<FundRecord, 'state'>): boolean =>
  state !== 'confirmed' && state !== 'failed';

/** Withdrawals that need no approval are signed within seconds. */
const ORDINARY_MS = 60_000;

/** Requested for so long that it may need approval; `now` in milliseconds on the server's clock. */
export const waitsLong = ({ state, time }: Pick<FundRecord, 'state' | 'time'>, now: number): boolean =>
  state === 'requested' && now - Date.parse(time) > ORDINARY_MS;
