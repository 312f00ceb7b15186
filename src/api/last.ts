// The last answers of chosen calls, kept on the device for the time without a network. They are kept under the address that
// asked, so that another account never sees them, and are deleted when its session ends.
import { kvDeleteMany, kvDeletePrefix, kvEntries, kvGet, kvSet } from '#lib/kv.ts';
import { onSessionEnd, tokenAtom, walletAtom } from '#lib/session.ts';
import { read, store } from '#lib/store.ts';
import { ApiError } from './errors.ts';

/** Raised when a kept answer changes its shape: what an older version kept is no longer found. */
const FORMAT = 1;
const AREA = `last.${FORMAT}.`;

/** A session lasts 7 days at most; nobody can ask for what is older. */
const DROPPED_AFTER_MS = 7 * 86_400_000;

interface Stored<T> {
  /** The device's clock, in milliseconds. */
  at: number;
  data: T;
}

/** Answers that were asked for in an earlier epoch belong to a session that has ended. */
let epoch = 0;

/** What a guest sees belongs to nobody. */
const GUEST = 'guest';
const present = (): string => (read(tokenAtom) === null ? GUEST : read(walletAtom).address.toLowerCase());
const areaOf = (owner: string): string => `${AREA}${owner}.`;

/** Whose session it is that may end: when it does, the session's own fields are empty already. */
let member = present();
store.sub(walletAtom, () => {
  const now = present();
  if (now !== GUEST) member = now;
});

onSessionEnd(() => {
  epoch += 1;
  const ended = member;
  member = GUEST;
  if (ended !== GUEST) kvDeletePrefix(areaOf(ended)).catch(() => undefined);
});

let tidied = false;
async function tidy(): Promise<void> {
  if (tidied) return;
  tidied = true;
  const oldest = Date.now() - DROPPED_AFTER_MS;
  const all = await kvEntries<Stored<unknown> | undefined>();
  const old = all.filter(([key, value]) => key.startsWith(AREA) && !(Number(value?.at) > oldest));
  await kvDeleteMany(old.map(([key]) => key));
}

export interface Last<T> {
  /** Keeps an answer, unless the session that asked has ended meanwhile. */
  keep: (data: T) => Promise<void>;
  /** The kept answer of who asks; undefined without one. */
  recall: () => Promise<T | undefined>;
}

/** What is kept under `name` for who is here now. Made before a call is sent, so that its answer belongs to who has asked. */
export function lastUnder<T>(name: string): Last<T> {
  const asked = { epoch, owner: present() };
  const key = areaOf(asked.owner) + name;
  const same = () => asked.epoch === epoch && asked.owner === present();
  return {
    // Storage may be full or forbidden; the page then lives without it.
    keep: async (data) => {
      if (!same()) return;
      await kvSet(key, { at: Date.now(), data } satisfies Stored<T>).catch(() => undefined);
      await tidy().catch(() => undefined);
    },
    recall: async () => {
      const found = await kvGet<Stored<T>>(key).catch(() => undefined);
      return same() ? found?.data : undefined;
    },
  };
}

/** A network that takes longer than this is as good as none: the last answer is shown while it is waited for. */
const PATIENCE_MS = 1500;

/**
 * Sends a call and shows the last answer when there is none yet: at once without a network, after a while of silence, and when
 * the call is lost on its way. A refusal is an answer: nothing old is shown beside it.
 */
export async function orLast<T, L>(
  send: () => Promise<T>,
  last: Last<L>,
  show: (data: L) => void,
): Promise<T> {
  const recall = async () => {
    const data = await last.recall();
    if (data !== undefined) show(data);
  };
  const timer = setTimeout(() => void recall(), navigator.onLine ? PATIENCE_MS : 0);
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.transport && error.name !== 'aborted') await recall();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
