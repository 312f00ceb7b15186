// The geometry of charts.
import { describe, expect, test } from 'vitest';
import { barsOf, lineOf, nearest, placesOf, pointByKey, ticksBetween } from './chart-scale.ts';

describe('the heights of bars', () => {
  test('stack the parts, with the tallest bar filling the height', () => {
    const { bars, ticks } = barsOf([
      ['1', '0.5', '0.5'],
      ['0', '3', '1'],
    ]);
    expect(bars[0]).toEqual([
      { from: 0, size: 0.25 },
      { from: 0.25, size: 0.125 },
      { from: 0.375, size: 0.125 },
    ]);
    expect(bars[1]?.at(-1)).toEqual({ from: 0.75, size: 0.25 });
    expect(ticks).toEqual([
      { value: 0, place: 0 },
      { value: 2, place: 0.5 },
      { value: 4, place: 1 },
    ]);
  });

  test('are zero for an empty chart, without dividing by zero', () => {
    const none = { from: 0, size: 0 };
    expect(barsOf([['0', '0']])).toEqual({ bars: [[none, none]], ticks: [] });
    expect(barsOf([])).toEqual({ bars: [], ticks: [] });
  });
});

describe('a line', () => {
  const points = [
    { values: ['90000'], at: 0 },
    { values: ['91000'], at: 100 },
    { values: ['90500'], at: 400 },
  ];

  test('is as wide as its times and as high as its differences', () => {
    const line = lineOf(points);
    expect(line.points.map(({ x }) => x)).toEqual([0, 0.25, 1]);
    expect(line.points.map(({ y }) => Number(y.toFixed(2)))).toEqual([0.08, 0.92, 0.5]);
    expect(line.ticks.map(({ value }) => value)).toEqual([90_000, 90_500, 91_000]);
  });

  test('lies in the middle while nothing changes, with one value at its side', () => {
    const flat = lineOf([
      { values: ['0.01'], at: 0 },
      { values: ['0.01'], at: 10 },
    ]);
    expect(flat.points.map(({ y }) => y)).toEqual([0.5, 0.5]);
    expect(flat.ticks).toEqual([{ value: 0.01, place: 0.5 }]);
  });
});

test('ticks are round numbers within the span, however small or large it is', () => {
  expect(ticksBetween(0, 12.5)).toEqual([0, 5, 10]);
  expect(ticksBetween(0.0000081, 0.0000093)).toEqual([0.0000085, 0.000009]);
  expect(ticksBetween(89_312, 94_870)).toEqual([90_000, 92_000, 94_000]);
  expect(ticksBetween(3, 3)).toEqual([]);
});

test('a finger selects the nearest point, also beyond the edges', () => {
  const bars = placesOf(Array.from({ length: 30 }, () => ({})));
  expect([-0.2, 0, 0.51, 0.999, 1, 1.4].map((place) => nearest(place, bars))).toEqual([0, 0, 15, 29, 29, 29]);
  expect([0.1, 0.2, 0.7].map((place) => nearest(place, [0, 0.25, 1]))).toEqual([0, 1, 2]);
});

test('arrow keys move by one point and stop at the ends, Home and End go there', () => {
  expect(pointByKey('ArrowLeft', 0, 30)).toBe(0);
  expect(pointByKey('ArrowLeft', 7, 30)).toBe(6);
  expect(pointByKey('ArrowRight', 29, 30)).toBe(29);
  expect(pointByKey('Home', 12, 30)).toBe(0);
  expect(pointByKey('End', 12, 30)).toBe(29);
  expect(pointByKey('Enter', 12, 30)).toBeUndefined();
});
