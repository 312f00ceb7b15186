// Each cycle is reminded of once, whichever channel asks first; a stored reminder belongs to the account that wrote it.
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  claimReminder,
  dropReminder,
  keepReminder,
  MOST_REMINDED,
  type Reminder,
  reminderTag,
  standingOf,
  waitingReminder,
} from './reminded.ts';

const stored = vi.hoisted(() => ({ values: new Map<string, unknown>(), forbidden: false }));

/** A database like the browser's: each read-modify-write is atomic. */
vi.mock('./kv.ts', () => {
  const inTurn = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (stored.forbidden) throw new Error('no storage');
    return work();
  };
  return {
    kvGet: (key: string) => inTurn(() => structuredClone(stored.values.get(key))),
    kvUpdate: (key: string, change: (old: unknown) => unknown) =>
      inTurn(
        () => void stored.values.set(key, structuredClone(change(structuredClone(stored.values.get(key))))),
      ),
  };
});

const ALICE = '0xAbCdEf0000000000000000000000000000000001';
const BOB = '0x0000000000000000000000000000000000000002';
const END = 1_800_000_000_000;
const reminder = (address: string): Reminder => ({
  address: address.toLowerCase(),
  endsAt: END,
  title: 'The miner has stopped',
  body: 'It produced 12 ADIT.',
  quiet: null,
  offset: 0,
});

beforeEach(() => {
  stored.values.clear();
  stored.forbidden = false;
});

test('lets exactly one caller show the reminder when several ask about a cycle at once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => claimReminder(END)));
  expect(all.filter(Boolean)).toHaveLength(1);
  expect(await claimReminder(END)).toBe(false);
});

test('reminds once of each cycle, in any order', async () => {
  const cycle = fc.integer({ min: 1, max: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(cycle, { maxLength: 30 }), async (asked) => {
      stored.values.clear();
      const first: number[] = [];
      for (const endsAt of asked) if (await claimReminder(endsAt)) first.push(endsAt);
      expect(first.toSorted((a, b) => a - b)).toEqual([...new Set(asked)].toSorted((a, b) => a - b));
    }),
  );
});

test('names no account in what it keeps of shown reminders, since that outlives the session', async () => {
  await claimReminder(END);
  expect(stored.values.get('reminded')).toEqual([{ endsAt: END }]);
});

test('remembers only the last few cycles', async () => {
  for (let n = 1; n <= MOST_REMINDED + 3; n++) await claimReminder(n);
  expect(stored.values.get('reminded')).toHaveLength(MOST_REMINDED);
  expect(await claimReminder(MOST_REMINDED + 3)).toBe(false);
});

test('still reminds once when the page has no storage', async () => {
  stored.forbidden = true;
  expect(await claimReminder(END)).toBe(true);
  expect(await claimReminder(END)).toBe(false);
  await keepReminder(reminder(ALICE));
  expect(await waitingReminder()).toBeUndefined();
  await dropReminder(ALICE);
});

test('lets only the account that stored a reminder drop it', async () => {
  await keepReminder(reminder(BOB));
  await dropReminder(ALICE);
  expect(await waitingReminder()).toEqual(reminder(BOB));
  await dropReminder(BOB);
  expect(await waitingReminder()).toBeUndefined();
});

test('gives each cycle its own notification tag', () => {
  expect(reminderTag(END)).toBe('miner-1800000000000');
});

const iso = (ms: number) => new Date(ms).toISOString();
const miner = {
  state: 'pending_claim',
  nextMiningTime: iso(END),
  serverTime: iso(END),
};

test.each([
  ['claimable', miner],
  ['claimable', { ...miner, state: 'running' }],
  ['running', { ...miner, state: 'running', serverTime: iso(END - 1) }],
  ['over', { ...miner, state: 'running', nextMiningTime: iso(END + 86_400_000) }],
  ['over', { ...miner, state: 'expired' }],
  ['over', { ...miner, state: 'pending_start', nextMiningTime: null }],
  ['unknown', undefined],
])('reports a cycle as %s according to the server: %o', (standing, answer) =>
  expect(standingOf(answer, END)).toBe(standing),
);
