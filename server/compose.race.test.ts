/** What an operator may switch off of the race's referrals: all of them, and levels of the team. */
import { expect, test } from 'vitest';
import { COINS } from './chain/coins.ts';
import { type RaceComposeDeps, composeRace } from './compose.race.ts';

const ON = { raceOpen: true, raceReferral: true, teamLevels: 3 } as const;

type Settings = Partial<ReturnType<RaceComposeDeps['config']>>;

function handlersOf(config: Settings) {
  const deps = { database: { kind: 'pglite' }, draws: { rule: 'plain' }, coins: COINS };
  return composeRace({ ...deps, config: () => ({ ...ON, ...config }) } as unknown as RaceComposeDeps)
    .handlers;
}
const referralOf = async (config: Settings) => {
  const served = handlersOf(config)['GET /api/game/config'] as unknown as () => Promise<{
    referral: string[];
  }>;
  return (await served()).referral;
};

test('the levels above get what is switched on', async () => {
  expect(await referralOf({})).toEqual(['0.01', '0.005', '0.003']);
  expect(await referralOf({ teamLevels: 2 })).toEqual(['0.01', '0.005', '0']);
  expect(await referralOf({ teamLevels: 1 })).toEqual(['0.01', '0', '0']);
  expect(await referralOf({ raceReferral: false })).toEqual(['0', '0', '0']);
});
