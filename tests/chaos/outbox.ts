/**
 * Rounds of queued actions while everything around them fails: a page makes a claim, stakes and redemptions; browser,
 * server and network fail at random moments; then everything recovers and the queue must drain. Each stored action must
 * be in the ledger once, in the order in which it was taken, and nothing else may be there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operate } from '#tests/support/command.ts';
import { UNLIMITED } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { newAccount } from './account.ts';
import { Device } from './device.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { startProxy } from './proxy.ts';
import { randomFrom } from '#tests/support/random.ts';
import { Rounds } from './rounds.ts';

interface ChaosOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
  /** Happens in every round; by default each fault comes first in turn. */
  readonly always?: FaultName;
}

interface ChaosReport {
  readonly rounds: number;
  readonly seed: number;
  /** Actions that were stored or sent, all of which must be in the ledger. */
  readonly actions: Record<string, number>;
  /** Taps that a dying page never handled. */
  readonly untaken: number;
  /** How often each fault occurred. */
  readonly faults: Record<FaultName, number>;
  /** What emptied the queue: a page or the worker on its own within three seconds, or the app after it was reopened. */
  readonly drains: { readonly page: number; readonly worker: number; readonly later: number };
  /** Requests for actions seen by the proxy, including repeated ones. */
  readonly sendings: number;
  readonly problems: readonly string[];
  readonly ms: number;
}

/** Runs the rounds. Failures are reported as they happen and at the end; an error of the harness itself throws. */
export async function chaos({
  rounds,
  seed,
  always,
  tell = () => undefined,
}: ChaosOptions): Promise<ChaosReport> {
  const began = performance.now();
  const profile = await mkdtemp(join(tmpdir(), 'adit-profile-'));
  const port = await freePort();
  let app: App | undefined;
  const server = {
    async launch() {
      const env = { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' };
      app = await startApp({ port, env, ...(app && { dataDir: app.dataDir }) });
    },
    async kill() {
      await app?.kill();
    },
    async stop() {
      await app?.stop();
    },
  };
  await server.launch();
  const proxy = await startProxy(port);
  const device = new Device(profile, proxy.url);
  try {
    const [account] = await Promise.all([newAccount(`http://127.0.0.1:${port}`), device.start()]);
    await device.enter(account.session(), '/');
    await device.installed();
    const all = new Rounds({ random: randomFrom(seed), proxy, device, account, server });
    for (let round = 1; round <= rounds; round += 1) {
      const known = all.problems.length;
      const from = performance.now();
      // Every fault comes first in some round, so that a few rounds include all of them.
      const outcome = await all.round(always ?? (FAULTS[(round + seed) % FAULTS.length] as FaultName));
      tell(`${round}/${rounds} ${outcome} (${Math.round(performance.now() - from)} ms)`);
      for (const problem of all.problems.slice(known)) tell(`  ${problem}`);
    }
    const check = await operate(app?.dataDir ?? '', 'ledger', 'check');
    if (check.code !== 0) all.problems.push(`ledger check: ${check.stdout}${check.stderr}`);
    const { problems, actions, untaken, drains } = all;
    const faults = { ...all.faults, ...proxy.fell };
    const [sendings, ms] = [proxy.passed.length, performance.now() - began];
    return { rounds, seed, actions, untaken, faults, drains, sendings, problems, ms };
  } catch (error) {
    await device.picture(join(ROOT, 'tests/screens/out/failed-outbox-chaos.png'));
    throw error;
  } finally {
    await device.stop();
    await proxy.stop();
    await server.stop();
    for (const folder of [profile, app?.dataDir])
      if (folder) await rm(folder, { recursive: true, force: true });
  }
}
