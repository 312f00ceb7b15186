// A user's next step, over the whole life of an account and whatever the server has not yet said.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HomeFacts, isWait, nextStep, shouldWelcome } from './home.rules.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const idle = { kind: 'trial', startedAt: null, nextMiningTime: null } as const;
const running = {
  state: 'running',
  kind: 'trial',
  startedAt: '2026-11-20T12:00:00Z',
  nextMiningTime: '2026-11-21T12:00:00Z',
} as const;

const member = (facts: Partial<HomeFacts>): HomeFacts => ({
  user: { kyc: 'approved' },
  miner: { ...idle, state: 'pending_start' },
  asking: false,
  now: NOW,
  ...facts,
});

const KYC = ['none', 'submitted', 'approved', 'failed'] as const;
const STATES = ['not_activated', 'pending_start', 'running', 'pending_claim', 'expired'] as const;

describe('the next step', () => {
  test.each([
    ['none', { kind: 'verify', again: false }],
    ['failed', { kind: 'verify', again: true }],
    ['submitted', { kind: 'waiting' }],
    ['approved', { kind: 'start' }],
  ] as const)('for a fresh trial with verification %s', (kyc, step) => {
    expect(nextStep(member({ user: { kyc } }))).toEqual(step);
  });

  test('is the time left of a running miner, whatever the verification state', () => {
    for (const user of [{ kyc: 'none' }, { kyc: 'approved' }, undefined] as const)
      expect(nextStep(member({ user, miner: running }))).toEqual({
        kind: 'running',
        startedAt: Date.parse(running.startedAt),
        endsAt: Date.parse(running.nextMiningTime),
        trial: true,
      });
    expect(nextStep(member({ miner: { ...running, kind: 'permanent' } }))).toMatchObject({ trial: false });
  });

  test('becomes a claim in the very millisecond in which the cycle ends, without asking the server', () => {
    const end = Date.parse(running.nextMiningTime);
    expect(nextStep(member({ miner: running, now: end - 1 })).kind).toBe('running');
    expect(nextStep(member({ miner: running, now: end })).kind).toBe('claim');
  });

  test('is claiming a finished cycle first, even when the verification was lost', () => {
    const miner = { ...running, state: 'pending_claim' } as const;
    expect(nextStep(member({ user: { kyc: 'failed' }, miner })).kind).toBe('claim');
  });

  test.each(['expired', 'not_activated'] as const)('is activation when the miner is %s', (state) => {
    expect(nextStep(member({ miner: { ...idle, state } })).kind).toBe('activate');
  });

  test('never asks for money for a miner that could not be started afterwards', () => {
    const miner = { ...idle, state: 'expired' } as const;
    expect(nextStep(member({ user: { kyc: 'none' }, miner })).kind).toBe('verify');
  });

  test('is a claim for a running miner without an end, not a countdown to nothing', () => {
    expect(nextStep(member({ miner: { ...running, nextMiningTime: null } })).kind).toBe('claim');
  });

  test('is loading at first, and unknown once the server cannot be reached', () => {
    const nothing = { user: undefined, miner: undefined };
    expect(nextStep(member({ ...nothing, asking: true })).kind).toBe('loading');
    expect(nextStep(member(nothing)).kind).toBe('unknown');
    expect(nextStep(member({ user: undefined })).kind).toBe('unknown');
  });
});

test('is always exactly one, with a button or with a stated reason to wait', () => {
  const time = fc.option(
    fc.integer({ min: -200, max: 200 }).map((hours) => new Date(NOW + hours * 3_600_000).toISOString()),
  );
  const facts: fc.Arbitrary<HomeFacts> = fc.record({
    user: fc.option(fc.record({ kyc: fc.constantFrom(...KYC) }), { nil: undefined }),
    miner: fc.option(
      fc.record({
        state: fc.constantFrom(...STATES),
        kind: fc.constantFrom('trial', 'permanent'),
        startedAt: time,
        nextMiningTime: time,
      }),
      { nil: undefined },
    ),
    asking: fc.boolean(),
    now: fc.constant(NOW),
  });
  fc.assert(
    fc.property(facts, (known) => {
      const step = nextStep(known);
      const { asking, user, miner } = known;
      // A waiting step asks for nothing: it only waits for an answer or a verdict.
      if (isWait(step.kind)) expect(asking || user?.kyc === 'submitted').toBe(true);
      // Payment is requested only when a start is possible, and nobody is directed onwards while their miner is
      // unknown.
      if (step.kind === 'activate' || step.kind === 'start') expect(user?.kyc).toBe('approved');
      if (miner === undefined) expect(['loading', 'unknown']).toContain(step.kind);
      if (step.kind === 'running') expect(step.endsAt).toBeGreaterThan(NOW);
    }),
  );
});

describe('the welcome notice', () => {
  const notice = { version: '2026-11-1', body: 'Text' };
  test.each([
    [null, true],
    ['2026-10-1', true],
    ['2026-11-1', false],
  ])('agreed to %s: shown %s', (agreed, shown) => expect(shouldWelcome(notice, agreed)).toBe(shown));
  test('is not shown again on the way back to home when it was closed without agreeing', () => {
    expect(shouldWelcome(notice, null, null)).toBe(true);
    expect(shouldWelcome(notice, null, notice.version)).toBe(false);
  });
  test('is not shown when there is none', () => {
    expect(shouldWelcome({ version: '', body: '' }, null)).toBe(false);
    expect(shouldWelcome({ version: '1', body: '' }, null)).toBe(false);
  });
});
