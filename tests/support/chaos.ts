// How long tests that kill processes run: a few bounded rounds in `npm test`, all of them in `npm run chaos`.

/** Environment variable with which `npm run chaos` requests the long runs. */
export const CHAOS = 'ADIT_CHAOS';
/** Suites that have a long run. */
export const CHAOS_SUITES = [
  'server/ledger/kill.test.ts',
  'tests/api/kills.test.ts',
  'tests/chain/deposits.kill.test.ts',
  'tests/chain/payouts-kill.test.ts',
];

/** Those of an upgrade; at full length, the previous release's page is built, and more calls are made. */
export const UPGRADE_SUITES = ['tests/api/releases.test.ts', 'tests/browser/upgrade.test.ts'];

const long = Boolean(process.env[CHAOS]);

/** The first in `npm test`, the second in `npm run chaos`. */
export const shortOrLong = <T>(short: T, all: T): T => (long ? all : short);
