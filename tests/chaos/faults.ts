// What goes wrong in a round, when, and how it is repaired.
import type { Random } from '#tests/support/random.ts';
import { REQUEST_FAULTS, type RequestFault } from './proxy.ts';

/**
 * `cut`: every connection breaks, and none can be made. `offline`: the browser itself is set offline. `kill_browser`,
 * `kill_server`: killed immediately, as in a crash. `close_page`, `reload`: done by the user. `second_tab`: the app
 * is open twice. `sign_out`: the session is ended elsewhere.
 */
export const WORLD_FAULTS = [
  'cut',
  'offline',
  'kill_browser',
  'kill_server',
  'close_page',
  'reload',
  'second_tab',
  'sign_out',
] as const;
export type WorldFault = (typeof WORLD_FAULTS)[number];
export type FaultName = WorldFault | RequestFault;

export const FAULTS: readonly FaultName[] = [...WORLD_FAULTS, ...REQUEST_FAULTS];

export interface Plan {
  /** Before the tap. */
  readonly before: readonly WorldFault[];
  /** Milliseconds after the tap, in this order. */
  readonly after: readonly { readonly fault: WorldFault; readonly ms: number }[];
  readonly requests: readonly RequestFault[];
}

/** Longer than an action takes from the tap to its end, so that a fault can hit any step. */
const WINDOW_MS = 250;

const isRequest = (fault: FaultName): fault is RequestFault =>
  (REQUEST_FAULTS as readonly FaultName[]).includes(fault);
/** Further faults of a round; those that leave most in doubt are the most frequent. */
const LIKELY: readonly FaultName[] = [...FAULTS, 'kill_browser', 'kill_browser', 'lose_answer', 'close_page'];
/** They are only possible at the last moment, or make no difference earlier. */
const AFTER_ONLY: readonly FaultName[] = ['kill_browser', 'close_page', 'reload'];
const BEFORE_ONLY: readonly FaultName[] = ['second_tab', 'offline'];
const ENDS: readonly FaultName[] = ['kill_browser', 'close_page', 'reload'];

/** The faults of one round: one to three of them. `apart`: several actions are taken while offline. */
export function planOf(random: Random, first: FaultName, apart: boolean): Plan {
  const drawn = [first, ...Array.from({ length: random.int(0, 2) }, () => random.pick(LIKELY))];
  const faults = [...new Set(drawn)];
  const before: WorldFault[] = apart && !faults.includes('offline') ? ['cut'] : [];
  const after: { fault: WorldFault; ms: number }[] = [];
  let ended = false;
  for (const fault of faults) {
    if (isRequest(fault) || before.includes(fault)) continue;
    if (ENDS.includes(fault)) {
      // A page can be closed once.
      if (!ended) after.push({ fault, ms: random.int(0, WINDOW_MS) });
      ended = true;
    } else if (BEFORE_ONLY.includes(fault) || (!AFTER_ONLY.includes(fault) && random.chance(0.4)))
      before.push(fault);
    else after.push({ fault, ms: random.int(0, WINDOW_MS) });
  }
  return { before, after: after.toSorted((a, b) => a.ms - b.ms), requests: faults.filter(isRequest) };
}

/** The page may be gone before it gets the tap, or may already know that its session is over. */
export const endsPage = ({ before, after }: Plan): boolean =>
  before.includes('sign_out') || after.some(({ fault }) => ENDS.includes(fault));

export const namesOf = ({ before, after, requests }: Plan): FaultName[] => [
  ...before,
  ...after.map(({ fault }) => fault),
  ...requests,
];
