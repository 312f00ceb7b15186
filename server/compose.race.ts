/** The race with what it needs, as server/compose.ts takes it up. */
import { type Rates, ratesOf } from '#rules/team.ts';
import type { Coin } from './chain/chain.ts';
import type { Draws } from './chain/draws/draws.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/client.ts';
import { raceCommands } from './features/race/race.commands.ts';
import { roundNews } from './features/race/race.news.ts';
import { raceRoutes } from './features/race/race.routes.ts';
import { lanesOf } from '#rules/race.ts';
import {
  COUNT_JOB,
  SETTLE_JOB,
  betTaker,
  countTeams,
  roundMaker,
  settleRound,
} from './features/race/race.usecases.ts';
import type { EventHub } from './http/events.ts';
import type { Clock } from './jobs/clock.ts';

export interface RaceComposeDeps {
  /** In force at the moment. */
  readonly config: () => Pick<Config, 'raceOpen' | 'raceReferral' | 'teamLevels'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly draws: Draws;
  readonly coins: readonly Coin[];
  readonly events: Pick<EventHub, 'publish'>;
  readonly tellBalance: (userId: bigint) => void;
}

/** What the levels above get of a stake where referrals are switched off. */
const NOTHING: Rates = [0n, 0n, 0n];

/** `prepare` keeps the current round and the next ones ready, and tells when one has opened or closed. */
export function composeRace(deps: RaceComposeDeps) {
  const { config, database, clock, draws, coins, tellBalance } = deps;
  const rates = () => (config().raceReferral ? ratesOf('race', config().teamLevels) : NOTHING);
  const tellRound = () => deps.events.publish({ topic: 'race' });
  const look = roundNews(tellRound);
  const make = roundMaker({ database, draws });
  return {
    handlers: raceRoutes({
      ...{ open: () => config().raceOpen, lanes: lanesOf(coins), rates, draws, prepare: make },
      bet: betTaker({ database, clock, rates }, make),
    }),
    works: {
      [SETTLE_JOB]: settleRound({ database, draws, tellRound, tellBalance }),
      [COUNT_JOB]: countTeams,
    },
    commands: raceCommands(database),
    async prepare(now: Date): Promise<void> {
      await make(now);
      look(now);
    },
  };
}
