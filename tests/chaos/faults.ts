// What goes wrong in a round, when, and how it is made good again.
import type { Random } from './random.ts';
import { REQUEST_FAULTS, type RequestFault } from './proxy.ts';

/**
 * `cut`: every connection breaks, none is made. `offline`: the browser's own word for it. `kill_browser`, `kill_server`: at
 * once, as a crash would. `close_page`, `reload`: the person's own doing. `second_tab`: the app twice. `sign_out`: the session
 * is ended elsewhere.
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

/** Longer than an action takes from the tap to its end, so that a fault falls on any step of it. */
const WINDOW_MS = 250;

const isRequest = (fault: FaultName): fault is RequestFault =>
  (REQUEST_FAULTS as readonly FaultName[]).includes(fault);
/** What else falls in a round; those that leave the most in doubt come most often. */
const LIKELY: readonly FaultName[] = [...FAULTS, 'kill_browser', 'kill_browser', 'lose_answer', 'close_page'];
/** They are possible at the last moment only, or make no difference before. */
const AFTER_ONLY: readonly FaultName[] = ['kill_browser', 'close_page', 'reload'];
const BEFORE_ONLY: readonly FaultName[] = ['second_tab', 'offline'];
const ENDS: readonly FaultName[] = ['kill_browser', 'close_page', 'reload'];

/** The faults of one round: one to three of them. `apart`: several actions are made while there is no network. */
export function planOf(random: Random, first: FaultName, apart: boolean): Plan {
  const drawn = [first, ...Array.from({ length: random.int(0, 2) }, () => random.pick(LIKELY))];
  const faults = [...new Set(drawn)];
  const before: WorldFault[] = apart && !faults.includes('offline') ? ['cut'] : [];
  const after: { fault: WorldFault; ms: number }[] = [];
  let ended = false;
  for (const fault of faults) {
    if (isRequest(fault) || before.includes(fault)) continue;
    if (ENDS.includes(fault)) {
      // A page ends once.
      if (!ended) after.push({ fault, ms: random.int(0, WINDOW_MS) });
      ended = true;
    } else if (BEFORE_ONLY.includes(fault) || (!AFTER_ONLY.includes(fault) && random.chance(0.4)))
      before.push(fault);
    else after.push({ fault, ms: random.int(0, WINDOW_MS) });
  }
  return { before, after: after.toSorted((a, b) => a.ms - b.ms), requests: faults.filter(isRequest) };
}

/** The page may be gone before the tap has reached it, or have learned before that its session is over. */
export const endsPage = ({ before, after }: Plan): boolean =>
  before.includes('sign_out') || after.some(({ fault }) => ENDS.includes(fault));

export const namesOf = ({ before, after, requests }: Plan): FaultName[] => [
  ...before,
  ...after.map(({ fault }) => fault),
  ...requests,
];
