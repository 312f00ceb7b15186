// The reminder stored on this device, and the cycles for which one has been shown. Page and worker read
// and write both, so that page timer, periodic sync and push together show only one reminder.
import type { Language } from '#contract/languages.ts';
import { kvGet, kvUpdate } from './kv.ts';

/** Local times of day (HH:MM) between which no notification is shown. */
export interface QuietHours {
  from: string;
  to: string;
}

/** The notification to show at the end of the current cycle, in the user's language. */
export interface Reminder {
  /** Lower case. */
  address: string;
  /** End of the cycle, in milliseconds on the server's clock. */
  endsAt: number;
  title: string;
  body: string;
  /** The language of its texts; missing if an older version stored it. */
  lang?: Language;
  /** The user hides amounts, so follow-up notifications must not show any either. */
  hidesAmounts?: boolean;
  /** If null, it may be shown at any time of day. */
  quiet: QuietHours | null;
  /** Server clock minus device clock when this was written, in milliseconds. */
  offset: number;
}

/** What notifications of a cycle carry. */
export interface NotificationData {
  /** Path of the page that a tap opens. */
  url?: string;
  /** What the reminder's action claims. */
  claim?: ClaimOf;
  /** Shown in place of the reminder after its action: the claim is waiting, or this is its result. */
  after?: 'waiting' | 'result';
}

export interface ClaimOf {
  /** Lower case. */
  address: string;
  /** End of the cycle, in milliseconds on the server's clock. */
  endsAt: number;
  lang: Language;
}

export const dataOf = ({ data }: Pick<Notification, 'data'>): NotificationData =>
  (data as NotificationData | null) ?? {};

/** Whether it shows the result of a claim. */
export const isClaimResult = (shown: Pick<Notification, 'data'>): boolean => dataOf(shown).after === 'result';

const REMINDER = 'reminder';
const REMINDED = 'reminded';

/** Several accounts may take turns on one device; older cycles are over. */
export const MOST_REMINDED = 8;

/**
 * The notification tag of a cycle, so it has only one notification, whichever channel shows it. With '', the common
 * prefix of all tags.
 */
export const reminderTag = (endsAt: number | ''): string => `miner-${endsAt}`;

/** In-memory fallback for this page or worker if storage is unavailable. */
let remembered: Reminded[] = [];

/** It names no account, since it outlives sessions; no two cycles on a device end in the same millisecond. */
type Reminded = Pick<Reminder, 'endsAt'>;

/**
 * True for the first caller, which shows the reminder; false for all others.
 * @param endsAt end of the cycle, in milliseconds on the server's clock
 */
export async function claimReminder(endsAt: number): Promise<boolean> {
  let first = false;
  const claim = (before: Reminded[] = []): Reminded[] => {
    first = !before.some((each) => each.endsAt === endsAt);
    const all = first ? [...before, { endsAt }] : before;
    // Those of an older version name the account.
    return all.map(({ endsAt: end }) => ({ endsAt: end })).slice(-MOST_REMINDED);
  };
  try {
    await kvUpdate(REMINDED, claim);
  } catch {
    remembered = claim(remembered);
  }
  return first;
}

/** The part of the server's reply about the miner that tells whether a cycle can be claimed. */
interface MinerFacts {
  state: string;
  nextMiningTime: string | null;
  serverTime: string;
}

/** `over`: it was claimed, on any device, or belongs to another account. `unknown`: the server could not be asked. */
export type Standing = 'claimable' | 'running' | 'over' | 'unknown';

/** The state, according to the server, of the cycle that ends at `endsAt` (milliseconds on the server's clock). */
export function standingOf(miner: MinerFacts | undefined, endsAt: number): Standing {
  if (!miner) return 'unknown';
  const { state, nextMiningTime, serverTime } = miner;
  const here = state === 'running' || state === 'pending_claim';
  if (!here || Date.parse(nextMiningTime ?? '') !== endsAt) return 'over';
  return Date.parse(serverTime) >= endsAt ? 'claimable' : 'running';
}

/** The stored reminder; undefined if there is none or storage is unavailable. */
export const waitingReminder = (): Promise<Reminder | undefined> =>
  kvGet<Reminder>(REMINDER).catch(() => undefined);

/** Replaces the stored reminder: a device shows reminders for the miner viewed last. */
export const keepReminder = (reminder: Reminder): Promise<void> =>
  kvUpdate<Reminder>(REMINDER, () => reminder).catch(() => undefined);

/**
 * Drops only the account's own reminder, and, if a cycle is given, only that cycle's: another account or page may have
 * written since.
 */
export async function dropReminder(address: string, endsAt?: number): Promise<void> {
  const owner = address.toLowerCase();
  const others = (old: Reminder | undefined) =>
    old?.address === owner && (endsAt === undefined || old.endsAt === endsAt) ? undefined : old;
  await kvUpdate<Reminder | undefined>(REMINDER, others).catch(() => undefined);
}
