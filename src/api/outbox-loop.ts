// When the page sends what waits: one drain at a time, again after a pause that grows, and by the worker once the page has gone.
import { CODES } from '#contract/codes.ts';
import { waitAfter } from '#lib/back-off.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { isServerTime, serverNow } from '#lib/time.ts';
import { refusal, reportExpired } from './errors.ts';
import type { OutboxItem } from './outbox.rules.ts';
import { type DrainDeps, type Drained, drain } from './outbox-drain.ts';
import { addressAtom, look } from './outbox-state.ts';
import { dropOutboxToken, outboxTokenFor } from './outbox-token.ts';
import { readOutbox } from './outbox.ts';

const waiters = new Map<string, (item: OutboxItem) => void>();

/** Failures in a row. */
let failures = 0;
/** Before this moment (performance.now) the server does not want to be asked. */
let notBefore = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const deps: DrainDeps = {
  now: serverNow,
  isServerTime,
  isOnline: () => navigator.onLine,
  tokenFor: async (address) =>
    (read(addressAtom) === address ? read(tokenAtom) : null) ?? outboxTokenFor(address),
  tokenRefused: async (token, message) => {
    if (token === read(tokenAtom)) reportExpired(refusal(CODES.session_expired.code, message, null));
    else await dropOutboxToken(token);
    void look();
  },
  onEnd: (item) => {
    failures = 0;
    waiters.get(item.id)?.(item);
  },
};

/** Resolves when this page has sent the action and knows what became of it. */
export function endOf(id: string): { ended: Promise<OutboxItem>; stop: () => void } {
  const ended = new Promise<OutboxItem>((resolve) => waiters.set(id, resolve));
  return { ended, stop: () => waiters.delete(id) };
}

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Where the browser can, the worker sends what is left when this page has gone. */
export async function askWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration && 'sync' in registration) await (registration.sync as SyncManager).register('outbox');
}

function tryLater(afterMs: number): void {
  failures += 1;
  notBefore = performance.now() + afterMs;
  timer = setTimeout(() => void drainNow().catch(() => undefined), waitAfter(failures, afterMs));
}

async function drainBox(): Promise<Drained> {
  if ((await readOutbox()).items.length === 0) return { stop: 'empty', afterMs: 0 };
  return drain(deps);
}

async function run(): Promise<Drained> {
  clearTimeout(timer);
  const drained = await drainBox().catch((error: unknown) => {
    // A device that is slow or full now may be neither later.
    tryLater(0);
    throw error;
  });
  if (drained.stop === 'empty' || drained.stop === 'sign_in') return drained;
  askWorker().catch(() => undefined);
  if (drained.stop === 'later') tryLater(drained.afterMs);
  return drained;
}

let last: Promise<unknown> = Promise.resolve();
let next: Promise<Drained> | undefined;

/**
 * Sends what waits. Who asks while it is under way gets the run after this one, which sees what they have added.
 * @throws where storage is forbidden or full.
 */
export function drainNow(): Promise<Drained> {
  next ??= last.then(() => {
    next = undefined;
    return run();
  });
  last = next.catch(() => undefined);
  return next;
}

/** The same when something has happened that may help, unless the server asked for more time. */
export function drainSoon(): void {
  if (performance.now() >= notBefore) drainNow().catch(() => undefined);
}
