// The server's clock as React hooks, ticking as fast as a component needs and immediately when the clock jumps. One
// timer serves all of them, on the server's full seconds or on fractions of them, so that everything that changes is
// drawn in one frame. It rests in a hidden tab.
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { onTimeJump, serverNow } from '#lib/time.ts';

/** Each follower, and its interval in milliseconds. */
const followers = new Map<() => void, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When they were last called. */
let at = 0;

function tick(): void {
  const last = at;
  at = serverNow();
  for (const [run, every] of [...followers]) if (Math.floor(at / every) !== Math.floor(last / every)) run();
  plan();
}

function plan(): void {
  clearTimeout(timer);
  if (document.hidden || followers.size === 0) return;
  const now = serverNow();
  timer = setTimeout(tick, Math.min(...[...followers.values()].map((every) => every - (now % every))));
}

function tickAll(): void {
  at = 0;
  tick();
}

onTimeJump(tickAll);
document.addEventListener('visibilitychange', tickAll);

function follow(run: () => void, everyMs: number): () => void {
  followers.set(run, everyMs);
  plan();
  return () => void followers.delete(run);
}

/** Milliseconds since the epoch on the server's clock, updated every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => follow(() => setNow(serverNow()), everyMs), [everyMs]);
  return now;
}

/** What `pick` derives from the time, checked every `everyMs`; re-rendered only when `of` the result has changed. */
export function useAt<T>(
  pick: (now: number) => T,
  everyMs = 1000,
  of: (value: T) => unknown = (value) => value,
): T {
  const [, render] = useReducer((times: number) => times + 1, 0);
  const shown = pick(serverNow());
  const look = useEffectEvent(() => {
    if (of(pick(serverNow())) !== of(shown)) render();
  });
  useEffect(() => follow(() => look(), everyMs), [everyMs]);
  return shown;
}
