// The one next step that the home page shows to a signed-in account, decided from what the server says.
import type { Output } from '#contract';

type User = Output<'GET /api/user/info'>;
type Miner = Output<'GET /api/mining/index'>;

export type NextStep =
  /** `again`: a verification was refused. */
  | { kind: 'verify'; again: boolean }
  /** The verification is being looked at. */
  | { kind: 'waiting' }
  | { kind: 'start' }
  /** Milliseconds on the server's clock. */
  | { kind: 'running'; startedAt: number; endsAt: number; trial: boolean }
  | { kind: 'claim' }
  | { kind: 'activate' };

type MinerFacts = Pick<Miner, 'state' | 'kind' | 'startedAt' | 'nextMiningTime'>;

/** What can be claimed comes before everything; then what keeps the miner from running, in the order in which it is solved. */
export function nextStep(user: Pick<User, 'kyc'>, miner: MinerFacts, now: number): NextStep {
  const endsAt = Date.parse(miner.nextMiningTime ?? '');
  const startedAt = Date.parse(miner.startedAt ?? '');
  if (miner.state === 'pending_claim') return { kind: 'claim' };
  if (miner.state === 'running') {
    // The server may not have been asked since the cycle ended.
    if (!(endsAt > now)) return { kind: 'claim' };
    return { kind: 'running', startedAt, endsAt, trial: miner.kind === 'trial' };
  }
  if (user.kyc === 'none' || user.kyc === 'failed') return { kind: 'verify', again: user.kyc === 'failed' };
  if (user.kyc === 'submitted') return { kind: 'waiting' };
  return miner.state === 'pending_start' ? { kind: 'start' } : { kind: 'activate' };
}

/** The welcome notice is shown once a version; a server without one has an empty version. */
export const shouldWelcome = (notice: { version: string; body: string }, agreed: string | null): boolean =>
  notice.version !== '' && notice.body !== '' && notice.version !== agreed;
