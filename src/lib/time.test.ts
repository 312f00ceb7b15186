// The page's clocks follow the server's, and times are formatted in one way.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clockText, dateText, learnServerTime, onTimeJump, serverNow, timeText, timeWithin } from './time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  learnServerTime(Date.now());
});

test('learns the clock offset and reports each jump once', () => {
  vi.useFakeTimers({ now: NOW });
  learnServerTime(NOW);
  const jumped = vi.fn<() => void>();
  const forget = onTimeJump(jumped);
  learnServerTime(NOW + 86_400_000);
  expect(serverNow()).toBe(NOW + 86_400_000);
  expect(jumped).toHaveBeenCalledTimes(1);
  forget();
});

test('keeps an offset that a reply allows, however long it took', () => {
  vi.useFakeTimers({ now: NOW });
  learnServerTime(NOW);
  const kept = (serverMs: number, sentAt: number, precisionMs: number) => {
    learnServerTime(serverMs, sentAt, precisionMs);
    return serverNow() - NOW;
  };
  expect(kept(NOW - 900, NOW, 1000), 'a Date header is cut to a second').toBe(0);
  expect(kept(NOW - 1500, NOW - 2000, 1), 'the reply took 1.5 s to arrive').toBe(0);
  expect(kept(NOW - 3_600_000, NOW - 3_600_001, 1), 'the device slept before it arrived').toBe(0);
  expect(kept(NOW + 300, NOW - 100, 1), 'the clock is at least 300 ms slow').toBe(351);
});

test('ignores a reply without a readable date', () => {
  vi.useFakeTimers({ now: NOW });
  learnServerTime(NOW);
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
])('shows %d ms left as %s', (ms, text) => expect(clockText(ms)).toBe(text));

describe('a point in time', () => {
  const now = new Date(2026, 10, 21, 12, 0).getTime();
  type Local = readonly [year: number, month: number, day: number, hour: number, minute: number];
  const shown = (language: string, ...at: Local) =>
    timeText(new Date(...at), language, now).replaceAll('\u202f', ' ');

  test('is named by its day while that is near, and by its date otherwise', () => {
    expect(shown('en', 2026, 10, 21, 0, 0)).toBe('Today, 12:00 AM');
    expect(shown('en', 2026, 10, 20, 23, 59)).toBe('Yesterday, 11:59 PM');
    expect(shown('en', 2026, 10, 22, 16, 5)).toBe('Tomorrow, 4:05 PM');
    expect(shown('en', 2026, 10, 23, 16, 5)).toBe('Nov 23, 4:05 PM');
    expect(shown('en', 2027, 0, 2, 16, 5)).toBe('Jan 2, 2027, 4:05 PM');
    expect(timeWithin(new Date(2026, 10, 21, 16, 5), 'en', now)).toMatch(/^today at 4:05/);
  });

  test('is formatted as each language does it', () => {
    const at = [2026, 10, 21, 16, 5] as const;
    expect(shown('ja', ...at)).toBe('今日 16:05');
    expect(shown('th', ...at)).toBe('วันนี้ 16:05');
    expect(shown('vi', ...at)).toBe('16:05 hôm nay');
    expect(shown('zh-Hans', ...at)).toBe('今天 16:05');
    expect(shown('zh-TW', ...at)).toBe('今天 下午4:05');
    expect(shown('th', 2026, 10, 25, 16, 5)).toBe('25 พ.ย. 16:05');
  });
});

test('has a Gregorian year in Thai too', () => {
  expect(dateText('2026-11-21T12:00:00Z', 'th', { dateStyle: 'medium' })).toContain('2026');
  expect(timeText('2024-11-21T12:00:00Z', 'th')).toContain('2024');
});

test('keeps the offset across a reload, but trusts it only after the server has confirmed it', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
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
  stored.set('clockOffset', 'damaged');
  expect((await load()).serverNow()).toBe(NOW);
  vi.unstubAllGlobals();
});
