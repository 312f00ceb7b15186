// Queued actions while browser, server and network fail: five rounds here, any number with `npm run chaos`.
import { expect, test } from 'vitest';
import { chaos } from '#tests/chaos/outbox.ts';

const SEED = 1;

test('each action is in the ledger once and in order, whatever fails', async () => {
  const lines: string[] = [];
  const report = await chaos({ rounds: 5, seed: SEED, tell: (line) => lines.push(line) });
  expect(report.problems, lines.join('\n')).toEqual([]);
  expect(Object.values(report.actions).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(4);
});
