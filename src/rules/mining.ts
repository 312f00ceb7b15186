/**
 * The miner: what a cycle produces, its state at a point in time, and who may have a permanent one. Amounts in smallest
 * units.
 */
import { times, toUnits } from './amounts.ts';
import { HOUR_MS } from './days.ts';
import { CYCLE_HOURS, OUTPUT_PER_HASHRATE, TOKEN_VALUE } from './figures.ts';

export const CYCLE_MS = CYCLE_HOURS * HOUR_MS;

/** ADIT that hashrate produces in one cycle, rounded down. @param each ADIT per unit of hashrate */
export const outputOf = (hashrate: bigint, each = toUnits(OUTPUT_PER_HASHRATE)): bigint =>
  times(hashrate, each);

/** ADIT per hour of a cycle with the given output, rounded down. */
export const perHour = (output: bigint): bigint => output / BigInt(CYCLE_HOURS);

/** USDT value of ADIT, rounded down. @param each USDT per ADIT */
export const valueOf = (adit: bigint, each = toUnits(TOKEN_VALUE)): bigint => times(adit, each);

/** A cycle, in epoch milliseconds. */
export interface Span {
  readonly startedAt: number;
  readonly endsAt: number;
}

/** The cycle of a miner, from the two times that the server reports; null if it has none. */
export function spanOf(miner: {
  readonly startedAt: string | null;
  readonly nextMiningTime: string | null;
}): Span | null {
  if (miner.startedAt === null || miner.nextMiningTime === null) return null;
  const startedAt = Date.parse(miner.startedAt);
  const endsAt = Date.parse(miner.nextMiningTime);
  return endsAt > startedAt ? { startedAt, endsAt } : null;
}

/** Share of a cycle that has passed, 0 to 1. */
export const shareOf = ({ startedAt, endsAt }: Span, now: number): number =>
  Math.min(1, Math.max(0, (now - startedAt) / (endsAt - startedAt)));

/** ADIT of a cycle's `output` produced so far, rounded down. It stops at the end of the cycle. */
export function producedOf({ startedAt, endsAt }: Span, output: bigint, now: number): bigint {
  if (now >= endsAt) return output;
  if (now <= startedAt) return 0n;
  return (output * BigInt(Math.floor(now - startedAt))) / BigInt(endsAt - startedAt);
}

/** A cycle that has ended waits to be claimed, for however long. @param endsAt its end; null while none is running */
export const stateAt = <State extends string>(
  state: State,
  endsAt: number | null,
  now: number,
): State | 'pending_claim' =>
  state === 'running' && endsAt !== null && now >= endsAt ? 'pending_claim' : state;

/**
 * Whether an account may activate a permanent miner: only if it does not have one, and no trial is running or waiting
 * to be claimed.
 */
export const mayActivate = ({ kind, state }: { readonly kind: string; readonly state: string }): boolean =>
  kind === 'trial' && (state === 'expired' || state === 'not_activated');

/** Whether claiming from a permanent miner starts its next cycle: only for a verified account that is not frozen. */
export const restartsOnClaim = ({
  kyc,
  frozen,
}: {
  readonly kyc: string;
  readonly frozen: unknown;
}): boolean => kyc === 'approved' && frozen === null;
