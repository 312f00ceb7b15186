// The live figures of the miner page: exact, monotonic, and never above the cycle's output.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareOf } from '#rules/mining.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import {
  cycleOf,
  earningsOf,
  leftOf,
  type Miner,
  produced,
  purchaseOf,
  stateAt,
  valueOf,
} from './mining.rules.ts';

const config = { outputPerHashrate: '0.01' };
const START = Date.parse('2026-11-21T00:00:00.000Z');
const DAY = 86_400_000;

const miner = (change: Partial<Miner> = {}): Miner => ({
  state: 'running',
  kind: 'trial',
  hashrate: '1200',
  hashrateBonus: '0',
  outputPerHour: '0.5',
  validHours: 24,
  progress: 0,
  producing: true,
  startedAt: new Date(START).toISOString(),
  nextMiningTime: new Date(START + DAY).toISOString(),
  claimable: '0',
  yesterdayOutput: '0',
  totalOutput: '0',
  serverTime: new Date(START).toISOString(),
  ...change,
});
const running = () => cycleOf(miner(), config) ?? expect.fail('a running miner has a cycle');

describe('a cycle of 1200 hashrate', () => {
  test('produces 12 ADIT in 24 hours, and half of it by half-time', () => {
    const cycle = running();
    expect(fromUnits(cycle.output)).toBe('12');
    expect(fromUnits(produced(cycle, START + DAY / 2))).toBe('6');
    expect(shareOf(cycle, START + DAY / 2)).toBe(0.5);
    expect(leftOf(cycle, START + DAY / 2)).toBe(DAY / 2);
  });

  test('produces nothing before its start and nothing more after its end', () => {
    const cycle = running();
    expect(produced(cycle, START - 5000)).toBe(0n);
    expect(shareOf(cycle, START - 5000)).toBe(0);
    expect(fromUnits(produced(cycle, START + 9 * DAY))).toBe('12');
    expect(shareOf(cycle, START + 9 * DAY)).toBe(1);
    expect(leftOf(cycle, START + 9 * DAY)).toBe(0);
  });

  test('waits for its claim from its last millisecond on', () => {
    const cycle = running();
    expect(stateAt(miner(), cycle, START + DAY - 1)).toBe('running');
    expect(stateAt(miner(), cycle, START + DAY)).toBe('pending_claim');
    expect(stateAt(miner({ state: 'expired' }), null, START + 2 * DAY)).toBe('expired');
  });

  test('does not exist while nothing runs, or when its times make no sense', () => {
    expect(cycleOf(miner({ startedAt: null, nextMiningTime: null }), config)).toBeNull();
    expect(cycleOf(miner({ nextMiningTime: miner().startedAt }), config)).toBeNull();
  });
});

test('for any hashrate and any two times, production grows with time and stays within the output', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.integer({ min: -1000, max: 2 * DAY }),
      fc.integer({ min: 0, max: DAY }),
      (output, at, later) => {
        const cycle = { startedAt: START, endsAt: START + DAY, output };
        const now = produced(cycle, START + at);
        expect(now >= 0n && now <= output).toBe(true);
        expect(produced(cycle, START + at + later) >= now).toBe(true);
      },
    ),
  );
});

test('a fraction of a millisecond does not break exact counting', () => {
  expect(produced(running(), START + 1000.75)).toBe(toUnits('12') / 86_400n);
});

test('earnings are worth their fixed value, in exact decimals', () => {
  expect(valueOf('12', '0.01')).toBe('0.12');
  expect(valueOf('0.000000000000000099', '0.01')).toBe('0');
});

test('a purchase shows the balance afterwards, or how much is missing', () => {
  expect(purchaseOf('10', '10')).toMatchObject({ affordable: true, after: '0', missing: '0' });
  expect(purchaseOf('12.5', '10')).toMatchObject({ affordable: true, after: '2.5' });
  expect(purchaseOf('9.999999999999999999', '10')).toMatchObject({
    affordable: false,
    after: '0',
    missing: '0.000000000000000001',
  });
});

test('earnings are output, staking and team together, for yesterday and in total', () => {
  const day = (n: number) => ({ output: `${n}`, rewardShare: '0.5' });
  const team = (n: number) => ({ staking: `${n}`, race: '0.25' });
  const others = {
    outputs: [day(100), day(1), day(200)],
    team: [team(300), team(2), team(400)],
    staked: { cumulativeOutput: '301', rewardShare: '1.5' },
    teamEver: '702.75',
  };
  const miner = { yesterdayOutput: '12', totalOutput: '36.000000000000000001' };
  expect(earningsOf(miner, others)).toEqual({ yesterday: '15.75', ever: '1041.250000000000000001' });
  expect(earningsOf(miner, { ...others, outputs: [], team: [] }).yesterday).toBe('12');
});
