// The single next step that home shows, decided from what is known about the member. Every step has a button, or says
// what it waits for and continues on its own: verify → (review) → start → running → claim → activate; `loading` and
// `unknown` while the server has not answered.
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { outputOf, producedOf, shareOf, spanOf } from '#rules/mining.ts';

type User = Output<'GET /api/user/info'>;
type Miner = Output<'GET /api/mining/index'>;

export type NextStep =
  | { kind: 'loading' }
  /** The server could not be reached, and nothing is cached on this device. */
  | { kind: 'unknown' }
  /** `again`: a verification was refused. */
  | { kind: 'verify'; again: boolean }
  /** The verification is under review. */
  | { kind: 'waiting' }
  | { kind: 'start' }
  /** Milliseconds on the server's clock. */
  | { kind: 'running'; startedAt: number; endsAt: number; trial: boolean }
  | { kind: 'claim' }
  | { kind: 'activate' };

/** There is no button: the page says what it waits for, and refetches without anyone doing anything. */
export const isWait = (kind: NextStep['kind']): boolean => kind === 'loading' || kind === 'waiting';

type MinerFacts = Pick<Miner, 'state' | 'kind' | 'startedAt' | 'nextMiningTime'>;

export interface HomeFacts {
  /** Cached answers count as well as new ones. */
  user: Pick<User, 'kyc'> | undefined;
  miner: MinerFacts | undefined;
  /** An answer that the step depends on is being fetched for the first time. */
  asking: boolean;
  /** Milliseconds on the server's clock. */
  now: number;
}

/** The step of a miner with a cycle; it no longer needs a verification. */
function cycleStep({ state, kind, startedAt, nextMiningTime }: MinerFacts, now: number): NextStep | null {
  const endsAt = Date.parse(nextMiningTime ?? '');
  // The server may not have been asked since the cycle ended.
  if (state === 'running' && endsAt > now)
    return { kind: 'running', startedAt: Date.parse(startedAt ?? ''), endsAt, trial: kind === 'trial' };
  return state === 'running' || state === 'pending_claim' ? { kind: 'claim' } : null;
}

/** A claim comes first; then whatever keeps the miner from running, in the order in which it can be resolved. */
export function nextStep({ user, miner, asking, now }: HomeFacts): NextStep {
  if (asking) return { kind: 'loading' };
  const cycle = miner && cycleStep(miner, now);
  if (cycle) return cycle;
  if (!user || !miner) return { kind: 'unknown' };
  if (user.kyc === 'none' || user.kyc === 'failed') return { kind: 'verify', again: user.kyc === 'failed' };
  if (user.kyc === 'submitted') return { kind: 'waiting' };
  return miner.state === 'pending_start' ? { kind: 'start' } : { kind: 'activate' };
}

/** ADIT of a whole cycle with the miner's hashrate. */
export const cycleOutput = (
  { hashrate }: Pick<Miner, 'hashrate'>,
  { outputPerHashrate }: { outputPerHashrate: string },
): string => fromUnits(outputOf(toUnits(hashrate), toUnits(outputPerHashrate)));

/** The cycle in the hero: the share of it that has passed, and what was produced; null while none is running. */
export function cycleAt(
  miner: Pick<Miner, 'startedAt' | 'nextMiningTime'>,
  output: string,
  now: number,
): { share: number; produced: string } | null {
  const span = spanOf(miner);
  return (
    span && {
      share: shareOf(span, now),
      produced: fromUnits(producedOf(span, toUnits(output), now)),
    }
  );
}

/**
 * The welcome notice is shown until its version has been agreed to, once each time the app is opened: `past` are the
 * versions agreed to and shown. A server without a notice has an empty version.
 */
export const shouldWelcome = (
  notice: { version: string; body: string },
  ...past: (string | null)[]
): boolean => notice.version !== '' && notice.body !== '' && !past.includes(notice.version);
