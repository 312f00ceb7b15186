// The mining timer: shows its hint at the end of a cycle, once, whatever is reloaded, closed or refetched in between.
import { describe, expect, test } from 'vitest';
import { IDLE_TIMER } from '#lib/timer.ts';
import {
  isDue,
  isFirstStart,
  REMEMBERED_ENDS,
  silenced,
  type Surroundings,
  triggered,
  wayToTell,
  withCycle,
  withShown,
} from './timer.ts';

const END = 1_800_000_000_000;
const cycle = { endsAt: END, earning: '12' };
const waiting = withCycle(IDLE_TIMER, cycle, []);

describe('the hint', () => {
  test('is not due while no cycle is known, nor before its end', () => {
    expect(isDue(IDLE_TIMER, END)).toBe(false);
    expect(isDue(waiting, END - 1)).toBe(false);
  });

  test('is due from the exact time the cycle ends, however late the check', () => {
    expect(isDue(waiting, END)).toBe(true);
    expect(isDue(waiting, END + 9e8)).toBe(true);
  });

  test('is not due when it was triggered or is being processed', () => {
    expect(isDue(triggered(waiting), END)).toBe(false);
    expect(isDue({ ...waiting, isProcessing: true }, END)).toBe(false);
  });

  test('keeps exactly the five stored keys', () => {
    expect(triggered(waiting)).toEqual({
      nextMiningTime: END,
      showPopup: true,
      earning: '12',
      isTriggered: true,
      isProcessing: false,
    });
  });
});

describe('an answer about the miner', () => {
  test('keeps the hint’s state if it names the same cycle', () => {
    const shown = triggered(waiting);
    expect(withCycle(shown, cycle, [END])).toBe(shown);
    expect(withCycle(shown, { endsAt: END, earning: '13' }, [END])).toEqual({ ...shown, earning: '13' });
  });

  test('does not bring a closed hint back', () => {
    expect(withCycle(IDLE_TIMER, cycle, [END])).toBe(IDLE_TIMER);
  });

  test('waits for the new cycle if it names one', () => {
    const next = withCycle(triggered(waiting), { endsAt: END + 1000, earning: '13' }, [END]);
    expect(next).toEqual({ ...IDLE_TIMER, nextMiningTime: END + 1000, earning: '13' });
    expect(isDue(next, END + 1000)).toBe(true);
  });

  test('clears the wait if it names no cycle', () => {
    expect(withCycle(triggered(waiting), null, [END])).toEqual(IDLE_TIMER);
    expect(withCycle(IDLE_TIMER, null, [])).toBe(IDLE_TIMER);
  });
});

describe('the end of a cycle is announced', () => {
  const hidden: Surroundings = { visible: false, notify: true, quiet: null, timeZone: 'Asia/Bangkok' };
  /** 23:30 in Bangkok. */
  const night = Date.parse('2026-11-21T16:30:00Z');
  const quiet = { from: '22:00', to: '07:00' };
  test('by the hint at any hour while the page is visible', () => {
    expect(wayToTell({ ...hidden, visible: true }, END)).toBe('hint');
    expect(wayToTell({ ...hidden, visible: true, quiet, notify: false }, night)).toBe('hint');
  });
  test('by the worker while the page is hidden, where reminders are on', () => {
    expect(wayToTell(hidden, END)).toBe('worker');
    expect(wayToTell({ ...hidden, notify: false }, END)).toBe('wait');
  });
  test('outside quiet hours', () => {
    expect(wayToTell({ ...hidden, quiet }, night)).toBe('wait');
    expect(wayToTell({ ...hidden, quiet, timeZone: 'Europe/Berlin' }, night)).toBe('worker');
  });
});

test('a first start is one made just now by a user who has never mined', () => {
  const first = { state: 'running', startedAt: new Date(END).toISOString(), totalOutput: '0' };
  expect(isFirstStart(first, END + 60_000)).toBe(true);
  expect(isFirstStart(first, END + 3_600_000)).toBe(false);
  expect(isFirstStart({ ...first, totalOutput: '12' }, END)).toBe(false);
  expect(isFirstStart({ ...first, state: 'pending_start', startedAt: null }, END)).toBe(false);
});

test('a hint replaced by a notification is done', () => {
  expect(isDue(silenced(waiting), END)).toBe(false);
  expect(silenced(triggered(waiting)).showPopup).toBe(false);
});

test('keeps only the last few ends shown, newest last, each once', () => {
  expect(withShown([1, 2, 3], 2)).toEqual([1, 3, 2]);
  const many = Array.from({ length: 20 }, (_, n) => n).reduce<number[]>(withShown, []);
  expect(many).toHaveLength(REMEMBERED_ENDS);
  expect(many.at(-1)).toBe(19);
});
