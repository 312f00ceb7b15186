// The suites: `unit` and `rules` beside the code, `database` and `api` on PostgreSQL, some suites on PGlite too, `chain` on a devnet, `browser` against the built app.
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';
import { changes } from './src/contract/index.ts';

/** Of suites that wait for servers, nodes and browsers. */
const PATIENT = ['tests/support/patience.setup.ts'];

/** As patient as tests/support/patience.setup.ts: a second is too short for a busy machine. */
const POLLS = { poll: { timeout: 10_000 } };

/**
 * Milliseconds after which a test hangs. How fast the machine is decides nothing: at a load of twenty the longest journey took 480 s,
 * which takes 100 s on an idle machine with two cores.
 */
const HANGS = 1_200_000;

/** No file here leaves anything behind in a module; loading all of them anew costs 0.4 s of processor a file. */
const SHARED = { isolate: false };

/** For the embedded database, which is WebAssembly. A test is over before the optimising compiler pays off; without it, 8 % less processor time. */
const EMBEDDED = { execArgv: ['--liftoff-only'] };

/** Of every project. */
const COMMON = { expect: POLLS, setupFiles: PATIENT, testTimeout: HANGS, hookTimeout: HANGS };

/** Units that need a database. */
const DATABASE = ['server/{db,jobs,ledger}/**/*.test.ts', 'server/features/**/*.repository.test.ts'];

/** Pure functions: their tests leave nothing behind, not even in globals. */
const PURE = ['src/{rules,draws,proofs}/*.test.ts', '{src,server,sw}/**/*.{rules,views}.test.ts'];

/** The page's texts are macros; they mean nothing before Babel has seen them. */
const beside = () => ({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  define: { CONTRACT_CHANGES: JSON.stringify(changes) },
});

export default defineConfig({
  test: {
    // Two cores are what a build machine has. A file keeps 0.6 (servers) to 0.8 (browsers) of one busy: it waits for blocks and clocks.
    maxWorkers: 3,
    projects: [
      {
        ...beside(),
        test: {
          name: 'rules',
          ...SHARED,
          ...COMMON,
          include: PURE,
          exclude: ['server/chain/**'],
        },
      },
      {
        ...beside(),
        test: {
          name: 'unit',
          ...COMMON,
          include: ['{src,server,sw}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: ['server/chain/**', ...DATABASE, ...PURE],
        },
      },
      {
        test: {
          name: 'database',
          ...SHARED,
          ...EMBEDDED,
          ...COMMON,
          include: DATABASE,
          globalSetup: ['tests/support/cluster.setup.ts', 'tests/support/data.setup.ts'],
        },
      },
      {
        test: {
          name: 'api',
          ...SHARED,
          ...EMBEDDED,
          ...COMMON,
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/cluster.setup.ts', 'tests/support/data.setup.ts'],
        },
      },
      {
        test: {
          name: 'chain',
          ...SHARED,
          ...COMMON,
          include: ['server/chain/**/*.test.ts', 'tests/{chain,simulate}/**/*.test.ts'],
          globalSetup: ['tests/support/cluster.setup.ts', 'tests/support/data.setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          ...SHARED,
          ...COMMON,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/data.setup.ts'],
        },
      },
    ],
  },
});
