// What the miner page derives from the server's figures at a point in time: exact amounts as bigint, never more than a
// cycle's output.
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import * as mining from '#rules/mining.ts';

export type Miner = Output<'GET /api/mining/index'>;
export type MiningConfig = Output<'GET /api/mining/config'>;

/** A cycle that is running or waiting to be claimed, on the server's clock; output in smallest units of ADIT. */
export interface Cycle extends mining.Span {
  readonly output: bigint;
}

/** The hashrate is fixed when a cycle starts, so its whole output is known from the first second. */
export function cycleOf(miner: Miner, config: Pick<MiningConfig, 'outputPerHashrate'>): Cycle | null {
  const span = mining.spanOf(miner);
  return span && { ...span, output: outputOf(miner.hashrate, config) };
}

/** ADIT of one whole cycle with this hashrate, in smallest units. */
export const outputOf = (hashrate: string, config: Pick<MiningConfig, 'outputPerHashrate'>): bigint =>
  mining.outputOf(toUnits(hashrate), toUnits(config.outputPerHashrate));

/** ADIT produced by `now` (milliseconds), in smallest units. */
export const produced = (cycle: Cycle, now: number): bigint => mining.producedOf(cycle, cycle.output, now);

/** Milliseconds until the cycle ends, never negative. */
export const leftOf = ({ endsAt }: mining.Span, now: number): number => Math.max(0, endsAt - now);

/** The state at `now`, before the server is asked again. */
export const stateAt = (miner: Pick<Miner, 'state'>, span: mining.Span | null, now: number): Miner['state'] =>
  mining.stateAt(miner.state, span && span.endsAt, now);

/** What other parts of the app have paid the account, as they report it. */
interface OtherEarnings {
  /** By Singapore day, today last: staking payments and shares of repurchased tokens, and team earnings. */
  outputs: readonly { output: string; rewardShare: string }[];
  team: readonly { staking: string; race: string }[];
  /** The same since the first day. */
  staked: { cumulativeOutput: string; rewardShare: string };
  teamEver: string;
}

/**
 * All earnings, yesterday in Singapore and in total: the miner's output, staking and the team. Games and gifts are not
 * earnings.
 */
export function earningsOf(
  miner: Pick<Miner, 'yesterdayOutput' | 'totalOutput'>,
  { outputs, team, staked, teamEver }: OtherEarnings,
): { yesterday: string; ever: string } {
  const sum = (...amounts: (string | undefined)[]) =>
    fromUnits(amounts.reduce((all, amount) => all + toUnits(amount ?? '0'), 0n));
  const [staking, commission] = [outputs.at(-2), team.at(-2)];
  return {
    yesterday: sum(
      miner.yesterdayOutput,
      staking?.output,
      staking?.rewardShare,
      commission?.staking,
      commission?.race,
    ),
    ever: sum(miner.totalOutput, staked.cumulativeOutput, staked.rewardShare, teamEver),
  };
}

/** The value of ADIT in USDT at the rewards' fixed rate. */
export const valueOf = (amount: string, tokenValue: string): string =>
  fromUnits(mining.valueOf(toUnits(amount), toUnits(tokenValue)));

export interface Purchase {
  balance: string;
  price: string;
  affordable: boolean;
  /** Balance after buying; "0" if it is too low. */
  after: string;
  /** How much is missing to pay the price; "0" if the balance is enough. */
  missing: string;
}

/** Paying for the permanent miner from a USDT balance. */
export function purchaseOf(balance: string, price: string): Purchase {
  const rest = toUnits(balance) - toUnits(price);
  const affordable = rest >= 0n;
  return {
    balance,
    price,
    affordable,
    after: fromUnits(affordable ? rest : 0n),
    missing: fromUnits(affordable ? 0n : -rest),
  };
}
