// The team page's own decisions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressOf,
  evenLinesOf,
  isNew,
  levelsShown,
  lampsOf,
  linesOf,
  linkOf,
  placeOf,
  raceReferral,
  ROOM,
  searchOf,
} from './team.rules.ts';

describe('the view is in the page’s address', () => {
  test.each([
    [undefined, undefined, '/pages/invite/index'],
    ['members', undefined, '/pages/invite/index?view=members'],
    ['earnings', undefined, '/pages/invite/index?view=earnings'],
    [undefined, '2', '/pages/invite/index?level=2'],
    ['earnings', '3', '/pages/invite/index?level=3'],
    ['loot', '4', '/pages/invite/index'],
    ['members', 'x', '/pages/invite/index?view=members'],
  ])('view %s, level %s', (view, level, address) => expect(addressOf(placeOf(view, level))).toBe(address));
});

test('the code comes before the hash, unchanged', () => {
  const link = linkOf('https://adit.example', 'AB12CD34');
  expect(link).toBe('https://adit.example/?code=AB12CD34');
  expect(new URL(linkOf('https://adit.example', 'a b&c#')).searchParams.get('code')).toBe('a b&c#');
});

describe('a search', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  test.each([
    ['', { state: 'none' }],
    ['  ', { state: 'none' }],
    ['0', { state: 'short' }],
    ['0x', { state: 'short' }],
    ['0x529', { state: 'short' }],
    ['5290', { state: 'ask', search: '5290' }],
    ['0x5290', { state: 'ask', search: '0x5290' }],
    [` ${address} `, { state: 'ask', search: address }],
    ['0x5290…', { state: 'ask', search: '0x5290…' }],
    ['0x5290…9e', { state: 'short' }],
    ['0x5290 … 9EE7', { state: 'ask', search: '0x5290…9EE7' }],
    ['0x5290...9EE7', { state: 'ask', search: '0x5290...9EE7' }],
    ['0x52908', { state: 'part' }],
    ['…69EE7', { state: 'part' }],
    [address.slice(0, -1), { state: 'part' }],
    [`${address}00`, { state: 'part' }],
    ['Ann', { state: 'wrong' }],
  ])('%j', (typed, search) => expect(searchOf(typed)).toEqual(search));

  test('asks for nothing while it is typed, until it is complete', () => {
    for (let length = 1; length < address.length; length += 1) {
      const { state } = searchOf(address.slice(0, length));
      expect([length, state]).toEqual([length, length < 6 ? 'short' : length === 6 ? 'ask' : 'part']);
    }
  });
});

describe('the lamps of the tree', () => {
  const radii = [50, 90, 130];
  const at = { x: 160, y: 20 };

  test('are as many as members, until a ring is full', () => {
    expect(lampsOf([1, 0, 0], radii, at).map((ring) => ring.length)).toEqual([1, 0, 0]);
    expect(lampsOf([1e6, 1e6, 1e6], radii, at).map((ring) => ring.length)).toEqual([...ROOM]);
    expect(lampsOf([3], radii, at)).toHaveLength(1);
  });

  test('hang on their own ring, each on an existing lamp', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }), (counts) => {
        const rings = lampsOf(counts, radii, at);
        for (const [ring, lamps] of rings.entries())
          for (const { x, y, on } of lamps) {
            expect(Math.hypot(x - at.x, y - at.y)).toBeCloseTo(radii[ring] ?? 0);
            expect(y).toBeGreaterThan(at.y);
            if (on !== null) expect(rings[ring - 1]?.[on]).toBeDefined();
          }
      }),
    );
  });
});

describe('lines', () => {
  const measure = (text: string) => text.length;

  test('break between segments and lose none', () => {
    expect(linesOf(['one ', 'two ', 'three'], 7, measure)).toEqual(['one two', 'three']);
    expect(linesOf(['奖励', '计划', '不是', '投资'], 4, measure)).toEqual(['奖励计划', '不是投资']);
    expect(linesOf(['unbreakable'], 4, measure)).toEqual(['unbreakable']);
    expect(linesOf([], 4, measure)).toEqual([]);
  });

  test('are balanced without becoming more', () => {
    const words = ['nothing ', 'is ', 'taken ', 'from ', 'yours'];
    expect(linesOf(words, 22, measure)).toEqual(['nothing is taken from', 'yours']);
    expect(evenLinesOf(words, 22, measure, 1)).toEqual(['nothing is taken', 'from yours']);
    expect(evenLinesOf(['unbreakable'], 4, measure, 1)).toEqual(['unbreakable']);
  });

  test('are never wider than allowed, unless a single segment is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,9}$/)),
        fc.integer({ min: 9, max: 40 }),
        (words, width) => {
          const lines = linesOf(
            words.map((word) => `${word} `),
            width,
            measure,
          );
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
          expect(lines.join(' ')).toBe(words.join(' '));
        },
      ),
    );
  });
});

test('shows the race referral as set by the operator, and not at all if race or referral are disabled', () => {
  const referral: [string, string, string] = ['0.01', '0.005', '0'];
  expect(raceReferral({ race: true }, { referral })).toEqual(referral);
  expect(raceReferral({ race: false }, { referral })).toBeUndefined();
  expect(raceReferral({ race: true }, { referral: ['0', '0', '0'] })).toBeUndefined();
  expect(raceReferral({ race: true }, undefined)).toBeUndefined();
});

test('a member is new for 7 days after joining', () => {
  const member = { joinedAt: '2026-11-21T12:00:00.000Z' };
  expect(isNew(member, Date.parse('2026-11-28T11:59:59.999Z'))).toBe(true);
  expect(isNew(member, Date.parse('2026-11-28T12:00:00.000Z'))).toBe(false);
  // The server's clock may be slightly ahead of the page's.
  expect(isNew(member, Date.parse('2026-11-21T11:59:59.000Z'))).toBe(true);
});

test('earnings are shown for the levels that are enabled, and for others that have earned', () => {
  const of = (members: number[], ...earned: string[]) =>
    levelsShown({ membersByLevel: members, earningsByLevel: earned }).map(({ level }) => level);
  expect(of([2, 0, 0], '1', '0', '0')).toEqual([1, 2, 3]);
  expect(of([2], '1', '0', '0')).toEqual([1]);
  expect(of([2], '1', '0', '0.5')).toEqual([1, 3]);
  expect(levelsShown(undefined)).toEqual([1, 2, 3].map((level) => ({ level, amount: undefined })));
});
