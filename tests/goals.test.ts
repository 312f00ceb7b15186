// The performance page names every goal as the benchmarks judge it.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { GOALS, limitOf } from '#tests/bench/goals.ts';

test('the table of goals has each goal once, with the limit that the benchmarks use, and no other', async () => {
  const page = await readFile(new URL('bench/README.md', import.meta.url), 'utf8');
  const [, table = ''] = /## Goals and results\n([\s\S]*?)\n## /.exec(page) ?? [];
  const rows = table
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^[≤≥]/.test(cells[2] ?? ''))
    .map(([, what, goal]) => `${what} ${goal}`);
  expect(rows).toEqual(Object.entries(GOALS).map(([what, goal]) => `${what} ${limitOf(goal)}`));
});
