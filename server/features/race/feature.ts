/** The race: rounds that are always ready, bets, and the jobs that end a round. */
import { lanesOf, openRound, raceRoundAt } from '#rules/race.ts';
import { type Rates, type TeamLevels, ratesOf } from '#rules/team.ts';
import type { Chain } from '#server/chain/chain.ts';
import type { Draws } from '#server/chain/draws/draws.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { EventHub } from '#server/http/events.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Feature } from '#server/lib/feature.ts';
import { raceDrawProof, raceProof } from './race.check.ts';
import { raceSections } from './race.export.ts';
import { owedByBank, settledRound } from './race.repository.ts';
import { raceRoutes } from './race.routes.ts';
import { COUNT_JOB, SETTLE_JOB, betTaker, countTeams, roundMaker, settleRound } from './race.usecases.ts';

export interface RaceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The current settings. */
  readonly live: () => {
    readonly raceOpen: boolean;
    readonly raceReferral: boolean;
    readonly teamLevels: TeamLevels;
  };
  readonly chain: Pick<Chain, 'coins' | 'headTime'>;
  readonly draws: Draws;
  readonly events: Pick<EventHub, 'publish'>;
  readonly tellBalance: (userId: bigint) => void;
}

/** The rates of the levels above when referrals are switched off. */
const NOTHING: Rates = [0n, 0n, 0n];

/**
 * Sends an event if the current round has changed or closed since the last check; bets and settlements send their own.
 */
function roundNews(tell: () => void) {
  let seen: string | undefined;
  return (now: Date): void => {
    const state = `${raceRoundAt(now)} ${openRound(now) !== null}`;
    if (seen !== undefined && seen !== state) tell();
    seen = state;
  };
}

/** The lanes of a settled round in order of finish; null for any other round. */
async function resultOf(db: Db, round: number): Promise<number[] | null> {
  const ranking = (await settledRound(db, round))?.ranking ?? null;
  return ranking === null ? null : [...ranking].map(Number);
}

export function raceFeature({ database, clock, live, chain, draws, events, tellBalance }: RaceDeps) {
  const rates = () => (live().raceReferral ? ratesOf('race', live().teamLevels) : NOTHING);
  const tellRound = () => events.publish({ topic: 'race' });
  const make = roundMaker({ database, draws });
  const look = roundNews(tellRound);
  /** Prepares the current round and the next ones, and announces when one has opened or closed. */
  async function prepare(now: Date): Promise<void> {
    await make(now);
    look(now);
  }
  return {
    handlers: raceRoutes({
      ...{ open: () => live().raceOpen, lanes: lanesOf(chain.coins), rates, draws },
      bet: betTaker({ database, clock, headTime: () => chain.headTime(), rates }, make),
    }),
    jobs: {
      [SETTLE_JOB]: settleRound({ database, draws, tellRound, tellBalance }),
      [COUNT_JOB]: countTeams,
    },
    chores: [{ name: 'race', everyMs: 0, run: prepare }],
    proofs: [raceProof, raceDrawProof],
    sections: raceSections,
    provides: { owedByBank, prepare, resultOf },
    start: () => prepare(clock.now()),
  } satisfies Feature;
}
