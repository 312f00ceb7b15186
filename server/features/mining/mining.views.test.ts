/** The miner by its rules: states at their limits, output to the last unit, and the view in the contract. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outputOf } from '#rules/mining.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type MinerFacts, configView, minerView } from './mining.views.ts';

const START = new Date('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(START.getTime() + hours * HOUR);

const waiting: MinerFacts = {
  now: START,
  kind: 'trial',
  state: 'pending_start',
  gifted: toUnits('1200'),
  purchased: 0n,
  team: [0n, 0n, 0n],
  startedAt: null,
  endsAt: null,
  cycleHashrate: 0n,
  cycleBonus: 0n,
  cycleOutput: 0n,
  totalOutput: 0n,
  yesterdayOutput: 0n,
};
const running: MinerFacts = {
  ...waiting,
  state: 'running',
  startedAt: START,
  endsAt: at(24),
  cycleHashrate: toUnits('1200'),
  cycleOutput: toUnits('12'),
};

describe('the miner', () => {
  test('produces 12 ADIT per cycle with the gifted hashrate of 1200, and half an ADIT per hour', () => {
    expect(fromUnits(outputOf(toUnits('1200')))).toBe('12');
    expect(minerView(waiting, 3)).toMatchObject({
      state: 'pending_start',
      hashrate: '1200',
      outputPerHour: '0.5',
      claimable: '0',
      progress: 0,
    });
  });

  test('runs a cycle until its last millisecond and then waits, however late the claim comes', () => {
    const last = new Date(at(24).getTime() - 1);
    expect(minerView({ ...running, now: last }, 3).state).toBe('running');
    expect(minerView({ ...running, now: at(24) }, 3).state).toBe('pending_claim');
    expect(minerView({ ...running, now: at(500) }, 3)).toMatchObject({
      state: 'pending_claim',
      claimable: '12',
      progress: 1,
      producing: false,
    });
    expect(minerView({ ...running, now: at(12) }, 3)).toMatchObject({
      state: 'running',
      claimable: '0',
      progress: 0.5,
      producing: true,
      nextMiningTime: at(24).toISOString(),
    });
  });

  test("shows a cycle's own figures while it runs, whatever has changed in the team since", () => {
    const view = minerView({ ...running, team: [toUnits('5000'), 0n, 0n], now: at(1) }, 3);
    expect(view).toMatchObject({ hashrate: '1200', hashrateBonus: '0', outputPerHour: '0.5' });
  });

  test('gets 10, 5 and 1 percent of the own hashrate of its valid team members', () => {
    const view = minerView({ ...waiting, team: [toUnits('1200'), toUnits('2400'), toUnits('1200')] }, 3);
    expect(view).toMatchObject({ hashrateBonus: '252', hashrate: '1452' });
  });

  test('gets nothing from levels that are switched off, and the published rules say so', () => {
    const team = [toUnits('1200'), toUnits('2400'), toUnits('1200')] as const;
    const bonus = ([1, 2, 3] as const).map((levels) => minerView({ ...waiting, team }, levels).hashrateBonus);
    expect(bonus).toEqual(['120', '240', '252']);
    expect(configView(1).referralBonus).toEqual(['0.1', '0', '0']);
    expect(configView(2).referralBonus).toEqual(['0.1', '0.05', '0']);
    const ran = { ...running, cycleBonus: toUnits('252') };
    expect(minerView(ran, 1).hashrateBonus).toBe('252');
  });

  test('has a progress that never leaves 0 to 1 and never falls', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 2000 }),
        fc.integer({ min: 0, max: 500 }),
        (minutes, more) => {
          const share = (m: number) =>
            minerView({ ...running, now: new Date(START.getTime() + m * 60_000) }, 3).progress;
          expect(share(minutes)).toBeGreaterThanOrEqual(0);
          expect(share(minutes + more)).toBeGreaterThanOrEqual(share(minutes));
          expect(share(minutes + more)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('publishes the rules of the specification', () => {
    expect(configView(3)).toEqual({
      cycleSeconds: 86_400,
      trialHashrate: '1200',
      trialHours: 24,
      permanentPrice: '10',
      outputPerHashrate: '0.01',
      tokenValue: '0.01',
      hashratePrice: '0.01',
      resaleRate: '0.8',
      hashrateStep: '100',
      referralBonus: ['0.1', '0.05', '0.01'],
      rate: '0.01',
      powerRate: '0.01',
    });
  });
});
