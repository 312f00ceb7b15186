// Counts the open views that want something, in an atom.
import type { PrimitiveAtom } from 'jotai';
import { useEffect } from 'react';
import { read, write } from './store.ts';

export function useCounted(counter: PrimitiveAtom<number>, on = true): void {
  useEffect(() => {
    if (!on) return;
    write(counter, read(counter) + 1);
    return () => write(counter, read(counter) - 1);
  }, [counter, on]);
}
