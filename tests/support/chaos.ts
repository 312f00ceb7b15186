// How long tests that kill processes run: a few bounded rounds in `npm test`, all of them in `npm run chaos`.
import { writeFileSync } from 'node:fs';

/** Environment variable with which `npm run chaos` requests a long run; it names the file for what the run did. */
export const CHAOS = 'ADIT_CHAOS';

const report = process.env[CHAOS];

/** The first in `npm test`, the second in `npm run chaos`. */
export const shortOrLong = <T>(short: T, all: T): T => (report ? all : short);

/** Reports to `npm run chaos` how often something was killed, and how much had to be there exactly once afterwards. */
export function reportChaos(figures: { readonly rounds: number; readonly acknowledged: number }): void {
  if (report) writeFileSync(report, JSON.stringify(figures));
}
