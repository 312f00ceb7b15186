/** The account, and the file with everything that is kept about it: each feature's part of it, in the order of the file. */
import type { Db } from './db/client.ts';
import { accountSections } from './features/account/account.export.ts';
import { type AccountDeps, accountRoutes } from './features/account/account.routes.ts';
import { exportRoutes } from './features/account/export.routes.ts';
import { airdropSections } from './features/airdrop/airdrop.export.ts';
import { assetsSections, movementsSections } from './features/assets/assets.export.ts';
import { kycSections } from './features/kyc/kyc.export.ts';
import { limitsSections } from './features/limits/limits.export.ts';
import { lotterySections } from './features/lottery/lottery.export.ts';
import { miningSections } from './features/mining/mining.export.ts';
import { pushSections } from './features/push/push.export.ts';
import { raceSections } from './features/race/race.export.ts';
import { stakingSections } from './features/staking/staking.export.ts';
import { teamSections } from './features/team/team.export.ts';
import type { DataSection } from './lib/sections.ts';

/** The longest one stands last. */
export const DATA_SECTIONS: readonly DataSection[] = [
  ...accountSections,
  ...kycSections,
  ...pushSections,
  ...limitsSections,
  ...miningSections,
  ...airdropSections,
  ...assetsSections,
  ...stakingSections,
  ...lotterySections,
  ...raceSections,
  ...teamSections,
  ...movementsSections,
];

export const composeAccount = (db: Db, deps: AccountDeps) => ({
  ...accountRoutes(deps),
  ...exportRoutes(DATA_SECTIONS, db),
});
