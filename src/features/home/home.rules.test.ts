// The next step of a person, over the whole life of an account and whatever the server has not said yet.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HomeFacts, nextStep, OFFERS, shouldWelcome } from './home.rules.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const idle = { kind: 'trial', startedAt: null, nextMiningTime: null } as const;
const running = {
  state: 'running',
  kind: 'trial',
  startedAt: '2026-11-20T12:00:00Z',
  nextMiningTime: '2026-11-21T12:00:00Z',
} as const;

const member = (facts: Partial<HomeFacts>): HomeFacts => ({
  signedIn: true,
  phase: 'logged_in',
  user: { kyc: 'approved' },
  miner: { ...idle, state: 'pending_start' },
  asking: false,
  now: NOW,
  ...facts,
});

const KYC = ['none', 'submitted', 'approved', 'failed'] as const;
const STATES = ['not_activated', 'pending_start', 'running', 'pending_claim', 'expired'] as const;

describe('next step', () => {
  test.each([
    ['none', { kind: 'verify', again: false }],
    ['failed', { kind: 'verify', again: true }],
    ['submitted', { kind: 'waiting' }],
    ['approved', { kind: 'start' }],
  ] as const)('a fresh trial with verification %s', (kyc, step) => {
    expect(nextStep(member({ user: { kyc } }))).toEqual(step);
  });

  test('a running miner shows its time left, whatever the verification says, known or not', () => {
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

  test('a finished cycle is claimed first, also when the verification was lost', () => {
    const miner = { ...running, state: 'pending_claim' } as const;
    expect(nextStep(member({ user: { kyc: 'failed' }, miner })).kind).toBe('claim');
  });

  test.each(['expired', 'not_activated'] as const)('a miner that is %s wants to be activated', (state) => {
    expect(nextStep(member({ miner: { ...idle, state } })).kind).toBe('activate');
  });

  test('nobody is asked to pay for a miner that could not be started afterwards', () => {
    const miner = { ...idle, state: 'expired' } as const;
    expect(nextStep(member({ user: { kyc: 'none' }, miner })).kind).toBe('verify');
  });

  test('a running miner without an end is claimed rather than counted down to nothing', () => {
    expect(nextStep(member({ miner: { ...running, nextMiningTime: null } })).kind).toBe('claim');
  });

  test('nothing known: asked for at first, and told once it cannot be had', () => {
    const nothing = { user: undefined, miner: undefined };
    expect(nextStep(member({ ...nothing, asking: true })).kind).toBe('loading');
    expect(nextStep(member(nothing)).kind).toBe('unknown');
    expect(nextStep(member({ user: undefined })).kind).toBe('unknown');
  });

  test.each([
    ['disconnected', null],
    ['logged_in', null],
    ['expired', 'expired'],
    ['account_switched', 'switched'],
  ] as const)('without a session and the wallet %s', (phase, after) => {
    expect(nextStep(member({ signedIn: false, phase }))).toEqual({ kind: 'connect', after });
  });
});

test('whatever is known: one step, which has a button, or waits for somebody else and says so', () => {
  const time = fc.option(
    fc.integer({ min: -200, max: 200 }).map((hours) => new Date(NOW + hours * 3_600_000).toISOString()),
  );
  const facts: fc.Arbitrary<HomeFacts> = fc.record({
    signedIn: fc.boolean(),
    phase: fc.constantFrom('disconnected', 'signing', 'logged_in', 'account_switched', 'expired'),
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
      const { signedIn, asking, user, miner } = known;
      // Who waits has nothing to do: only an answer or a verdict is waited for.
      if (OFFERS[step.kind] === 'wait') expect(signedIn && (asking || user?.kyc === 'submitted')).toBe(true);
      expect(step.kind === 'connect').toBe(!signedIn);
      // No money is asked for before a start is possible, and nobody is sent on whose miner is not known.
      if (step.kind === 'activate' || step.kind === 'start') expect(user?.kyc).toBe('approved');
      if (miner === undefined && signedIn) expect(['loading', 'unknown']).toContain(step.kind);
      if (step.kind === 'running') expect(step.endsAt).toBeGreaterThan(NOW);
    }),
  );
});

describe('welcome notice', () => {
  const notice = { version: '2026-11-1', body: 'Text' };
  test.each([
    [null, true],
    ['2026-10-1', true],
    ['2026-11-1', false],
  ])('agreed to %s: shown %s', (agreed, shown) => expect(shouldWelcome(notice, agreed)).toBe(shown));
  test('that was closed without agreeing is not shown again on the way back to home', () => {
    expect(shouldWelcome(notice, null, null)).toBe(true);
    expect(shouldWelcome(notice, null, notice.version)).toBe(false);
  });
  test('is not shown when there is none', () => {
    expect(shouldWelcome({ version: '', body: '' }, null)).toBe(false);
    expect(shouldWelcome({ version: '1', body: '' }, null)).toBe(false);
  });
});
