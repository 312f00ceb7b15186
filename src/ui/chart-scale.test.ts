// The geometry of stacked bars.
import { describe, expect, test } from 'vitest';
import { barAt, barByKey, scaleOf } from './chart-scale.ts';

describe('the heights of bars', () => {
  test('stack the parts, with the tallest bar filling the height', () => {
    const { most, bars } = scaleOf([
      ['1', '0.5', '0.5'],
      ['0', '3', '1'],
    ]);
    expect(most).toBe(4);
    expect(bars[0]).toEqual([
      { from: 0, size: 0.25 },
      { from: 0.25, size: 0.125 },
      { from: 0.375, size: 0.125 },
    ]);
    expect(bars[1]?.at(-1)).toEqual({ from: 0.75, size: 0.25 });
  });

  test('are zero for an empty chart, without dividing by zero', () => {
    expect(scaleOf([['0', '0']])).toEqual({
      most: 0,
      bars: [
        [
          { from: 0, size: 0 },
          { from: 0, size: 0 },
        ],
      ],
    });
    expect(scaleOf([])).toEqual({ most: 0, bars: [] });
  });
});

test('a finger beyond the edges selects the first or the last bar', () => {
  expect([-0.2, 0, 0.5, 0.999, 1, 1.4].map((place) => barAt(place, 30))).toEqual([0, 0, 15, 29, 29, 29]);
});

test('arrow keys move by one bar and stop at the ends, Home and End go there', () => {
  expect(barByKey('ArrowLeft', 0, 30)).toBe(0);
  expect(barByKey('ArrowLeft', 7, 30)).toBe(6);
  expect(barByKey('ArrowRight', 29, 30)).toBe(29);
  expect(barByKey('Home', 12, 30)).toBe(0);
  expect(barByKey('End', 12, 30)).toBe(29);
  expect(barByKey('Enter', 12, 30)).toBeUndefined();
});
