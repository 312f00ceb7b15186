// The figures for buying and selling back hashrate: price, daily output, when the price is earned back, and why an
// amount cannot be sent. Uses the server's rules and the figures that it sent.
import type { Output } from '#contract';
import { fromUnits, isAmountText, toUnits } from '#rules/amounts.ts';
import { payableAt } from '#rules/buyback.ts';
import { cyclesToBreakEven, isWholeSteps, priceOf, resaleValueOf } from '#rules/hashrate.ts';
import { outputOf, valueOf } from '#rules/mining.ts';
import type { Miner, MiningConfig } from './mining.rules.ts';

export type Hashrate = Output<'GET /api/mining/power'>;
type Rules = Pick<MiningConfig, 'outputPerHashrate' | 'tokenValue'>;

/** Typed text as whole hashrate, in smallest units; undefined if it is not an integer. */
const wholeOf = (typed: string): bigint | undefined =>
  /^\d+$/.test(typed) && isAmountText(typed) ? toUnits(typed) : undefined;

/** ADIT of a complete cycle, and its value in USDT, as decimal strings. */
export interface Daily {
  output: string;
  value: string;
}

/** What hashrate produces in a day, which is the length of a cycle. */
export function dailyOf(hashrate: bigint, rules: Rules): Daily {
  const output = outputOf(hashrate, toUnits(rules.outputPerHashrate));
  return { output: fromUnits(output), value: fromUnits(valueOf(output, toUnits(rules.tokenValue))) };
}

/** Complete cycles until the output of hashrate is worth its price, rounded up; null if it never is. */
export const daysToBreakEven = (price: string, rules: Rules): bigint | null =>
  cyclesToBreakEven(toUnits(price), toUnits(rules.outputPerHashrate), toUnits(rules.tokenValue));

export type BuyProblem = 'empty' | 'invalid' | 'step' | 'balance';

/** Why an amount of hashrate cannot be bought with this USDT balance. */
export function buyProblem(typed: string, balance: string, price: string, step: string): BuyProblem | null {
  if (typed === '') return 'empty';
  const hashrate = wholeOf(typed);
  if (hashrate === undefined || hashrate === 0n) return 'invalid';
  if (!isWholeSteps(hashrate, toUnits(step))) return 'step';
  return priceOf(hashrate, toUnits(price)) > toUnits(balance) ? 'balance' : null;
}

/** The most that a balance can buy, in whole steps. */
export function mostBuyable(balance: string, price: string, step: string): string {
  const size = toUnits(step);
  const payable = payableAt(toUnits(balance), toUnits(price)) ?? 0n;
  return fromUnits(payable - (payable % size));
}

/** Output and value of a day now and with `change` more (or less) hashrate, and of the change itself. */
export interface Outcome {
  before: Daily;
  after: Daily;
  change: Daily;
}

function outcomeOf(ownHashrate: Hashrate, change: bigint, rules: Rules): Outcome {
  const all = toUnits(ownHashrate.power);
  const size = change < 0n ? -change : change;
  return {
    before: dailyOf(all, rules),
    after: dailyOf(all + change, rules),
    change: dailyOf(size, rules),
  };
}

export interface BuyPlan extends Outcome {
  /** USDT. */
  cost: string;
  /** Null when the balance is too low. */
  balanceAfter: string | null;
}

/** The result of buying; undefined while no whole hashrate is typed. */
export function buyPlan(
  typed: string,
  ownHashrate: Hashrate,
  balance: string,
  rules: Rules,
): BuyPlan | undefined {
  const hashrate = wholeOf(typed);
  if (hashrate === undefined || hashrate === 0n) return undefined;
  const cost = priceOf(hashrate, toUnits(ownHashrate.price));
  const left = toUnits(balance) - cost;
  return {
    ...outcomeOf(ownHashrate, hashrate, rules),
    cost: fromUnits(cost),
    balanceAfter: left < 0n ? null : fromUnits(left),
  };
}

export type SellProblem = 'empty' | 'invalid' | 'purchased';

/** Why an amount of hashrate cannot be sold back. */
export function sellProblem(typed: string, ownHashrate: Hashrate): SellProblem | null {
  if (typed === '') return 'empty';
  const hashrate = wholeOf(typed);
  if (hashrate === undefined || hashrate === 0n) return 'invalid';
  return hashrate > toUnits(ownHashrate.purchased) ? 'purchased' : null;
}

export interface SellPlan extends Outcome {
  /** USDT received, the current price of the same hashrate, and the difference. */
  received: string;
  worth: string;
  loss: string;
}

/** The result of selling back; undefined while no whole hashrate is typed. */
export function sellPlan(typed: string, ownHashrate: Hashrate, rules: Rules): SellPlan | undefined {
  const hashrate = wholeOf(typed);
  if (hashrate === undefined || hashrate === 0n) return undefined;
  const received = resaleValueOf(hashrate, toUnits(ownHashrate.resalePrice));
  const worth = priceOf(hashrate, toUnits(ownHashrate.price));
  // An excessive amount does not change the output; it is refused beside the field.
  const change = hashrate > toUnits(ownHashrate.purchased) ? 0n : -hashrate;
  return {
    ...outcomeOf(ownHashrate, change, rules),
    received: fromUnits(received),
    worth: fromUnits(worth),
    loss: fromUnits(worth > received ? worth - received : 0n),
  };
}

/** When a change of hashrate takes effect. A cycle keeps the hashrate that it started with. */
export type CountsFrom = 'start' | 'claim' | 'activation';

export function countsFrom({ state, kind }: Pick<Miner, 'state' | 'kind'>): CountsFrom {
  if (state === 'pending_start') return 'start';
  const inCycle = state === 'running' || state === 'pending_claim';
  // A trial ends with its claim: only a permanent miner continues.
  return inCycle && kind === 'permanent' ? 'claim' : 'activation';
}

/**
 * The levels whose share of the team's hashrate counts here, with the hashrate from each; disabled levels are left out.
 */
export function bonusLevels(
  config: Pick<MiningConfig, 'referralBonus'>,
  bonus: Hashrate['bonus'] | undefined,
) {
  const parts = [bonus?.direct, bonus?.indirect, bonus?.third];
  return config.referralBonus
    .map((share, index) => ({ level: index + 1, share: Number(share), hashrate: parts[index] }))
    .filter(({ share }) => share > 0);
}

/** Gifted, purchased and team hashrate as shares of the whole, 0 to 1 each. */
export function sharesOf(ownHashrate: Hashrate): { gifted: number; purchased: number; team: number } {
  const all = toUnits(ownHashrate.power);
  const share = (part: bigint) => (all === 0n ? 0 : Number((part * 10_000n) / all) / 10_000);
  const [gifted, purchased] = [toUnits(ownHashrate.gifted), toUnits(ownHashrate.purchased)];
  return { gifted: share(gifted), purchased: share(purchased), team: share(all - gifted - purchased) };
}
