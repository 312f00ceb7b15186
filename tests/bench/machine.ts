// Whether the machine was otherwise idle during a benchmark: its load, and the processor time that neither this
// process nor its descendants used, not even those that have ended.
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { followTree } from './process-tree.ts';

/** Above this share of all processors, others' work affects the figures. */
const IDLE_SHARE = 0.05;
const LOOK_MS = 2000;
/** How often its own processes are sampled: reading the list takes some milliseconds. */
const FOLLOW_MS = 1000;

const own = followTree(process.pid);

/** Clock ticks of all processors so far: all, and those in use, including what a host took for other machines. */
function ticks() {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, ...rest] = (
    /^cpu +(.*)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  const [irq = 0, softIrq = 0, stolen = 0] = rest;
  const busy = user + nice + system + irq + softIrq + stolen;
  return { all: busy + idle + wait, busy, own: own() };
}

/** One line about the time since `from`. */
function said(when: string, from: ReturnType<typeof ticks>): string {
  const to = ticks();
  const others = Math.max(0, (to.busy - from.busy - (to.own - from.own)) / (to.all - from.all));
  const load = loadavg().map((value) => value.toFixed(1));
  const verdict = others > IDLE_SHARE ? 'not idle: read the ratios only' : 'idle';
  return `machine ${when}: ${verdict} (other processes used ${(100 * others).toFixed(0)} % of ${availableParallelism()} processors, load ${load.join(' ')})`;
}

/** Observes the machine for two seconds, then for the duration of `run`, and prints a line about each. */
export async function besideOthers(run: () => Promise<void>): Promise<void> {
  const before = ticks();
  await sleep(LOOK_MS);
  console.log(`${said('before', before)}\n`);
  const from = ticks();
  const following = setInterval(own, FOLLOW_MS);
  await run().finally(() => clearInterval(following));
  console.log(`\n${said('meanwhile', from)}`);
}
