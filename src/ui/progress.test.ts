// Shares of what is not complete yet, as percentages.
import { expect, test } from 'vitest';
import { percentDone, progressText } from './progress.tsx';

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
