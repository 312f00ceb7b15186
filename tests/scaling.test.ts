// The arithmetic of server/SCALING.md follows from its own inputs, and its statements about tables follow from the
// list that a test compares with the schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_STREAMS } from '#server/http/connections.ts';
import { PLACES } from '#tests/support/distribution.ts';
import { ROOT } from '#tests/support/steps.ts';

const text = readFileSync(join(ROOT, 'server/SCALING.md'), 'utf8');
const number = (cell = ''): number => Number(cell.replaceAll(',', ''));

/** The rows of the table whose header begins with this. */
function rowsOf(head: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head}`)) + 2;
  const end = lines.findIndex((line, at) => at >= start && !line.startsWith('|'));
  return lines.slice(start, end).map((line) => line.slice(2, -2).split(' | '));
}

const inputs = new Map(rowsOf('input |').map(([name = '', value]) => [name, number(value)]));
const input = (name: string): number => inputs.get(name) ?? Number.NaN;
const actions = rowsOf('action |').map(([name = '', ...cells]) => {
  const [daily = 0, rows = 0, bytes = 0, reply = 0, log = 0] = cells.map(number);
  return { name, daily, rows, bytes, reply, log };
});
/** Per day and account, over all actions. */
const sum = (of: (action: (typeof actions)[number]) => number): number =>
  actions.reduce((total, action) => total + action.daily * of(action), 0);

function figuresFor(accounts: number): Record<string, number> {
  const peak = (daily: number): number => (accounts * daily * input('peak over average')) / 86_400;
  // Yields and deposits arrive without a call.
  const posts = peak(sum(({ reply }) => (reply > 0 ? 1 : 0)));
  const reads = peak(input('visits a day') * input('reads of a visit'));
  const cores = (party: string): number =>
    (posts * input(`ms of ${party} for a POST`) + reads * input(`ms of ${party} for a read`)) / 1000;
  const yearly = (accounts * sum(({ bytes }) => bytes) * 365) / 1e9;
  const replies = (accounts * sum(({ reply }) => reply) * input('days of replies')) / 1e9;
  return {
    'POSTs a second at the peak': posts,
    'reads a second at the peak': reads,
    'million rows a day': (accounts * sum(({ rows }) => rows)) / 1e6,
    'GB a year that stay': yearly,
    'GB of stored replies': replies,
    'GB of log a day, to each replica': (accounts * sum(({ log }) => log)) / 1e9,
    'cores of PostgreSQL at the peak': cores('PostgreSQL'),
    'cores of servers at the peak': cores('a server'),
    'machines for the database': Math.ceil(
      Math.max(
        cores('PostgreSQL') / input('busy cores of a database machine'),
        (yearly * input('years kept on it') + replies) / input('GB of a database machine'),
      ),
    ),
    'processes for live updates': Math.ceil(
      (accounts * input('share of accounts with a visible page at the peak')) / MAX_STREAMS,
    ),
  };
}

/** Two digits, except for counts. */
const shown = (value: number): string =>
  (Number.isInteger(value) ? value : Number(value.toPrecision(2))).toLocaleString('en');

test('the figures for 1, 10 and 100 million accounts follow from the inputs', () => {
  const columns = [1e6, 1e7, 1e8].map(figuresFor);
  const expected = Object.keys(columns[0] ?? {}).map((name) => [
    name,
    ...columns.map((of) => shown(of[name] ?? 0)),
  ]);
  expect(rowsOf('accounts |')).toEqual(expected);
});

test('the numbers of tables of each kind are those of the list', () => {
  const count = (at: string): number =>
    Object.values(PLACES).filter((place) => place.at === at && !place.through).length;
  expect(text).toContain(`| with the account | ${count('account')}, `);
  expect(text).toContain(`, ${count('copied')} in all |`);
  for (const [table, { at, through }] of Object.entries(PLACES))
    if (at === 'one' || through) expect(text).toContain(`\`${table}\``);
});
