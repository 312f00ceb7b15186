/** Which calls of the contract no feature serves yet. The list may only become shorter. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callNames, callOf } from '#contract';
import type { CallName } from '#contract';
import { healthRoutes } from '#server/http/health.ts';

const FEATURES = join(import.meta.dirname, '../../server/features');

/** Stands in for whatever a feature needs; the calls are only named here, never made. */
const anything: unknown = new Proxy(() => anything, { get: () => anything });

/** The calls that the features' `xxxRoutes` functions serve. */
async function servedCalls(): Promise<Set<string>> {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.routes.ts'),
  );
  const served = new Set(Object.keys(healthRoutes(anything as never)));
  for (const file of files) {
    const module = (await import(join(FEATURES, file))) as Record<string, unknown>;
    for (const [name, routes] of Object.entries(module)) {
      if (!name.endsWith('Routes') || typeof routes !== 'function') continue;
      for (const call of Object.keys((routes as (deps: unknown) => object)(anything))) served.add(call);
    }
  }
  return served;
}

const NOT_BUILT: CallName[] = [];

test('the calls that answer 501 are these', async () => {
  const served = await servedCalls();
  const missing = callNames.filter((name) => !callOf(name).form && !served.has(name));
  process.stdout.write(`not built: ${missing.length === 0 ? 'nothing' : missing.join(', ')}\n`);
  expect(missing.toSorted()).toEqual(NOT_BUILT.toSorted());
});

test('nothing serves a call that the contract does not have', async () => {
  const known = new Set<string>(callNames);
  expect([...(await servedCalls())].filter((name) => !known.has(name))).toEqual([]);
});
