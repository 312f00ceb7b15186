/** Which of the race's referrals an operator may switch off: all of them, or levels of the team. */
import { expect, test } from 'vitest';
import { COINS } from '#server/chain/coins.ts';
import { type RaceDeps, raceFeature } from './feature.ts';

const ON = { raceOpen: true, raceReferral: true, teamLevels: 3 } as const;

type Live = Partial<ReturnType<RaceDeps['live']>>;

const referralOf = async (live: Live) => {
  const deps = { database: { kind: 'pglite' }, draws: { rule: 'plain' }, chain: { coins: COINS } };
  const race = raceFeature({ ...deps, live: () => ({ ...ON, ...live }) } as unknown as RaceDeps);
  return (await race.handlers['GET /api/game/config']()).referral;
};

test('the levels above get only what is switched on', async () => {
  expect(await referralOf({})).toEqual(['0.01', '0.005', '0.003']);
  expect(await referralOf({ teamLevels: 2 })).toEqual(['0.01', '0.005', '0']);
  expect(await referralOf({ teamLevels: 1 })).toEqual(['0.01', '0', '0']);
  expect(await referralOf({ raceReferral: false })).toEqual(['0', '0', '0']);
});
