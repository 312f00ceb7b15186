// Who owns a stored answer: the shared copy contains nothing personal, and everything that a guest sees.
import { i18n } from '@lingui/core';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { type CallName, calls } from '#contract';
import { endSession, startSession } from '#lib/session.ts';
import { asGuest, lastOf } from './public-calls.ts';

const device = vi.hoisted(() => new Map<string, unknown>());
vi.mock('#lib/kv.ts', () => ({
  kvGet: async (key: string) => structuredClone(device.get(key)),
  kvSet: async (key: string, value: unknown) => void device.set(key, structuredClone(value)),
  kvEntries: async () => [...device.entries()],
  kvDeleteMany: async (keys: string[]) => keys.forEach((key) => device.delete(key)),
  kvDeletePrefix: async (prefix: string) =>
    [...device.keys()].filter((key) => key.startsWith(prefix)).forEach((key) => device.delete(key)),
}));

const ALICE = '0xAbCdEf0000000000000000000000000000000001';
const ASSETS = 'GET /api/assets/list';

/** The personal fields of each call that answers guests too. */
const PERSONAL = {
  [ASSETS]: ['items.balance', 'items.staked', 'items.valueUsdt', 'items.withdrawLeft'],
  'GET /api/stake/index': [
    'cumulativeOutput',
    'nextOutputAt',
    'rewardShare',
    'teamOutput',
    'totalStaked',
    'yesterdayOutput',
  ],
  'GET /api/mining/buyback/list': ['fund.mine.left', 'fund.mine.produced'],
  'GET /api/mining/bet/index': [
    'eligible',
    'myGuesses',
    'participationAmount',
    'previous.myGuesses',
    'previous.myReward',
  ],
  'GET /api/mining/bet/list': ['items.myGuesses', 'items.myReward'],
  'GET /api/game/opening': ['myBets.amount', 'myBets.lane', 'previous.payout', 'previous.stake'],
  'GET /api/game/ranking': ['profitAndLoss'],
} as const satisfies Partial<Record<CallName, string[]>>;

type Shared = keyof typeof PERSONAL;
const shared = Object.keys(PERSONAL) as Shared[];

/** Answers that fit a schema of the contract, in which every value is a unique text naming its path. */
function answers(schema: z.ZodMiniType, path = ''): fc.Arbitrary<unknown> {
  const { def } = schema._zod as unknown as {
    def: {
      type: string;
      shape?: Record<string, z.ZodMiniType>;
      element?: z.ZodMiniType;
      innerType?: z.ZodMiniType;
    };
  };
  if (def.shape) {
    const fields = Object.entries(def.shape).map(
      ([name, inner]) => [name, answers(inner, path ? `${path}.${name}` : name)] as const,
    );
    return fc.record(Object.fromEntries(fields));
  }
  if (def.element) return fc.array(answers(def.element, path), { minLength: 1, maxLength: 3 });
  if (def.innerType) return fc.option(answers(def.innerType, path), { freq: 4 });
  return fc.nat().map((n) => `${path}|${n}`);
}

/** The paths of the texts that were kept. */
const pathsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"([\w.]+)\|\d+"/g)].map(([, path = '']) => path);

test.each(shared)('shares everything of %s except what is personal', (call) => {
  const [all, left] = [new Set<string>(), new Set<string>()];
  fc.assert(
    fc.property(answers(calls[call].output), (answer) => {
      const seen = asGuest(call, answer as never);
      for (const path of pathsIn(answer)) all.add(path);
      for (const path of pathsIn(seen)) left.add(path);
      expect(asGuest(call, seen)).toEqual(seen);
      expect(asGuest(call, { ...(answer as object), later: 'of Alice' } as never)).toEqual(seen);
    }),
  );
  expect([...all].filter((path) => !left.has(path)).toSorted()).toEqual(PERSONAL[call]);
});

test('covers every call that answers both guests and members', () => {
  const optional = Object.entries(calls).filter(
    ([name, call]) => name.startsWith('GET ') && call.session === 'optional' && !('form' in call),
  );
  expect(optional.map(([name]) => name).toSorted()).toEqual(shared.toSorted());
});

const list = (balance: string, price: string | null) => ({
  items: [{ coin: 'BTC', balance, staked: balance, price, valueUsdt: price, withdrawLeft: balance }],
  chainId: 1337,
  asOf: '2026-11-21T10:00:00Z',
});

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  endSession();
  device.clear();
});

test('lets a guest find the coins of a member’s answer, without personal data', async () => {
  startSession('token', { address: ALICE });
  await lastOf([ASSETS, {}]).keep(list('4242.125', '7.5'));
  expect(await lastOf([ASSETS, {}]).recall()).toEqual(list('4242.125', '7.5'));
  endSession();
  await vi.waitFor(() => expect(device.size).toBe(1));
  const [{ withdrawLeft: _, ...coin }] = list('0', '7.5').items as [ReturnType<typeof list>['items'][0]];
  expect(await lastOf([ASSETS, {}]).recall()).toEqual({
    ...list('0', '7.5'),
    items: [{ ...coin, valueUsdt: '0', withdrawLeft: null }],
  });
  expect(JSON.stringify([...device])).not.toMatch(/4242|0xabcdef/i);
});

test('shows a coin without a price without a value to a guest too', () => {
  expect(asGuest(ASSETS, list('12', null) as never).items[0]).toMatchObject({ valueUsdt: null });
});

test('never shows a member a guest’s zero balances', async () => {
  await lastOf([ASSETS, {}]).keep(list('0', '7.5'));
  const asked = lastOf([ASSETS, {}]);
  startSession('token', { address: ALICE });
  expect(await lastOf([ASSETS, {}]).recall()).toBeUndefined();
  // Requested as a guest and found after signing in.
  expect(await asked.recall()).toBeUndefined();
});

test('keeps the time of shared answers', async () => {
  await lastOf(['GET /api/stake/index', {}]).keep({ dailyRate: '0.001', asOf: '2026-11-21T10:00:00Z' });
  expect(await lastOf(['GET /api/stake/index', {}]).recall()).toEqual({
    dailyRate: '0.001',
    asOf: '2026-11-21T10:00:00Z',
  });
});
