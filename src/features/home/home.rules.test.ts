// The next step of an account, over its whole life.
import { describe, expect, test } from 'vitest';
import { nextStep, shouldWelcome } from './home.rules.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const idle = { kind: 'trial', startedAt: null, nextMiningTime: null } as const;
const running = {
  state: 'running',
  kind: 'trial',
  startedAt: '2026-11-20T12:00:00Z',
  nextMiningTime: '2026-11-21T12:00:00Z',
} as const;

describe('next step', () => {
  test.each([
    ['none', 'verify'],
    ['failed', 'verify'],
    ['submitted', 'waiting'],
    ['approved', 'start'],
  ] as const)('a fresh trial with verification %s: %s', (kyc, kind) => {
    expect(nextStep({ kyc }, { ...idle, state: 'pending_start' }, NOW).kind).toBe(kind);
  });

  test('tells a refused verification from a missing one', () => {
    expect(nextStep({ kyc: 'failed' }, { ...idle, state: 'pending_start' }, NOW)).toEqual({
      kind: 'verify',
      again: true,
    });
    expect(nextStep({ kyc: 'none' }, { ...idle, state: 'pending_start' }, NOW)).toEqual({
      kind: 'verify',
      again: false,
    });
  });

  test('a running miner shows its time left, whatever the verification says', () => {
    for (const kyc of ['none', 'approved'] as const)
      expect(nextStep({ kyc }, running, NOW)).toEqual({
        kind: 'running',
        startedAt: Date.parse(running.startedAt),
        endsAt: Date.parse(running.nextMiningTime),
        trial: true,
      });
    expect(nextStep({ kyc: 'approved' }, { ...running, kind: 'permanent' }, NOW)).toMatchObject({
      trial: false,
    });
  });

  test('becomes a claim in the very millisecond in which the cycle ends, without asking the server', () => {
    const end = Date.parse(running.nextMiningTime);
    expect(nextStep({ kyc: 'approved' }, running, end - 1).kind).toBe('running');
    expect(nextStep({ kyc: 'approved' }, running, end).kind).toBe('claim');
  });

  test('a finished cycle is claimed first, also when the verification was lost', () => {
    expect(nextStep({ kyc: 'failed' }, { ...running, state: 'pending_claim' }, NOW).kind).toBe('claim');
  });

  test.each(['expired', 'not_activated'] as const)('a miner that is %s wants to be activated', (state) => {
    expect(nextStep({ kyc: 'approved' }, { ...idle, state }, NOW).kind).toBe('activate');
  });

  test('nobody is asked to pay for a miner that could not be started afterwards', () => {
    expect(nextStep({ kyc: 'none' }, { ...idle, state: 'expired' }, NOW).kind).toBe('verify');
  });

  test('a running miner without an end is claimed rather than counted down to nothing', () => {
    expect(nextStep({ kyc: 'approved' }, { ...running, nextMiningTime: null }, NOW).kind).toBe('claim');
  });
});

describe('welcome notice', () => {
  const notice = { version: '2026-11-1', body: 'Text' };
  test.each([
    [null, true],
    ['2026-10-1', true],
    ['2026-11-1', false],
  ])('agreed to %s: shown %s', (agreed, shown) => expect(shouldWelcome(notice, agreed)).toBe(shown));
  test('is not shown when there is none', () => {
    expect(shouldWelcome({ version: '', body: '' }, null)).toBe(false);
    expect(shouldWelcome({ version: '1', body: '' }, null)).toBe(false);
  });
});
