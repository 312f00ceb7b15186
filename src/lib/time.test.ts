// Clocks of the page follow the server's, and times are told near and far.
import { afterEach, expect, test, vi } from 'vitest';
import { clockText, dateText, learnServerTime, onTimeJump, serverNow, timeText } from './time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  learnServerTime(Date.now(), true);
});

test('the offset is learnt, and a jump is told once', () => {
  vi.useFakeTimers({ now: NOW });
  learnServerTime(NOW, true);
  const jumped = vi.fn<() => void>();
  const forget = onTimeJump(jumped);
  learnServerTime(NOW + 86_400_000, true);
  expect(serverNow()).toBe(NOW + 86_400_000);
  learnServerTime(NOW + 86_400_000 + 900);
  expect(serverNow(), 'a Date header is exact to a second only').toBe(NOW + 86_400_000);
  expect(jumped).toHaveBeenCalledTimes(1);
  forget();
});

test('a reply without a readable date changes nothing', () => {
  vi.useFakeTimers({ now: NOW });
  learnServerTime(NOW, true);
  learnServerTime(Date.parse('no date'));
  expect(serverNow()).toBe(NOW);
});

test.each([
  [0, '00:00:00'],
  [-5000, '00:00:00'],
  [999, '00:00:01'],
  [86_400_000, '24:00:00'],
  [3_723_000, '01:02:03'],
  [360_000_000, '100:00:00'],
])('%d ms left reads %s', (ms, text) => expect(clockText(ms)).toBe(text));

test('near times are relative, far ones absolute', () => {
  const at = (ms: number) => timeText(new Date(NOW + ms).toISOString(), 'en', NOW);
  expect(at(-30_000)).toBe('this minute');
  expect(at(-5 * 60_000)).toBe('5 minutes ago');
  expect(at(-3 * 3_600_000)).toBe('3 hours ago');
  expect(at(26 * 3_600_000)).toBe('tomorrow');
  expect(at(-8 * 86_400_000)).toContain('2026');
});

test('Thai dates keep the Gregorian year', () => {
  expect(dateText('2026-11-21T12:00:00Z', 'th')).toContain('2026');
});

test('the offset outlives a reload, but is only believed once the server has said it again', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.useFakeTimers({ now: NOW });
  const load = async () => {
    vi.resetModules();
    return import('./time.ts');
  };
  const first = await load();
  expect([first.serverNow(), first.isServerTime()]).toEqual([NOW, false]);
  first.learnServerTime(NOW + 3 * 3_600_000);
  expect(first.isServerTime()).toBe(true);
  const reloaded = await load();
  expect([reloaded.serverNow(), reloaded.isServerTime()]).toEqual([NOW + 3 * 3_600_000, false]);
  kept.set('clockOffset', 'damaged');
  expect((await load()).serverNow()).toBe(NOW);
  vi.unstubAllGlobals();
});
