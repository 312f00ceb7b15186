// The one next step that the home page shows, decided from what is known of the person. Every step has something to press, or says
// what it waits for and goes on by itself:
// connect → verify → (looked at) → start → running → claim → activate; `loading` and `unknown` where the server has not answered.
import type { Output } from '#contract';
import type { WalletPhase } from '#lib/session.ts';

type User = Output<'GET /api/user/info'>;
type Miner = Output<'GET /api/mining/index'>;

export type NextStep =
  /** `after`: what has ended the session of this tab. */
  | { kind: 'connect'; after: 'expired' | 'switched' | null }
  | { kind: 'loading' }
  /** The server was asked in vain, and nothing is kept on this device. */
  | { kind: 'unknown' }
  /** `again`: a verification was refused. */
  | { kind: 'verify'; again: boolean }
  /** The verification is being looked at. */
  | { kind: 'waiting' }
  | { kind: 'start' }
  /** Milliseconds on the server's clock. */
  | { kind: 'running'; startedAt: number; endsAt: number; trial: boolean }
  | { kind: 'claim' }
  | { kind: 'activate' };

/** 'act': there is a button. 'wait': it is said what is waited for, and it is asked again without anybody doing anything. */
export const OFFERS: Record<NextStep['kind'], 'act' | 'wait'> = {
  connect: 'act',
  loading: 'wait',
  unknown: 'act',
  verify: 'act',
  waiting: 'wait',
  start: 'act',
  running: 'act',
  claim: 'act',
  activate: 'act',
};

type MinerFacts = Pick<Miner, 'state' | 'kind' | 'startedAt' | 'nextMiningTime'>;

export interface HomeFacts {
  signedIn: boolean;
  phase: WalletPhase;
  /** Kept answers count as well as new ones. */
  user: Pick<User, 'kyc'> | undefined;
  miner: MinerFacts | undefined;
  /** An answer that the step stands on is under way for the first time. */
  asking: boolean;
  /** Milliseconds on the server's clock. */
  now: number;
}

const AFTER = { expired: 'expired', account_switched: 'switched' } as const;
const endOf = (phase: WalletPhase) => (phase in AFTER ? AFTER[phase as keyof typeof AFTER] : null);

/** Of a miner that has a cycle; it needs no verification any more. */
function cycleStep({ state, kind, startedAt, nextMiningTime }: MinerFacts, now: number): NextStep | null {
  const endsAt = Date.parse(nextMiningTime ?? '');
  // The server may not have been asked since the cycle ended.
  if (state === 'running' && endsAt > now)
    return { kind: 'running', startedAt: Date.parse(startedAt ?? ''), endsAt, trial: kind === 'trial' };
  return state === 'running' || state === 'pending_claim' ? { kind: 'claim' } : null;
}

/** What can be claimed comes before everything; then what keeps the miner from running, in the order in which it is solved. */
export function nextStep({ signedIn, phase, user, miner, asking, now }: HomeFacts): NextStep {
  if (!signedIn) return { kind: 'connect', after: endOf(phase) };
  if (asking) return { kind: 'loading' };
  const cycle = miner && cycleStep(miner, now);
  if (cycle) return cycle;
  if (!user || !miner) return { kind: 'unknown' };
  if (user.kyc === 'none' || user.kyc === 'failed') return { kind: 'verify', again: user.kyc === 'failed' };
  if (user.kyc === 'submitted') return { kind: 'waiting' };
  return miner.state === 'pending_start' ? { kind: 'start' } : { kind: 'activate' };
}

/**
 * The welcome notice is shown until its version is agreed to, once each time that the app is opened: `past` are the versions that
 * were agreed to and shown. A server without a notice has an empty version.
 */
export const shouldWelcome = (
  notice: { version: string; body: string },
  ...past: (string | null)[]
): boolean => notice.version !== '' && notice.body !== '' && !past.includes(notice.version);
