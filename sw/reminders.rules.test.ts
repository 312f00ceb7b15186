// When the worker reminds, how it reads a push, and which window a tap opens.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reminder } from '#lib/reminded.ts';
import { howToShow, isApp, isDue, mustBeShown, pushText, windowToShow } from './reminders.rules.ts';

/** 23:30 in Bangkok. */
const END = Date.parse('2026-11-21T16:30:00Z');
const BANGKOK = 'Asia/Bangkok';
const reminder: Reminder = { address: '0xa', endsAt: END, title: 'Done', body: '', quiet: null, offset: 0 };

describe('a reminder', () => {
  test('is due from the end of its cycle on', () => {
    expect(isDue(reminder, END - 1, BANGKOK)).toBe(false);
    expect(isDue(reminder, END, BANGKOK)).toBe(true);
    expect(isDue(reminder, END + 86_400_000, BANGKOK)).toBe(true);
  });
  test("waits for the end of quiet hours in the device's time zone", () => {
    const quiet = { ...reminder, quiet: { from: '22:00', to: '07:00' } };
    expect(isDue(quiet, END, BANGKOK)).toBe(false);
    expect(isDue(quiet, END, 'Europe/Berlin')).toBe(true);
    const morning = Date.parse('2026-11-22T00:00:00Z');
    expect(isDue(quiet, morning - 1, BANGKOK)).toBe(false);
    expect(isDue(quiet, morning, BANGKOK)).toBe(true);
  });
});

describe('a push', () => {
  const miner = {
    kind: 'miner',
    endsAt: END,
    title: 'Your miner has finished',
    body: '12 ADIT',
    neutral: { title: 'Check on your miner', body: '' },
    tag: `miner-${END}`,
    url: '/#/pages/mining/index',
  };
  test('says what the server says', () => {
    const { kind: _, ...said } = miner;
    expect(pushText(JSON.stringify(miner))).toEqual(said);
  });
  test('names no cycle when it is a test', () => {
    expect(pushText(JSON.stringify({ ...miner, kind: 'test' })).endsAt).toBeNull();
  });
  test('opens only pages of the app', () => {
    for (const url of ['https://other.example/#/', '//other.example', 'javascript:1', 7])
      expect(pushText(JSON.stringify({ ...miner, url })).url).toBe('/#/pages/mining/index');
  });
  test('always shows something, whatever it contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { title, neutral, tag, url } = pushText(text);
        expect(neutral.title).not.toBe('');
        expect(title).not.toBe('');
        expect(tag).not.toBe('');
        expect(url.startsWith('/#/')).toBe(true);
      }),
    );
    expect(pushText('').title).toBe('Adit');
  });
});

describe('a push about a cycle', () => {
  const push = { standing: 'claimable', inFront: false, first: true, there: false, must: false } as const;
  test('says that something can be claimed only if the server confirms it, and is neutral otherwise', () => {
    expect(howToShow(push)).toEqual({ words: 'own', silent: false });
    expect(howToShow({ ...push, standing: 'unknown' })).toEqual({ words: 'neutral', silent: false });
  });
  test('asks for nothing when the cycle was claimed elsewhere', () => {
    expect(howToShow({ ...push, standing: 'over' })).toEqual({ words: 'neutral', silent: true });
  });
  test('is not shown again after another channel showed it, dismissed or not, unless the browser insists', () => {
    expect(howToShow({ ...push, first: false })).toBeNull();
    expect(howToShow({ ...push, first: false, there: true })).toEqual({ words: 'own', silent: true });
    expect(howToShow({ ...push, first: false, must: true })).toEqual({ words: 'own', silent: true });
  });
  test('is left to the window in front, unless the browser insists', () => {
    const inFront = { ...push, inFront: true, first: false };
    expect(howToShow(inFront)).toBeNull();
    expect(howToShow({ ...inFront, must: true })).toEqual({ words: 'own', silent: true });
  });
});

test.each([
  ['https://adit.example/', true],
  ['https://adit.example/#/pages/mining/index', true],
  ['https://adit.example/index.html?a=b.c', true],
  ['https://adit.example/verify.html', false],
  ['https://adit.example/verify.html#race:1', false],
])('%s belongs to the app: %s', (url, is) => expect(isApp(url)).toBe(is));

test('an iPhone shows every push, even with the app in front', () => {
  expect(
    mustBeShown('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'),
  ).toBe(true);
  expect(
    mustBeShown('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'),
  ).toBe(false);
  expect(mustBeShown('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0')).toBe(false);
});

test('a tap opens the focused window, else a visible one, else any', () => {
  const [any, seen, used] = [
    { visibilityState: 'hidden', focused: false },
    { visibilityState: 'visible', focused: false },
    { visibilityState: 'visible', focused: true },
  ] as const;
  expect(windowToShow([any, seen, used])).toBe(used);
  expect(windowToShow([any, seen])).toBe(seen);
  expect(windowToShow([any])).toBe(any);
  expect(windowToShow([])).toBeUndefined();
});
