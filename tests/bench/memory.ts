// Memory of a process and all its descendants, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs';

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;

function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      found.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
    } catch {
      // The process ended while the list was read.
    }
  }
  return found;
}

export interface Memory {
  /** Resident bytes; pages shared between processes count once for each. */
  rss: number;
  /** Resident bytes with shared pages divided among their users. */
  pss: number;
  processes: number;
}

export function treeMemory(root: number): Memory {
  const parent = parents();
  const family = new Set([root]);
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, from] of parent)
      if (family.has(from) && !family.has(pid)) grown = Boolean(family.add(pid));
  }
  const sum: Memory = { rss: 0, pss: 0, processes: 0 };
  for (const pid of family) {
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
