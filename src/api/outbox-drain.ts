// Sends what waits, one after the other in the order in which it was done, under a lock that all tabs and the worker share.
import {
  EMPTY,
  isTooOld,
  isWaiting,
  nextToSend,
  recover,
  redate,
  release,
  settle,
  take,
  tidy,
  type Ending,
  type OutboxItem,
} from './outbox.rules.ts';
import { askTime, sendOnce, type Answer } from './outbox-send.ts';
import { changeOutbox, editOutbox, readOutbox } from './outbox.ts';

export interface DrainDeps {
  /** What may send for this address now; undefined: its actions wait. */
  tokenFor(address: string): Promise<string | undefined>;
  /** The server no longer takes this token. */
  tokenRefused(token: string, message: string): Promise<void>;
  /** Milliseconds on the server's clock. */
  now(): number;
  /** The server has told its time since this page or worker began. */
  isServerTime(): boolean;
  isOnline(): boolean;
  /** An action was carried out or refused. */
  onEnd?(item: OutboxItem): void;
}

/** Why a drain stopped. `later` and `offline`: something still waits that could be sent. */
export interface Drained {
  stop: 'empty' | 'sign_in' | 'offline' | 'later';
  /** What the server asked for, in milliseconds. */
  afterMs: number;
}

/** Where the browser has no locks the keys alone keep everything once. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('adit-outbox', work) : work();

const EXPIRED: Ending = { reason: { code: 0, name: 'expired', message: '' } };

/** The answer is told even where it could not be written down: then the same key brings it once more. */
async function end(item: OutboxItem, ending: Ending, deps: DrainDeps): Promise<void> {
  const endedAt = deps.now();
  try {
    await editOutbox((box) => settle(box, item.id, ending, endedAt));
  } finally {
    deps.onEnd?.({ ...item, ...ending, state: 'result' in ending ? 'done' : 'failed', endedAt });
  }
}

/** Sends with the right time: a signature that came at the wrong one is made again, once, by the clock that the reply has told. */
async function send(item: OutboxItem, token: string, deps: DrainDeps): Promise<Answer | 'too_old'> {
  const answer = await sendOnce(item, token);
  if (answer.kind !== 'wrong_time') return answer;
  await editOutbox((box) => redate(box, item.id, deps.now()));
  return isTooOld(item, deps.now()) ? 'too_old' : sendOnce(item, token);
}

/** Too old by a clock that the server has confirmed. Nothing is given up on the word of the device's own clock. */
async function tooOld(item: OutboxItem, deps: DrainDeps): Promise<boolean | 'unknown'> {
  if (!isTooOld(item, deps.now())) return false;
  if (!deps.isServerTime() && !(await askTime())) return 'unknown';
  return isTooOld(item, deps.now());
}

type Next = Drained['stop'] | 'go_on' | 'no_token';

/** One action. Gives what is next, and how long the server wants to be left alone. */
async function step(item: OutboxItem, token: string, deps: DrainDeps): Promise<[Next, number]> {
  const old = await tooOld(item, deps);
  if (old === 'unknown') return ['later', 0];
  if (old) {
    await end(item, EXPIRED, deps);
    return ['go_on', 0];
  }
  const known = deps.isServerTime() ? deps.now() : Infinity;
  const taken = await changeOutbox((box) => take(redate(box, item.id, known), item.id));
  if (!taken) return ['go_on', 0];
  const answer = await send(taken, token, deps);
  if (answer === 'too_old') {
    await end(item, EXPIRED, deps);
    return ['go_on', 0];
  }
  switch (answer.kind) {
    case 'ok':
      await end(item, { result: answer.data }, deps);
      return ['go_on', 0];
    case 'refused':
      await end(item, { reason: answer.reason }, deps);
      return ['go_on', 0];
    case 'no_session':
      await editOutbox((box) => release(box, item.id, false));
      await deps.tokenRefused(token, answer.message);
      return ['no_token', 0];
    case 'wrong_time':
      await editOutbox((box) => release(box, item.id, false));
      return ['later', 0];
    case 'later':
      await editOutbox((box) => release(box, item.id, answer.unsure));
      return ['later', answer.afterMs];
    case 'lost':
      await editOutbox((box) => release(box, item.id, true));
      return [deps.isOnline() ? 'later' : 'offline', 0];
  }
}

async function drainAlone(deps: DrainDeps): Promise<Drained> {
  // Nothing is dropped on the word of the device's own clock.
  await editOutbox((box) => recover(deps.isServerTime() ? tidy(box, deps.now()) : box));
  const refused = new Set<string>();
  const waits = new Set<string>();
  for (;;) {
    const box = await readOutbox().catch(() => EMPTY);
    const item = nextToSend(box, (address) => !waits.has(address));
    if (!item) return { stop: box.items.some(isWaiting) ? 'sign_in' : 'empty', afterMs: 0 };
    const token = await deps.tokenFor(item.address);
    if (token === undefined || refused.has(token)) {
      waits.add(item.address);
      continue;
    }
    if (!deps.isOnline()) return { stop: 'offline', afterMs: 0 };
    const [next, afterMs] = await step(item, token, deps);
    if (next === 'no_token') refused.add(token);
    else if (next !== 'go_on') return { stop: next, afterMs };
  }
}

/**
 * Sends until nothing is left that could be sent now.
 * @throws where storage is forbidden or full.
 */
export const drain = (deps: DrainDeps): Promise<Drained> => alone(() => drainAlone(deps));
