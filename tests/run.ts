// `npm test`: tools, static checks, unit and property tests, the build, the server (database, API, chain), browser journeys.
// `npm test -- unit server` runs only the named stages (check unit build server browser).
import { endWithNpm } from '#server/lib/leash.ts';
import { COMPILED } from '#tests/support/app.ts';
import prepare from '#tests/support/data.setup.ts';
import { failuresOf, report, type Step } from '#tests/support/steps.ts';
import { ensureTools } from '#tests/support/tools.ts';

/**
 * Seconds for everything. A quiet machine with two cores needs half of it; a busy one must neither fail for being
 * slow nor hang.
 */
const BUDGET = 5000;

const vitest = (name: string, projects: string[]): Step => ({
  name,
  command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
  live: true,
});

const stages: Record<string, Step> = {
  check: { name: 'check', command: ['node', 'tests/check.ts'], live: true },
  unit: vitest('unit and property tests', ['rules', 'unit']),
  // Runs before the first stage that serves it.
  build: { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  // In a single run, tests that wait for blocks leave the processor to the others, and it only idles at the end.
  server: vitest('server: database, API, chain', ['database', 'api', 'chain']),
  browser: vitest('browser journeys', ['browser']),
};

endWithNpm(() => process.exit(1));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in stages));
if (unknown.length) {
  console.error(`unknown stage: ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}`);
  process.exit(1);
}

const start = performance.now();
const passed = (): number => (performance.now() - start) / 1000;
const failed: string[] = [];
/** Stages whose files start from copies of prepared folders, which are prepared once for all of them. */
const ON_COPIES = new Set(['server', 'browser']);
let remove: (() => Promise<void>) | undefined;

/** Repeated at the end, which is where people look first in a long log. */
const failures: string[] = [];
try {
  const tools = ensureTools((line) => console.log(line));
  for (const [name, step] of Object.entries(stages)) {
    if (chosen.length && !chosen.includes(name)) continue;
    const env = {
      CHROMIUM: tools.chromium,
      POSTGRES_BIN: tools.postgres,
      NGINX: tools.nginx,
      PGBOUNCER: tools.pgbouncer,
      NODE_COMPILE_CACHE: COMPILED,
    };
    if (ON_COPIES.has(name)) remove ??= await prepare();
    const output = await report({ ...step, limit: Math.max(1, BUDGET - passed()), env });
    if (output === null) continue;
    failed.push(step.name);
    if (step.live) failures.push(`\n${step.name}:\n${failuresOf(output)}`);
    // Anything run against a missing or stale build would only repeat the failure.
    if (name === 'build' && failed.includes(step.name)) break;
  }
} catch (error) {
  failed.push(error instanceof Error ? error.message : String(error));
} finally {
  await remove?.();
}
for (const text of failures) console.log(text);
console.log(
  failed.length
    ? `\nfailed after ${passed().toFixed(0)} s: ${failed.join(', ')}`
    : `\nall passed in ${passed().toFixed(0)} s`,
);
process.exitCode = failed.length ? 1 : 0;
