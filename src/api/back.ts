// Comes back by itself: after a call was lost on its way, one cheap call finds out whether the server is there, and once it is,
// everything on the screen that failed is asked for again. One question at a time, so that no crowd of pages storms a server.
import { hasNetwork, tellServerAway } from '#lib/online.ts';
import { isKept } from './away.ts';
import { call } from './client.ts';
import { isLost } from './last.ts';
import { queryClient } from './queries.ts';
import { whenAnswered } from './reply.ts';

/** From here the waits double, as long as something is missing and the page is looked at. */
export const FIRST_WAIT_MS = 2000;
export const LONGEST_WAIT_MS = 30_000;
/** A server that takes longer to say that it is well is not. */
const PATIENCE_MS = 5000;

/** What is looked at, has not come, and is not being asked for. */
const missing = () =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle' })
    .filter(({ state }) => isLost(state.error) || isKept(state));

async function isThere(): Promise<boolean> {
  try {
    return (await call('GET /api/health', {}, { timeoutMs: PATIENCE_MS })).database.ok;
  } catch (error) {
    return !isLost(error);
  }
}

/** Runs until the function it gives is called. */
export function comeBack(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let asking = false;
  let lastAsked = -FIRST_WAIT_MS;
  let away = false;

  function plan(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  }
  function found(there: boolean): void {
    clearTimeout(timer);
    timer = undefined;
    away = !there;
    tellServerAway(away);
    const wanted = new Set(missing());
    if (there && wanted.size === 0) {
      wait = FIRST_WAIT_MS;
      return;
    }
    if (there) void queryClient.refetchQueries({ predicate: (each) => wanted.has(each) });
    plan(wait);
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }
  async function ask(): Promise<void> {
    timer = undefined;
    // A hidden page asks when it is looked at again; without a network there is nobody to ask.
    if (asking || document.hidden || !hasNetwork()) return;
    asking = true;
    lastAsked = performance.now();
    const there = await isThere();
    asking = false;
    found(there);
  }
  /** Something may have changed: asked at once, and patiently again afterwards. */
  function now(): void {
    if (!away && missing().length === 0) return;
    clearTimeout(timer);
    wait = FIRST_WAIT_MS;
    void ask();
  }

  whenAnswered((verdict) => {
    if (asking) return;
    if (verdict === 'answered' && away) found(true);
    if (verdict === 'lost' && timer === undefined)
      plan(Math.max(0, lastAsked + FIRST_WAIT_MS - performance.now()));
  });
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
  // What failed before this part was loaded has told nobody.
  now();
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', now);
    whenAnswered(() => undefined);
    tellServerAway(false);
  };
}
