// Memory and processor time of a process and all its descendants, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs';

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;

interface Process {
  /** The process's id and start time: ids are reused. */
  name: string;
  parent: number;
  /** Its own clock ticks. */
  own: number;
  /** Those of descendants that have ended and that their parents waited for. */
  reaped: number;
}

function processes(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The part after the command's name, which may contain anything.
      const stat =
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat.slice(11, 15);
      found.set(Number(name), {
        ...{ name: `${name} ${stat[19]}`, parent: stat[1] ?? 0 },
        ...{ own: user + system, reaped: endedUser + endedSystem },
      });
    } catch {
      // The process ended while the list was read.
    }
  }
  return found;
}

function family(root: number, all = processes()): Set<number> {
  const found = new Set([root]);
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, { parent }] of all)
      if (found.has(parent) && !found.has(pid)) grown = Boolean(found.add(pid));
  }
  return found;
}

/** Clock ticks that the process and its descendants have used. */
export function treeTicks(root: number): number {
  const all = processes();
  return [...family(root, all)].reduce((sum, pid) => {
    const { own = 0, reaped = 0 } = all.get(pid) ?? {};
    return sum + own + reaped;
  }, 0);
}

/**
 * The same for all that were ever seen among them. A browser's processes outlive it for a moment, so no remaining
 * process has waited for them: each sample records what every process has used so far.
 */
export function followTree(root: number): () => number {
  const seen = new Map<string, Process & { by: string | undefined }>();
  return () => {
    const all = processes();
    const alive = new Set<string>();
    for (const pid of family(root, all)) {
      const one = all.get(pid);
      if (!one) continue;
      alive.add(one.name);
      seen.set(one.name, { ...one, by: seen.get(one.name)?.by ?? all.get(one.parent)?.name });
    }
    let sum = 0;
    /** The ticks of children that a process has waited for, minus those of children already seen. */
    const unseen = new Map([...seen].map(([name, { reaped }]) => [name, reaped]));
    for (const [name, { own, reaped, by = '' }] of seen) {
      sum += own;
      if (!alive.has(name)) unseen.set(by, (unseen.get(by) ?? 0) - own - reaped);
    }
    for (const ticks of unseen.values()) sum += Math.max(0, ticks);
    return sum;
  };
}

/** Linux counts processor time in hundredths of a second. */
export const TICKS_PER_SECOND = 100;

export interface Memory {
  /** Resident bytes; pages shared between processes count once per process. */
  rss: number;
  /** Resident bytes with shared pages divided among their users. */
  pss: number;
  processes: number;
}

export function treeMemory(root: number): Memory {
  const sum: Memory = { rss: 0, pss: 0, processes: 0 };
  for (const pid of family(root)) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      sum.rss += field(rollup, 'Rss');
      sum.pss += field(rollup, 'Pss');
      sum.processes += 1;
    } catch {
      // Ended in the meantime, or a kernel thread.
    }
  }
  return sum;
}
