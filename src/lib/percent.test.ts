// Shares as percentages, and those of what is not complete yet.
import { expect, test } from 'vitest';
import { percentDone, percentText, progressText } from './percent.ts';

test('nothing reads as complete before it is, and nothing that has begun as not begun', () => {
  const shares = [0, 0.000_01, 0.004, 0.01, 0.5, 0.996, 0.999_99, 1];
  expect(shares.map((share) => progressText(share, 'en'))).toEqual([
    '0%',
    '<1%',
    '<1%',
    '1%',
    '50%',
    '99%',
    '99%',
    '100%',
  ]);
  expect(shares.map((share) => progressText(share, 'vi', 2))).toEqual([
    '0%',
    '<0,01%',
    '0,4%',
    '1%',
    '50%',
    '99,6%',
    '99,99%',
    '100%',
  ]);
});

test('a whole number of hundredths is that many percent', () => {
  const all = Array.from({ length: 101 }, (_, percent) => percent);
  expect(all.map((percent) => percentDone(percent / 100))).toEqual(all);
  expect([-1, 2].map((share) => percentDone(share))).toEqual([0, 100]);
});

test('a share has at most two decimals unless more are asked for', () => {
  expect([percentText(0.833_33, 'en'), percentText(0.001_25, 'vi', 4)]).toEqual(['83.33%', '0,125%']);
});
