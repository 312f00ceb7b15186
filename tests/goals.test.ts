// The performance page names every goal as the benchmarks judge it. Commands that take options name those that exist.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readArgs } from '#tests/bench/args.ts';
import { GOALS, limitOf } from '#tests/bench/goals.ts';
import { run } from '#tests/support/command.ts';

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

test('options are numbers, texts, flags and, where a command takes some, words', () => {
  const words: string[] = [];
  const argv = ['--seed', '7', 'one', '--twice', '--json=a=b', 'two'];
  const defaults = { seed: 1, runs: 3, json: '', twice: false, trace: false };
  expect(readArgs(argv, defaults, words)).toEqual({ ...defaults, seed: 7, json: 'a=b', twice: true });
  expect(words).toEqual(['one', 'two']);
});

test.each([
  ['chaos', [], '--seed'],
  ['simulate', [], '--steps'],
  ['security', [], '--folder'],
  ['bench', ['idle'], '--runs'],
])('%s %j answers an unknown option with those that it has', async (folder, words, option) => {
  const { code, stderr } = await run(`tests/${folder}/main.ts`, [...words, '--nope'], {});
  expect(code).toBe(2);
  expect(stderr).toMatch(new RegExp(`^unknown option --nope; there are [^\n]*${option}\\b[^\n]*\n$`));
});

test.each([['--seed'], ['--seed', 'x'], ['--only', 'nothing']])(
  'a missing or wrong value is told in one line: %s %s',
  async (...words) => {
    const { code, stderr } = await run('tests/chaos/main.ts', words.filter(Boolean), {});
    expect([code, stderr.match(/\n/g)?.length]).toEqual([2, 1]);
  },
);
