/** The miner: its two daily calls, activation, and hashrate bought and sold back. */
import type { TeamLevels } from '#rules/team.ts';
import type { Database } from '#server/db/client.ts';
import type { Feature } from '#server/lib/feature.ts';
import { miningProofs } from './mining.check.ts';
import { miningSections } from './mining.export.ts';
import { miningRoutes } from './mining.routes.ts';
import { miningTotals } from './mining.totals.ts';
import { type NoteMember, memberBecameInvalid, memberBecameValid, openTrial } from './mining.usecases.ts';
import { powerRoutes } from './power.routes.ts';
import { type PowerDeps, giveHashrate } from './power.usecases.ts';

interface MiningDeps extends PowerDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly noteTeam: NoteMember;
  /** The current settings. */
  readonly live: () => { readonly teamLevels: TeamLevels };
}

export function miningFeature({ database, live, noteTeam, noteTeams, noteRepurchases }: MiningDeps) {
  const levels = () => live().teamLevels;
  return {
    handlers: {
      ...miningRoutes(database.kysely, levels),
      ...powerRoutes({ db: database.kysely, levels, noteTeams, noteRepurchases }),
    },
    proofs: miningProofs,
    sections: miningSections,
    provides: {
      giveHashrate: giveHashrate(noteTeams),
      memberBecameInvalid: memberBecameInvalid(noteTeam),
      memberBecameValid: memberBecameValid(noteTeam),
      openTrial: openTrial(noteTeam),
      totals: miningTotals,
    },
  } satisfies Feature;
}
