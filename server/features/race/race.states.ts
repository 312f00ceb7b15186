/** States of race rounds, and what a round paid an account. Pure; amounts are in smallest units. */
import { payoutOf, raceTimes, totalOf } from '#rules/race.ts';

type RoundState = 'open' | 'settling' | 'returning' | 'settled' | 'void';
type ShownState = 'open' | 'closed' | 'drawing' | 'settled' | 'void';

/** A round's state at a moment. */
export function shownState(state: RoundState, round: number, now: Date): ShownState {
  if (state === 'settled' || state === 'void') return state;
  const { bettingEndsAt, drawsAt } = raceTimes(round);
  if (now >= drawsAt) return 'drawing';
  return now < bettingEndsAt ? 'open' : 'closed';
}

/** What a round paid back to an account: its payout, its stakes if the round was void, nothing before it has ended. */
export function broughtBack(
  stakes: readonly bigint[],
  { state, champion }: { state: RoundState; champion: number | null },
): bigint {
  if (state === 'void') return totalOf(stakes);
  return state === 'settled' && champion !== null ? payoutOf(stakes, champion) : 0n;
}
