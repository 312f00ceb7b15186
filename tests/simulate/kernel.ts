// The simulation's machine: one thread, virtual time, and a seed. It replaces everything that differs from one run to
// the next (clock, timers, random bytes, network) for the whole Node.js process, so it must be loaded before the
// product. An event queue decides what happens next: events at the same moment are taken in an order decided by the
// seed. After each event, everything that does not wait for another event runs to completion.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { type Random, randomFrom } from '#tests/support/random.ts';

const require = createRequire(import.meta.url);
const real = {
  Date: globalThis.Date,
  setImmediate: globalThis.setImmediate,
};

/** A process of the simulation: a server, or nothing for the world around them. */
export interface Owner {
  readonly name: string;
  /** A dead process no longer does anything, and nothing reaches it. */
  alive: boolean;
  /** How far its clock is ahead of the world's. */
  skewMs: number;
  /** Until then the machine does not run it. */
  pausedUntil: number;
}

const owner = new AsyncLocalStorage<Owner | undefined>();
export const ownerNow = (): Owner | undefined => owner.getStore();
/** Runs `work` as this process. */
export const as = <T>(who: Owner | undefined, work: () => T): T => owner.run(who, work);

interface Event {
  readonly at: number;
  /** Decides among events of the same moment. */
  readonly tie: number;
  readonly what: string;
  readonly who: Owner | undefined;
  readonly run: () => void;
  cancelled: boolean;
}

const isSooner = (one: Event, other: Event): boolean =>
  one.at !== other.at ? one.at < other.at : one.tie < other.tie;

/** A binary heap. */
class Queue {
  #all: Event[] = [];
  get size(): number {
    return this.#all.length;
  }
  put(event: Event): void {
    const all = this.#all;
    let at = all.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isSooner(event, all[parent] as Event)) break;
      all[at] = all[parent] as Event;
      at = parent;
    }
    all[at] = event;
  }
  peek(): Event | undefined {
    return this.#all[0];
  }
  take(): Event | undefined {
    const all = this.#all;
    const first = all[0];
    const last = all.pop();
    if (!first || !last || all.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= all.length) break;
      if (child + 1 < all.length && isSooner(all[child + 1] as Event, all[child] as Event)) child += 1;
      if (!isSooner(all[child] as Event, last)) break;
      all[at] = all[child] as Event;
      at = child;
    }
    all[at] = last;
    return first;
  }
}

/**
 * The first moment of every run: noon in Singapore, later than any machine's clock, which SQL would otherwise read
 * (`play_time`).
 */
export const GENESIS = Date.UTC(2050, 10, 23, 4);
/** Number of empty turns of the real event loop after which nothing is running any more. */
const QUIET_TURNS = 3;

class Kernel {
  now = GENESIS;
  /** Decides order and faults. */
  random: Random = randomFrom(0);
  /** The product's random bytes. */
  #bytes: Random = randomFrom(0);
  #queue = new Queue();
  #activity = 0;
  #hash = createHash('sha256');
  /** Events so far. */
  steps = 0;
  /** The newest lines of the trace. */
  last: string[] = [];
  /** How many lines of a run's trace are kept; all of them with Infinity. */
  keep = 60;

  /** Starts a new run. */
  reset(seed: number): void {
    this.now = GENESIS;
    this.random = randomFrom(seed);
    this.#bytes = randomFrom(seed ^ 0x5eed);
    this.#queue = new Queue();
    this.#hash = createHash('sha256');
    this.steps = 0;
    this.last = [];
  }

  /** Registers that something is in progress, so that the kernel waits for it. */
  touch(): void {
    this.#activity += 1;
  }

  note(what: string): void {
    const line = `${this.steps} ${new real.Date(this.now).toISOString().slice(5, 23)} ${ownerNow()?.name ?? '-'} ${what}`;
    this.#hash.update(`${line}\n`);
    this.last.push(line);
    if (this.last.length > this.keep * 2) this.last.splice(0, this.last.length - this.keep);
  }

  /** A hash of the trace so far. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  /** A number in [0, 1) from the source of the run's order and faults. */
  share(): number {
    return this.random.int(0, 2 ** 30 - 1) / 2 ** 30;
  }

  /** The time of the calling process, or of `by`; with null, the world's. */
  after(ms: number, what: string, run: () => void, by: Owner | null | undefined = ownerNow()): Event {
    this.touch();
    const who = by ?? undefined;
    const isDead = who?.alive === false;
    const event = {
      at: this.now + Math.max(0, ms),
      tie: isDead ? 0 : this.share(),
      what,
      who,
      run,
      cancelled: isDead,
    };
    if (!isDead) this.#queue.put(event);
    return event;
  }

  /** Resolves after this time, unless its process has died; immediately if it is zero. */
  pause(ms: number, what = 'sleep', who = ownerNow()): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => void this.after(ms, what, resolve, who));
  }

  bytes<T extends Uint8Array>(into: T): T {
    for (let at = 0; at < into.length; at += 1) into[at] = this.#bytes.int(0, 255);
    return into;
  }

  /** Runs everything that does not wait for an event. */
  async #settle(): Promise<void> {
    for (let quiet = 0, seen = this.#activity; quiet < QUIET_TURNS; seen = this.#activity) {
      await new Promise((resolve) => void real.setImmediate(resolve));
      quiet = seen === this.#activity ? quiet + 1 : 0;
    }
  }

  /** Takes the next event and runs it; false if nothing is left before `until`. */
  async step(until = Infinity): Promise<boolean> {
    for (;;) {
      const next = this.#queue.peek();
      if (!next || next.at > until) return false;
      this.#queue.take();
      if (next.cancelled || next.who?.alive === false) continue;
      const at = Math.max(this.now, next.at);
      if (next.who && next.who.pausedUntil > at) {
        this.#queue.put({ ...next, at: next.who.pausedUntil, tie: this.share() });
        continue;
      }
      this.now = at;
      this.steps += 1;
      as(next.who, () => {
        this.note(next.what);
        next.run();
      });
      await this.#settle();
      return true;
    }
  }

  /** Runs until `done`. @throws Error if that never happens */
  async until<T>(work: Promise<T>, most = 1_000_000): Promise<T> {
    let ended = false;
    const end = () => (ended = true);
    work.then(end, end);
    await this.#settle();
    for (let left = most; !ended; left -= 1)
      if (left === 0 || !(await this.step())) throw new Error('the simulation stands still');
    return work;
  }
}

export const kernel = new Kernel();

/** What a process's clock says. */
const clockMs = (): number => kernel.now + (ownerNow()?.skewMs ?? 0);

function patchDate(): void {
  globalThis.Date = new Proxy(real.Date, {
    construct: (target, args, made) =>
      Reflect.construct(
        target,
        args.length === 0 ? [clockMs()] : args,
        made === globalThis.Date ? target : made,
      ) as object,
    apply: () => new real.Date(clockMs()).toString(),
    get: (target, name) => (name === 'now' ? clockMs : (Reflect.get(target, name) as unknown)),
  });
  // Monotonic, and the same for all.
  performance.now = () => kernel.now - GENESIS;
}

class Timer {
  readonly #start: () => Event;
  #event: Event;
  constructor(start: () => Event) {
    this.#start = start;
    this.#event = start();
  }
  restart(): void {
    this.#event = this.#start();
  }
  close(): this {
    this.#event.cancelled = true;
    return this;
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  refresh(): this {
    this.close().restart();
    return this;
  }
  [Symbol.dispose](): void {
    this.close();
  }
}

const limits = new WeakMap<AbortSignal, Timer>();
/** Drops a time limit that is no longer needed, which saves an event. */
export const endLimit = (signal: AbortSignal): void => void limits.get(signal)?.close();

type Callback = (...args: unknown[]) => void;

function patchTimers(): void {
  const bind = (run: Callback, args: unknown[]) => {
    const snapshot = AsyncLocalStorage.snapshot();
    return () => snapshot(run, ...args);
  };
  const setTimeout = (run: Callback, ms = 0, ...args: unknown[]) => {
    const bound = bind(run, args);
    return new Timer(() => kernel.after(ms || 1, 'timer', bound));
  };
  const setInterval = (run: Callback, ms = 0, ...args: unknown[]) => {
    const bound = bind(run, args);
    const timer: Timer = new Timer(() =>
      kernel.after(ms || 1, 'timer', () => {
        timer.restart();
        bound();
      }),
    );
    return timer;
  };
  const clear = (timer: unknown) => void (timer instanceof Timer && timer.close());
  const setImmediate = (run: Callback, ...args: unknown[]) => {
    kernel.touch();
    return real.setImmediate(() => {
      kernel.touch();
      run(...args);
    });
  };
  Object.assign(globalThis, {
    ...{ setTimeout, setInterval, clearTimeout: clear, clearInterval: clear, setImmediate },
  });
  AbortSignal.timeout = (ms) => {
    const aborting = new AbortController();
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    limits.set(
      aborting.signal,
      setTimeout(() => aborting.abort(late), ms),
    );
    return aborting.signal;
  };
  const promises = require('node:timers/promises') as Record<string, unknown>;
  promises['setTimeout'] = (ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const cut = () => {
        timer.close();
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      if (signal?.aborted) return reject(new DOMException('The operation was aborted', 'AbortError'));
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', cut);
        resolve(value);
      }, ms);
      signal?.addEventListener('abort', cut, { once: true });
    });
  promises['setImmediate'] = (value: unknown) => new Promise((resolve) => setImmediate(() => resolve(value)));
  const timers = require('node:timers') as Record<string, unknown>;
  Object.assign(timers, { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear, setImmediate });
}

function patchRandom(): void {
  const crypto = require('node:crypto') as Record<string, unknown> & { randomBytes: unknown };
  const bytes = (view: ArrayBufferView) =>
    void kernel.bytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const filled = <T extends ArrayBufferView>(view: T): T => {
    bytes(view);
    return view;
  };
  const randomUUID = () => {
    const hex = Buffer.from(kernel.bytes(new Uint8Array(16))).toString('hex');
    const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => filled(Buffer.alloc(size)),
    randomFillSync: filled,
    randomUUID,
    randomInt(from: number, to?: number) {
      const [low, high] = to === undefined ? [0, from] : [from, to];
      return low + (Buffer.from(kernel.bytes(new Uint8Array(6))).readUIntBE(0, 6) % (high - low));
    },
  });
  globalThis.crypto.getRandomValues = filled;
  globalThis.crypto.randomUUID = randomUUID as typeof globalThis.crypto.randomUUID;
  Math.random = () => Buffer.from(kernel.bytes(new Uint8Array(4))).readUInt32BE() / 2 ** 32;
}

patchDate();
patchTimers();
patchRandom();
globalThis.fetch = () => Promise.reject(new Error('the simulation has no network'));
syncBuiltinESMExports();
