// Live events from the server (GET /api/events): what has changed, so that open pages refetch it. One stream per
// visible, signed-in tab; a hidden tab releases its connection, since browsers allow six per host over HTTP/1.1.
import { LONGEST_WAIT_MS, waitAfter } from '#lib/back-off.ts';
import { type StreamReader, streamParser } from './event-stream.ts';
import { lostOnTheWay, sender, signedIn, unwrap } from './client.ts';
import { ApiError } from './errors.ts';
import { headersOf, readReply, urlOf } from './request.ts';

/** The server sends something every 25 s; after this long without anything, the connection is considered dead. */
export const SILENCE_MS = 60_000;
/** A stream that lasted this long was good: the next loss starts at the shortest wait again. */
export const HEALTHY_MS = 10_000;
/** The first stream waits until the page has loaded what it needs to be shown. */
export const START_MS = 1000;

type Listener = () => void;
const topics = new Map<string, Set<Listener>>();

/** Calls `run` at each event of that topic ("balance", "race", "lottery") until the returned function is called. */
export function onTopic(topic: string, run: Listener): () => void {
  const listeners = topics.get(topic) ?? new Set();
  topics.set(topic, listeners.add(run));
  return () => listeners.delete(run);
}

/**
 * How long to wait before try number `tries` (0 is the first) after a loss, in milliseconds: the common back-off, never
 * shorter than the server asked for. `chance` (0..1) adds up to half as much again, so that pages that lost the same
 * server do not reconnect together.
 */
export const waitBefore = (tries: number, askedMs: number, chance: number): number =>
  waitAfter(tries + 1, askedMs) * (1 + chance / 2);

interface StreamListener extends StreamReader {
  /** The server has responded with a stream. */
  onOpen(): void;
}

/**
 * One connection. Resolves when the server ends it. @throws ApiError `session_expired` when the session is over; any
 * other error is a lost connection
 */
async function listen(signal: AbortSignal, listener: StreamListener): Promise<void> {
  await signedIn();
  const by = sender();
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const sentAt = Date.now();
    const response = await fetch(urlOf('GET /api/events'), {
      headers: { ...headersOf(by), Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || !response.body) {
      // A refusal is reported like any other call's; 401 ends the session.
      const body: unknown = await response.json();
      unwrap(readReply(body, response, sentAt), by);
      return;
    }
    listener.onOpen();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const take = streamParser(listener);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      take(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
  }
}

const announce = (topic: string): void => {
  for (const run of [...(topics.get(topic) ?? [])]) run();
};

/**
 * Keeps a stream open while the page is visible, until the returned function is called. `onOpen` is called when a
 * stream opens; its argument says whether there was a gap in which events were missed. While the server refuses a
 * stream, because the account or the network has enough, each try counts as such a gap: the page falls back to
 * polling.
 */
export function followEvents(onOpen: (missed: boolean) => void): () => void {
  let stream: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let askedMs = 0;
  let missed = document.hidden;

  async function open(): Promise<void> {
    const own = new AbortController();
    stream = own;
    const since = performance.now();
    let refusedMs = 0;
    try {
      await listen(own.signal, {
        onOpen: () => {
          onOpen(missed);
          missed = false;
        },
        onEvent: announce,
        onRetry: (ms) => (askedMs = Math.min(ms, LONGEST_WAIT_MS)),
      });
    } catch (error) {
      // The session is over: whoever started the stream stops it.
      if (error instanceof ApiError && error.name === 'session_expired') return;
      if (own.signal.aborted) return;
      if (error instanceof ApiError && error.name === 'too_many_requests') {
        onOpen(missed);
        refusedMs = error.retryAfterMs;
      } else lostOnTheWay();
    }
    if (own.signal.aborted) return;
    stream = undefined;
    missed = true;
    if (performance.now() - since >= HEALTHY_MS) tries = 0;
    openIn(waitBefore(tries++, Math.max(askedMs, refusedMs), Math.random()));
  }
  function openIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void open(), ms);
  }
  function close(): void {
    clearTimeout(timer);
    stream?.abort();
    stream = undefined;
    missed = true;
  }
  /** The connection may have died unnoticed: the phone slept, or the network changed. */
  const anew = () => {
    close();
    if (document.hidden) return;
    tries = 0;
    openIn(0);
  };

  if (!document.hidden) openIn(START_MS);
  document.addEventListener('visibilitychange', anew);
  window.addEventListener('online', anew);
  window.addEventListener('pagehide', close);
  return () => {
    close();
    document.removeEventListener('visibilitychange', anew);
    window.removeEventListener('online', anew);
    window.removeEventListener('pagehide', close);
  };
}
