/** The faults that `npm run chaos` knows, and how many rounds of each make a full run. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAOS } from '#tests/support/chaos.ts';
import { nodes, reorgs } from './chain.ts';
import { fullDisk, fullFolder } from './disk.ts';
import { type Fleet, openFleet, openLoner } from './fleet.ts';
import { failovers } from './failover.ts';
import { chaos } from './outbox.ts';
import { clocks, kills, partition, postgres } from './servers.ts';
import { type Options, type Result, type Round, underLoad } from './under-load.ts';

interface Scenario {
  /** Name for the table. */
  readonly fault: string;
  /** Rounds of a full run. */
  readonly rounds: number;
  run(options: Options): Promise<Result>;
}

const onFleet =
  (open: () => Promise<Fleet>, round: Round) =>
  async (options: Options): Promise<Result> => {
    const fleet = await open();
    try {
      return await underLoad(fleet, options, round);
    } finally {
      await fleet.close();
    }
  };

/** Suites at full length, one of which writes what it did to the file named in its environment. */
const suite =
  (...files: string[]) =>
  async (): Promise<Result> => {
    const [began, report] = [performance.now(), join(tmpdir(), `adit-chaos-${process.pid}.json`)];
    const { status } = spawnSync('vitest', ['run', '--testTimeout', '600000', ...files], {
      stdio: 'inherit',
      env: { ...process.env, [CHAOS]: report },
    });
    const failed = {
      rounds: 0,
      acknowledged: 0,
      lost: 0,
      doubled: 0,
      problems: [`${files.join(', ')} failed`],
    };
    const ms = performance.now() - began;
    if (status !== 0) return { ...failed, ms };
    const figures = JSON.parse(readFileSync(report, 'utf8')) as Pick<Result, 'rounds' | 'acknowledged'>;
    rmSync(report);
    return { ...failed, ...figures, problems: [], ms };
  };

/** A browser, its server and the network between them, with actions that wait in the outbox. */
async function browser({ rounds, seed, tell }: Options): Promise<Result> {
  const report = await chaos({ rounds, seed, tell, always: 'kill_browser' });
  const { problems, actions, ms, faults } = report;
  const acknowledged = Object.values(actions).reduce((sum, n) => sum + n, 0);
  return { ...{ rounds, acknowledged, lost: 0, doubled: 0, problems, ms }, figures: faults };
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  kills: {
    fault: 'kill -9 of one of three servers',
    rounds: 1000,
    run: onFleet(() => openFleet(), kills),
  },
  'kills-embedded': {
    fault: 'kill -9 of a server with the embedded database',
    rounds: 50,
    run: onFleet(() => openLoner(), kills),
  },
  withdrawals: {
    fault: 'kill -9 of the process that pays withdrawals, before and after each of its steps',
    rounds: 1,
    run: suite('tests/chain/payouts-kill.test.ts'),
  },
  deposits: {
    fault: 'kill -9 of the process that credits deposits, after each of its steps',
    rounds: 1,
    run: suite('tests/chain/deposits.kill.test.ts'),
  },
  devnet: {
    fault: 'kill -9 of a server with its devnet, during claims, stakes and withdrawals',
    rounds: 1,
    run: suite('tests/api/kills.test.ts'),
  },
  ledger: {
    fault: 'kill -9 while the embedded ledger writes',
    rounds: 1,
    run: suite('server/ledger/kill.test.ts'),
  },
  reorgs: { fault: 're-orgs of 1 to 6 blocks, with 6 confirmations', rounds: 60, run: reorgs },
  nodes: { fault: 'a node that lies, lags or breaks, in twelve ways', rounds: 36, run: nodes },
  postgres: {
    fault: 'kill -9 and immediate shutdown of PostgreSQL',
    rounds: 60,
    run: onFleet(() => openFleet(), postgres),
  },
  disk: { fault: 'full disk of PostgreSQL', rounds: 20, run: fullDisk },
  'disk-embedded': { fault: 'full disk of the data folder', rounds: 10, run: fullFolder },
  clock: {
    fault: "steps of one server's clock, 1 s to 26 h, both ways",
    rounds: 80,
    run: onFleet(() => openFleet(), clocks),
  },
  partition: {
    fault: 'network to the database cut, silent, forgotten, late, answers lost',
    rounds: 100,
    run: onFleet(() => openFleet(), partition),
  },
  failover: {
    fault: 'death of the primary database server under 500 claims a second, with three kinds of standby',
    rounds: 3,
    run: failovers,
  },
  upgrade: {
    fault: 'servers and pages of the previous release replaced under load, and a release taken back',
    rounds: 1,
    run: suite('tests/api/releases.test.ts', 'tests/browser/upgrade.test.ts'),
  },
  browser: { fault: 'kill of the browser, with one to three other faults', rounds: 200, run: browser },
};
