// The reminder that waits on this device, and which cycles were reminded: written by the page, read by page and worker, so that
// page timer, periodic sync and push together remind once.
import { kvGet, kvUpdate } from './kv.ts';

/** Local times of day (HH:MM) between which nothing is shown. */
export interface QuietHours {
  from: string;
  to: string;
}

/** What a notification will say at the end of the cycle that runs, in the language of the person. */
export interface Reminder {
  /** Lower case. */
  address: string;
  /** End of the cycle, in milliseconds on the server's clock. */
  endsAt: number;
  title: string;
  body: string;
  /** Null: at any time of day. */
  quiet: QuietHours | null;
  /** Server's clock minus this device's when this was written, in milliseconds. */
  offset: number;
}

interface Reminded {
  address: string;
  endsAt: number;
}

const REMINDER = 'reminder';
const REMINDED = 'reminded';

/** Several accounts may take turns on a device; older cycles are over. */
export const MOST_REMINDED = 8;

/** Of one cycle there is one notification, whoever shows it. Without a cycle: how the tags of all begin. */
export const reminderTag = (endsAt: number | ''): string => `miner-${endsAt}`;

/** Where nothing can be stored, this page or worker alone remembers. */
let remembered: Reminded[] = [];

/** A push does not name an account; no two cycles of a device end in the same millisecond. */
const same = (a: Reminded, b: Reminded) =>
  a.endsAt === b.endsAt && (a.address === b.address || a.address === '' || b.address === '');

/**
 * True for the first who asks: that one reminds, everybody else stays silent.
 * @param address of the account; empty where it is not known
 * @param endsAt end of the cycle, in milliseconds on the server's clock
 */
export async function claimReminder(address: string, endsAt: number): Promise<boolean> {
  const mine = { address: address.toLowerCase(), endsAt };
  let first = false;
  const claim = (before: Reminded[] = []): Reminded[] => {
    first = !before.some((each) => same(each, mine));
    return first ? [...before, mine].slice(-MOST_REMINDED) : before;
  };
  try {
    await kvUpdate(REMINDED, claim);
  } catch {
    remembered = claim(remembered);
  }
  return first;
}

/** As much of the server's answer about the miner as tells whether a cycle waits to be claimed. */
interface MinerFacts {
  state: string;
  nextMiningTime: string | null;
  serverTime: string;
}

/** `over`: it was claimed, on whichever device, or is another account's. `unknown`: the server could not be asked. */
export type Standing = 'claimable' | 'running' | 'over' | 'unknown';

/** How the cycle that ends at `endsAt` (milliseconds on the server's clock) stands by the server's word. */
export function standingOf(miner: MinerFacts | undefined, endsAt: number): Standing {
  if (!miner) return 'unknown';
  const { state, nextMiningTime, serverTime } = miner;
  const here = state === 'running' || state === 'pending_claim';
  if (!here || Date.parse(nextMiningTime ?? '') !== endsAt) return 'over';
  return Date.parse(serverTime) >= endsAt ? 'claimable' : 'running';
}

/** The reminder that waits; undefined without one, or where nothing can be stored. */
export const waitingReminder = (): Promise<Reminder | undefined> =>
  kvGet<Reminder>(REMINDER).catch(() => undefined);

/** Replaces what waited: one device reminds of the miner that was looked at last. */
export const keepReminder = (reminder: Reminder): Promise<void> =>
  kvUpdate<Reminder>(REMINDER, () => reminder).catch(() => undefined);

/** Only the account's own, of this cycle where one is named: another account or page may have written meanwhile. */
export async function dropReminder(address: string, endsAt?: number): Promise<void> {
  const owner = address.toLowerCase();
  const others = (old: Reminder | undefined) =>
    old?.address === owner && (endsAt === undefined || old.endsAt === endsAt) ? undefined : old;
  await kvUpdate<Reminder | undefined>(REMINDER, others).catch(() => undefined);
}
