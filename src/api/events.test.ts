// The page's live event stream: when it is open, when it reconnects, and what is refetched after a gap.
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FIRST_WAIT_MS, LONGEST_WAIT_MS } from '#lib/back-off.ts';
import { endSession, startSession } from '#lib/session.ts';
import { whenAnswered } from './client.ts';
import { whenSessionExpires } from './errors.ts';
import { HEALTHY_MS, SILENCE_MS, START_MS, followEvents, onTopic, waitBefore } from './events.ts';

interface Stream {
  say(text: string): void;
  end(): void;
  fail(): void;
  aborted(): boolean;
  headers: Record<string, string>;
}

let streams: Stream[] = [];
/** The server's response instead of a stream, if any. */
let refusal: (() => Promise<Response>) | undefined;
const page = Object.assign(new EventTarget(), { hidden: false });
const missed = vi.fn<() => void>();
let stop: () => void = () => undefined;

const serve = (_url: string, init: RequestInit): Promise<Response> => {
  if (refusal) return refusal();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const encoder = new TextEncoder();
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (source = controller) });
  init.signal?.addEventListener('abort', () => {
    reject(new DOMException('', 'AbortError'));
    source?.error(new DOMException('', 'AbortError'));
  });
  streams.push({
    say: (text) => source?.enqueue(encoder.encode(text)),
    end: () => source?.close(),
    fail: () => source?.error(new TypeError('network error')),
    aborted: () => init.signal?.aborted === true,
    headers: init.headers as Record<string, string>,
  });
  resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }));
  return promise;
};

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const show = (visible: boolean) => {
  page.hidden = !visible;
  page.dispatchEvent(new Event('visibilitychange'));
};
const last = () => {
  const stream = streams.at(-1);
  if (!stream) throw new Error('no stream was opened');
  return stream;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  streams = [];
  refusal = undefined;
  page.hidden = false;
  missed.mockReset();
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  startSession('secret', {});
});
afterEach(() => {
  stop();
  endSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const follow = async () => {
  stop = followEvents((after) => void (after && missed()));
  await pass(START_MS);
};

describe('the stream', () => {
  test('carries the token and passes topics to listeners', async () => {
    const heard = vi.fn<() => void>();
    const forget = onTopic('balance', heard);
    await follow();
    expect(last().headers['Authorization']).toBe('Bearer secret');
    last().say('retry: 3000\n\nevent: bal');
    last().say('ance\ndata: {}\n\nevent: race\ndata: {}\n\n');
    await pass(0);
    expect(heard).toHaveBeenCalledTimes(1);
    forget();
    last().say('event: balance\ndata: {}\n\n');
    await pass(0);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(missed).not.toHaveBeenCalled();
  });

  test('reconnects after a loss, not sooner than the server allows, and reports that events may have been missed', async () => {
    await follow();
    last().say('retry: 3000\n\n');
    await pass(HEALTHY_MS);
    last().end();
    await pass(2999);
    expect(streams).toHaveLength(1);
    await pass(1501);
    expect(streams).toHaveLength(2);
    expect(missed).toHaveBeenCalledTimes(1);
    await pass(HEALTHY_MS);
    last().fail();
    await pass(4500);
    expect(streams).toHaveLength(3);
    expect(missed).toHaveBeenCalledTimes(2);
  });

  test('backs off while the server is down, and starts over once a stream has lasted', async () => {
    refusal = () => Promise.reject(new TypeError('Failed to fetch'));
    let tries = 0;
    const refuse = refusal;
    refusal = () => ((tries += 1), refuse());
    await follow();
    for (const wait of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].map((each) => 1.5 * each)) {
      const before = tries;
      await pass(wait - 1);
      expect(tries, `waits for ${wait} ms`).toBe(before);
      await pass(1);
      expect(tries).toBe(before + 1);
    }
    refusal = undefined;
    await pass(1.5 * LONGEST_WAIT_MS);
    expect(streams).toHaveLength(1);
    expect(missed).toHaveBeenCalledTimes(1);
    await pass(HEALTHY_MS);
    last().end();
    await pass(1.5 * FIRST_WAIT_MS);
    expect(streams).toHaveLength(2);
  });

  test('is closed when it falls silent, but not while heartbeats arrive', async () => {
    await follow();
    for (let beat = 0; beat < 5; beat += 1) {
      await pass(25_000);
      last().say(':\n\n');
    }
    await pass(SILENCE_MS - 1);
    expect(last().aborted()).toBe(false);
    await pass(1 + 1.5 * FIRST_WAIT_MS);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.aborted()).toBe(true);
    expect(missed).toHaveBeenCalledTimes(1);
  });

  test('is closed in a hidden tab and reopened at once when the tab is visible', async () => {
    await follow();
    show(false);
    expect(last().aborted()).toBe(true);
    await pass(15 * LONGEST_WAIT_MS);
    expect(streams).toHaveLength(1);
    show(true);
    await pass(0);
    expect(streams).toHaveLength(2);
    expect(missed).toHaveBeenCalledTimes(1);
  });

  test('is not opened by a tab that was never visible', async () => {
    page.hidden = true;
    await follow();
    await pass(1.5 * LONGEST_WAIT_MS);
    expect(streams).toHaveLength(0);
  });

  test('is reopened at once when the network is back', async () => {
    await follow();
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(streams).toHaveLength(2);
    expect(streams[0]?.aborted()).toBe(true);
  });

  test('ends for good with the session, like any other call', async () => {
    const expired = vi.fn<() => void>();
    whenSessionExpires(expired);
    const reply = JSON.stringify({ code: 401, message: '', data: null });
    let tries = 0;
    refusal = () => ((tries += 1), Promise.resolve(new Response(reply, { status: 401 })));
    await follow();
    expect(expired).toHaveBeenCalledOnce();
    await pass(15 * LONGEST_WAIT_MS);
    expect(tries).toBe(1);
  });

  test('is retried when the server is too busy for it', async () => {
    const reply = JSON.stringify({ code: 503, message: '', data: null });
    refusal = () => Promise.resolve(new Response(reply, { status: 503 }));
    await follow();
    refusal = undefined;
    await pass(1.5 * FIRST_WAIT_MS);
    expect(streams).toHaveLength(1);
  });

  test('is asked for again when the server says so if there are enough, while the page refetches and shows no loss', async () => {
    const heard = vi.fn<(verdict: 'answered' | 'lost') => void>();
    whenAnswered(heard);
    const reply = JSON.stringify({ code: 429, message: '', data: { retryAfter: 30 } });
    let tries = 0;
    refusal = async () => {
      tries += 1;
      return new Response(reply, { status: 429, headers: { 'retry-after': '30' } });
    };
    await follow();
    expect([tries, missed.mock.calls.length]).toEqual([1, 0]);
    await pass(30_000 - 1);
    expect(tries).toBe(1);
    await pass(15_001);
    expect([tries, missed.mock.calls.length]).toEqual([2, 1]);
    show(false);
    show(true);
    await pass(0);
    expect([tries, missed.mock.calls.length]).toEqual([3, 2]);
    await pass(15 * LONGEST_WAIT_MS);
    expect(tries).toBeLessThan(35);
    refusal = undefined;
    await pass(1.5 * LONGEST_WAIT_MS);
    expect(streams).toHaveLength(1);
    expect(heard.mock.calls.flat()).not.toContain('lost');
    whenAnswered(() => undefined);
  });

  test('leaves nothing behind when it is stopped', async () => {
    await follow();
    stop();
    expect(last().aborted()).toBe(true);
    show(true);
    await pass(15 * LONGEST_WAIT_MS);
    expect(streams).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('waits are randomised, and never shorter than requested', () => {
  for (const chance of [0, 0.5, 1]) {
    for (let tries = 0; tries < 50; tries += 1) {
      const wait = waitBefore(tries, 0, chance);
      expect(wait).toBeGreaterThanOrEqual(FIRST_WAIT_MS);
      expect(wait).toBeLessThanOrEqual(1.5 * LONGEST_WAIT_MS);
      expect(waitBefore(tries, 3000, chance)).toBeGreaterThanOrEqual(3000);
    }
  }
  expect(waitBefore(3, 0, 0)).not.toBe(waitBefore(3, 0, 1));
});
