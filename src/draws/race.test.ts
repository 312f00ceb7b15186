// The animation of a race: for any hash, it only moves forward and ends in the ranking.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RACE_DURATION_MS, raceDistances, raceRanking } from './race.ts';
import vectors from './vectors.json' with { type: 'json' };

const anyHash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

const last = (distances: readonly number[]): number => distances.at(-1) ?? Number.NaN;

function expectRace(hash: string): void {
  const ranking = raceRanking(hash);
  expect(ranking.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  const { durationMs, lanes } = raceDistances(hash, ranking);
  expect(durationMs).toBe(RACE_DURATION_MS);
  expect(lanes.map(({ lane }) => lane)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { lane, distances } of lanes) {
    expect(distances).toHaveLength(61);
    expect(distances[0]).toBe(0);
    const backwards = distances.some((distance, at) => at > 0 && distance <= (distances[at - 1] ?? 0));
    expect(backwards, `lane ${lane} never stands still`).toBe(false);
    const early = distances.slice(0, -1).some((distance) => distance >= 1);
    expect(early, `lane ${lane} does not finish before the last frame`).toBe(false);
  }
  const ends = lanes.toSorted((a, b) => last(b.distances) - last(a.distances));
  expect(ends.map(({ lane }) => lane)).toEqual(ranking);
  expect(ends.map(({ distances }) => last(distances)).filter((end) => end >= 1)).toEqual([1]);
  const gaps = ends
    .slice(1)
    .map(({ distances }, place) => last(ends[place]?.distances ?? []) - last(distances));
  // A gap that the eye can see: 0.8 % of the track is 2.5 px on the narrowest screen.
  expect(Math.min(...gaps)).toBeGreaterThan(0.0079);
}

test('any hash makes a race that ends in its ranking', () => {
  fc.assert(fc.property(anyHash, expectRace), { numRuns: 400 });
});

test('the golden hashes make such races too, including the odd ones', () => {
  for (const { hash } of vectors) expectRace(hash);
});

test('any ranking can be shown, whichever hash the speeds come from', () => {
  const order = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 });
  fc.assert(
    fc.property(anyHash, order, (hash, ranking) => {
      const { lanes } = raceDistances(hash, ranking);
      const ends = lanes.toSorted((a, b) => last(b.distances) - last(a.distances));
      expect(ends.map(({ lane }) => lane)).toEqual(ranking);
    }),
  );
});

test('the lead changes, so a race is not decided at its start', () => {
  let changed = 0;
  fc.assert(
    fc.property(anyHash, (hash) => {
      const ranking = raceRanking(hash);
      const { lanes } = raceDistances(hash, ranking);
      const middle = lanes.toSorted((a, b) => (b.distances[30] ?? 0) - (a.distances[30] ?? 0));
      if (middle[0]?.lane !== ranking[0]) changed++;
    }),
    { numRuns: 1000, seed: 7 },
  );
  expect(changed).toBeGreaterThan(300);
});
