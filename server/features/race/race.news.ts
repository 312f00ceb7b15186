/** When open pages are told that a round has opened or closed by itself; what bets and settlements change is told by them. */
import { openRound, raceRoundAt } from '#rules/race.ts';

/** Tells when another round is there, or no longer open, than at the last look. */
export function roundNews(tell: () => void) {
  let seen: string | undefined;
  return (now: Date): void => {
    const state = `${raceRoundAt(now)} ${openRound(now) !== null}`;
    if (seen !== undefined && seen !== state) tell();
    seen = state;
  };
}
