// The performance goals, each in one place; every benchmark ends by comparing its measurements with them. README.md
// says how to read them.
import { BUDGETS } from '#server/build/weigh.ts';
import { table } from './figures.ts';

interface Goal {
  least?: number;
  most?: number;
  /** × is a ratio within one run, which a busy machine disturbs least. */
  unit: '×' | 'µs' | 'ms' | 's' | 'MB' | 'kB' | '% of a core' | '';
}

export const GOALS = {
  'claims over HTTP beside pgbench, 16 connections': { least: 1.5, unit: '×' },
  'claims over HTTP beside pgbench, 64 connections': { least: 3.5, unit: '×' },
  'claims over HTTP beside pgbench, 256 connections': { least: 4, unit: '×' },
  'p99 of a claim beside pgbench at the same offered load': { most: 2, unit: '×' },
  'processor time of a server for a claim': { most: 390, unit: 'µs' },

  'payout of stake orders beside a bare insert': { most: 2, unit: '×' },
  'race settled beside a bare insert': { most: 2, unit: '×' },
  'race settled and counted for teams beside a bare insert': { most: 3, unit: '×' },
  'longest batch': { most: 500, unit: 'ms' },
  'memory of the paying process': { most: 500, unit: 'MB' },
  'bets taken after the close, or answered and booked differently': { most: 0, unit: '' },
  'team page of a large team beside that of a small one': { most: 3, unit: '×' },

  'page of a long history beside that of a short one': { most: 3, unit: '×' },
  'page or search of many announcements beside that of few': { most: 3, unit: '×' },
  'frame while scrolling a long history beside a short one': { most: 3, unit: '×' },
  'longest task while scrolling': { most: 100, unit: 'ms' },

  'cold: blocked time beside a bare shell': { most: 1, unit: '×' },
  'cold: script time beside a bare shell': { most: 1.5, unit: '×' },
  'cold: time to a working button beside a bare shell': { most: 1.1, unit: '×' },
  'cold: largest paint beside a static page': { most: 1.15, unit: '×' },
  'cold: layout shift': { most: 0, unit: '' },
  'requests until the button works': { most: 8, unit: '' },
  'requests until quiet': { most: 25, unit: '' },
  'scripts and styles until the button works, without texts': {
    most: BUDGETS.firstScreen / 1000,
    unit: 'kB',
  },
  'scripts and styles loaded before the first tap': { most: 130, unit: 'kB' },
  'repeat visit: largest paint beside a static page': { most: 1.2, unit: '×' },
  'offline: largest paint beside a static page visited again': { most: 1.2, unit: '×' },
  'tap on Connect to the list of wallets': { most: 300, unit: 'ms' },
  'kept offline': { most: BUDGETS.kept / 1000, unit: 'kB' },
  'service worker': { most: BUDGETS.worker / 1000, unit: 'kB' },

  'interaction to next paint': { most: 64, unit: 'ms' },
  'longest task of an interaction': { most: 50, unit: 'ms' },
  'frames a second of a movement beside the page at rest': { least: 0.95, unit: '×' },
  'longest task of a movement': { most: 100, unit: 'ms' },
  'visible page that nobody touches': { most: 1, unit: '% of a core' },
  'requests of a hidden page': { most: 0, unit: '' },

  'idle process': { most: 1, unit: '% of a core' },
  'memory of an idle process without devnet': { most: 150, unit: 'MB' },
  'memory of demo mode': { most: 450, unit: 'MB' },

  'memory of an event stream': { most: 25, unit: 'kB' },
  'memory of an event stream beside a bare one': { most: 2, unit: '×' },
  'event to all streams': { most: 1000, unit: 'ms' },
  'processor for an event to all streams beside a bare server': { most: 2, unit: '×' },
  'p99 of a claim while all streams are told': { most: 2, unit: '×' },

  'tree over a million balances': { most: 60, unit: 's' },
  'memory of the process that makes the tree': { most: 1000, unit: 'MB' },
} as const satisfies Record<string, Goal>;

export type GoalName = keyof typeof GOALS;

/** What was measured, for which goal, and on what, if the benchmark measures it more than once. */
export type Row = [what: GoalName, measured: number | undefined, of?: string];

/** As written in the table and in README.md. */
export const limitOf = ({ least, most = 0, unit }: Goal): string =>
  `${least === undefined ? '≤' : '≥'} ${least ?? most} ${unit}`.trim();

const isMet = ({ least = -Infinity, most = Infinity }: Goal, value: number): boolean =>
  value >= least && value <= most;

/** The table at the end of every benchmark. */
export function judged(rows: readonly Row[]): string {
  const lines = rows.map(([what, measured, of]) => {
    const goal: Goal = GOALS[what];
    const name = of === undefined ? what : `${what}: ${of}`;
    if (measured === undefined || !Number.isFinite(measured))
      return [name, '–', limitOf(goal), 'not measured'];
    const value = Math.abs(measured) < 10 ? measured.toFixed(2) : measured.toFixed(0);
    return [name, `${value} ${goal.unit}`.trim(), limitOf(goal), isMet(goal, measured) ? 'yes' : 'NO'];
  });
  return table([['what', 'measured', 'goal', 'met?'], ...lines]);
}

/** The largest of several ratios: a goal for all of them is judged by the worst. */
export const worst = (ratios: readonly number[]): number | undefined =>
  ratios.length === 0 ? undefined : Math.max(...ratios);
