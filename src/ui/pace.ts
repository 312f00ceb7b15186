// How often a running amount is updated.
import { useState } from 'react';
import { useAfter } from '#lib/use-after.ts';
import { isStill } from './still.ts';

const RUNNING_MS = 200;
const STEPPING_MS = 1000;
/**
 * Each update is a frame that wakes the processor: the decimals run while the page is new, and then step with the
 * clocks.
 */
const RUNS_FOR_MS = 10_000;

/** Milliseconds between two updates; with reduced motion, the amount steps from the start. */
export function usePace(): number {
  const ran = useAfter(RUNS_FOR_MS);
  const [still] = useState(isStill);
  return ran || still ? STEPPING_MS : RUNNING_MS;
}
