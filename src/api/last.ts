// The latest answers of selected calls, cached for use without a network. They are stored under the address that made
// the request, so that another account never sees them, and are deleted when its session ends: with the window, unless
// the device stays signed in. Public answers are stored once.
import { DAY_MS } from '#rules/days.ts';
import { kvDeleteMany, kvDeletePrefix, kvEntries, kvGet, kvSet } from '#lib/kv.ts';
import { isOnline } from '#lib/online.ts';
import { forgetHere, forgetOwn, ownGet, ownSet } from '#lib/own-store.ts';
import { addressAtom, DEVICE, deviceAtom, onSessionEnd, walletAtom, walletPhaseAtom } from '#lib/session.ts';
import { read, store } from '#lib/store.ts';
import { isTemporary } from './errors.ts';

/**
 * Incremented when a cached answer changes its format: entries of older versions are then no longer found, and are
 * dropped.
 */
const FORMAT = 3;
const AREAS = 'last.';
const AREA = `${AREAS}${FORMAT}.`;
/** Pending deposits (features/assets/deposit/deposits.ts). */
export const DEPOSITS = 'deposits.';

/** Public answers. */
const ANYONE = `${AREA}anyone.`;
/** A session lasts 7 days at most; nobody can request anything older. */
const DROPPED_AFTER_MS = 7 * DAY_MS;
const ANYONE_DROPPED_AFTER_MS = 90 * DAY_MS;
const ANYONE_AT_MOST = 200;
/** Number of answers cached between two clean-ups. */
const TIDY_EVERY = 50;

interface Stored<T> {
  /** Device clock, in milliseconds. */
  at: number;
  data: T;
}

/** Answers requested in an earlier epoch belong to an ended session. */
let epoch = 0;

const GUEST = 'guest';
const present = (): string => read(addressAtom) ?? GUEST;
const areaOf = (owner: string): string => `${AREA}${owner}.`;

/** The account whose session may end: by the time it does, the session's own fields are already empty. */
let member = present();
store.sub(walletAtom, () => {
  const now = present();
  if (now !== GUEST) member = now;
});

onSessionEnd(() => {
  epoch += 1;
  const ended = member;
  member = GUEST;
  forgetHere(AREAS);
  if (ended !== GUEST) {
    kvDeletePrefix(areaOf(ended)).catch(() => undefined);
    // After an expired session, the same account finds its deposits again.
    if (read(walletPhaseAtom) !== 'expired') forgetOwn(DEPOSITS + ended).catch(() => undefined);
  }
  // The device's key: it keeps nobody signed in any more.
  if (read(deviceAtom) === null) kvDeletePrefix(DEVICE).catch(() => undefined);
});

/** Cached answers, and pending deposits. */
const OWNED = new RegExp(String.raw`^(?:${AREAS}\d+\.|${DEPOSITS})(0x[0-9a-f]{40})\b`);

/** Deletes what the device keeps for accounts (in lower case) that are not listed here. */
export async function forgetAbsent(isHere: (account: string) => boolean): Promise<void> {
  const isLeft = ([key]: Entry) => {
    const owner = OWNED.exec(key)?.[1];
    return owner !== undefined && !isHere(owner);
  };
  const left = (await kvEntries<Stored<unknown> | undefined>()).filter(isLeft);
  if (left.length > 0) await kvDeleteMany(left.map(([key]) => key));
}

type Entry = [key: string, value: Stored<unknown> | undefined];

/** Keys to delete: those of older versions, those that are too old, and public answers beyond the limit. */
function superfluous(all: readonly Entry[], now: number): string[] {
  const age = (value: Entry[1]) => now - Number(value?.at);
  const everybodys = all
    .filter(([key]) => key.startsWith(ANYONE))
    .toSorted(([, a], [, b]) => age(a) - age(b));
  const tooMany = new Set(everybodys.slice(ANYONE_AT_MOST).map(([key]) => key));
  return all
    .filter(([key, value]) => {
      if (!key.startsWith(AREAS)) return false;
      const limit = key.startsWith(ANYONE) ? ANYONE_DROPPED_AFTER_MS : DROPPED_AFTER_MS;
      return !key.startsWith(AREA) || tooMany.has(key) || !(age(value) < limit);
    })
    .map(([key]) => key);
}

let keeps = 0;
async function tidy(): Promise<void> {
  if (keeps++ % TIDY_EVERY !== 0) return;
  await kvDeleteMany(superfluous(await kvEntries<Stored<unknown> | undefined>(), Date.now()));
}

export interface Last<T> {
  /** Caches an answer, unless the session that requested it has ended meanwhile. */
  keep: (data: T) => Promise<void>;
  /** The caller's cached answer; undefined if there is none. */
  recall: () => Promise<T | undefined>;
}

function lastAt<T>(key: string, same: () => boolean, get = kvGet, set = kvSet): Last<T> {
  return {
    // Storage may be full or forbidden; the page then works without it.
    keep: async (data) => {
      if (!same()) return;
      await set(key, { at: Date.now(), data } satisfies Stored<T>).catch(() => undefined);
      await tidy().catch(() => undefined);
    },
    recall: async () => {
      const found = await get<Stored<T>>(key).catch(() => undefined);
      return same() ? found?.data : undefined;
    },
  };
}

/**
 * The entry under `name` for the current user. Created before a call is sent, so that the answer belongs to whoever
 * made the request.
 */
export function lastUnder<T>(name: string): Last<T> {
  const asked = { epoch, owner: present() };
  const same = () => asked.epoch === epoch && asked.owner === present();
  const key = areaOf(asked.owner) + name;
  return asked.owner === GUEST ? lastAt(key, same) : lastAt(key, same, ownGet, ownSet);
}

/** The entry under `name` shared by everyone, for answers that contain nothing personal. It outlives all sessions. */
export const lastOfAnyone = <T>(name: string): Last<T> => lastAt(ANYONE + name, () => true);

/** A slower network is as good as none: the cached answer is shown in the meantime. */
const PATIENCE_MS = 1500;

/**
 * Sends a call and shows the cached answer if there is none yet: immediately without a connection, after some
 * silence, and when the call is lost. A refusal is an answer: nothing old is shown with it.
 */
export async function orLast<T, L>(
  send: () => Promise<T>,
  last: Last<L>,
  show: (data: L) => void,
): Promise<T> {
  let over = false;
  const recall = async () => {
    const data = await last.recall();
    if (data !== undefined && !over) show(data);
  };
  const timer = setTimeout(() => void recall(), isOnline() ? PATIENCE_MS : 0);
  try {
    const answer = await send();
    over = true;
    return answer;
  } catch (error) {
    if (isTemporary(error)) await recall();
    over = true;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
