/**
 * Server-sent events: they say what has changed, but not the new values. Each process notifies the others through the
 * database and passes events on to its own streams (WHATWG HTML, section 9.2 "Server-sent events").
 */
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { topicNames } from '#contract/topics.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { MAX_STREAMS } from './connections.ts';
import { type RateLimiter, networkOf } from './rate-limit.ts';
import { type LastingCaller, bearerToken, findCaller, hashToken, openSessions } from './session.ts';

interface ServerEvent {
  /** The only account that receives the event; undefined sends it to everybody. */
  readonly user?: bigint;
  /** What to refetch (src/contract/topics.ts); another release may have other topics. */
  readonly topic: string;
}

/** Whose stream it is: the network that it comes from (rate-limit.ts), and the caller unless it is a guest. */
interface Hearer {
  readonly network: string;
  readonly caller: Pick<LastingCaller, 'id' | 'tokenHash' | 'endsAt'> | null;
}

export interface EventHub {
  /** Starts receiving what other processes publish. */
  start(): Promise<void>;
  /** Sends an event to every stream of every process. Never throws: a lost event costs a refresh, not money. */
  publish(event: ServerEvent): void;
  /** Sessions of the account have ended, so their streams are ended in every process. */
  endStreams(user: bigint): void;
  /** Whether there is no room for another stream. */
  isFull(hearer: Hearer): boolean;
  /**
   * Serves a stream on a response whose headers are sent; it ends automatically with its session, or after `STREAM_MS`.
   */
  open(response: ServerResponse, hearer: Hearer): void;
  readonly size: number;
  /** Ends all streams; clients reconnect to another process, or to this one after its restart. */
  stop(): Promise<void>;
}

const CHANNEL = 'events';
const HEARTBEAT_MS = 25_000;
/** A stream ends after this long, so that its session is checked again when the client reconnects. */
const STREAM_MS = 30 * 60_000;
/** How often the sessions of all streams are checked, in case the message about one that has ended was lost. */
const CHECK_MS = 60_000;
/** A client with more unread bytes than this is disconnected. */
const MAX_BEHIND_BYTES = 64 * 1024;
/** How long a client waits before it reconnects. */
const STREAM_HEAD = 'retry: 3000\n\n';

const GUEST_STREAMS = MAX_STREAMS / 2;
const ACCOUNT_STREAMS = 5;
const NETWORK_STREAMS = 20;

/**
 * Streams notified per turn, which takes two to four milliseconds. Then whatever else is due gets its turn: a claim
 * must not wait for thousands of streams.
 */
const STREAMS_AT_ONCE = 100;

/** Events are collected for this long and sent together, so that a claim does not cost a second round trip. */
const GATHER_MS = 50;
/** PostgreSQL refuses payloads of 8000 bytes or more; an event takes fewer than 100. */
const EVENTS_A_NOTICE = 70;

/**
 * A page fetches its figures before it opens its stream. So that no event is lost in between, a stream begins with
 * those that its account had within this time.
 */
const RECENT_MS = 10_000;

/** Not a topic of the contract: sessions of the account have ended. */
const ENDED = 'ended';

const TOPIC = /^[\w.-]{1,40}$/;

/** What is sent between processes. An account's id is text, because JSON has no integers of that size. */
const encode = ({ user, topic }: ServerEvent) => JSON.stringify({ user: user?.toString(), topic });

/** Reads what another process sent; undefined if it is not one of our events. */
export function decode(text: string): ServerEvent | undefined {
  const { user, topic } = JSON.parse(text) as { user?: unknown; topic?: unknown };
  if (typeof topic !== 'string' || !TOPIC.test(topic)) return undefined;
  return typeof user === 'string' && /^\d+$/.test(user) ? { user: BigInt(user), topic } : { topic };
}

interface Stream extends Hearer {
  readonly response: ServerResponse;
}

const eventText = (topic: string) => `event: ${topic}\ndata: {}\n\n`;
const ofAccount = (id: bigint) => `account ${id}`;
/**
 * The groups that a stream counts towards, with the most streams that each may have. Guests never take the place of
 * others.
 */
const groupsOf = ({ network, caller }: Hearer): readonly (readonly [name: string, most: number])[] =>
  caller
    ? [
        [ofAccount(caller.id), ACCOUNT_STREAMS],
        [`network ${network}`, NETWORK_STREAMS],
      ]
    : [
        [`guests ${network}`, NETWORK_STREAMS],
        ['guests', GUEST_STREAMS],
      ];
const sessionOf = ({ caller }: Hearer) => caller?.tokenHash.toString('hex');

export function eventHub(
  database: Pick<Database, 'kysely' | 'notify' | 'listen'>,
  clock: Pick<Clock, 'now'>,
  log: Logger,
): EventHub {
  const streams = new Set<Stream>();
  const groups = new Map<string, Set<Stream>>();
  /** Never merged: a page treats one event as the echo of its own action and must still receive the next one. */
  const gathered: string[] = [];
  let sending: NodeJS.Timeout | undefined;
  let isStopped = false;
  let unlisten: (() => Promise<void>) | undefined;

  const failed = (what: string) => (error: unknown) =>
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, what);
  const send = ({ response, caller }: Stream, text: string) => {
    // It stays listed until its reader has received the rest. Writing after the end is an error, and a second one ends
    // the process.
    if (response.writableEnded) return;
    // The clock may have been moved past the end of the session. The session was used when the stream began, so it
    // cannot go idle before the stream ends.
    if (caller && caller.endsAt <= clock.now()) response.end();
    else if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
    else response.write(text);
  };
  /** Streams that end meanwhile are skipped; those that begin meanwhile fetch everything anyway. */
  const sendAll = async (hearers: readonly Stream[], text: string) => {
    for (const [index, hearer] of hearers.entries()) {
      if (index > 0 && index % STREAMS_AT_ONCE === 0) await setImmediate();
      if (streams.has(hearer)) send(hearer, text);
    }
  };
  /** Ends the streams whose session is over. */
  const check = async (all: readonly Stream[]) => {
    const sessions = [...new Set(all.map(sessionOf))].filter((session) => session !== undefined);
    if (sessions.length === 0) return;
    const open = await openSessions(database.kysely, sessions, clock.now());
    for (const stream of all) if (!open.has(sessionOf(stream) ?? '')) stream.response.end();
  };
  /** When each account last had an event of each topic, by performance.now, oldest first. */
  const recent = new Map<string, number>();
  const note = (about: string) => {
    const now = performance.now();
    recent.delete(about);
    recent.set(about, now);
    for (const [old, at] of recent) {
      if (now - at < RECENT_MS) break;
      recent.delete(old);
    }
  };
  const isRecent = (about: string) => (recent.get(about) ?? -Infinity) > performance.now() - RECENT_MS;
  const deliver = ({ user, topic }: ServerEvent) => {
    const hearers = [...(user === undefined ? streams : (groups.get(ofAccount(user)) ?? []))];
    if (topic !== ENDED) {
      if (user !== undefined) note(`${user} ${topic}`);
      return void sendAll(hearers, eventText(topic)).catch(failed('an event was not sent to all'));
    }
    // If it is not known which sessions have ended, all streams end: those whose sessions are still open reconnect.
    void check(hearers).catch(() => hearers.forEach(({ response }) => response.end()));
  };
  const flush = async () => {
    sending = undefined;
    const texts = gathered.splice(0);
    for (let from = 0; from < texts.length; from += EVENTS_A_NOTICE)
      await database.notify(CHANNEL, texts.slice(from, from + EVENTS_A_NOTICE).join('\n'));
  };
  const flushSafely = () => flush().catch(failed('events not sent'));
  const heartbeat = setInterval(() => {
    void sendAll([...streams], ':\n\n').catch(failed('a heartbeat was not sent to all'));
  }, HEARTBEAT_MS).unref();
  const checks = setInterval(() => {
    const signedIn = [...streams].filter(({ caller }) => caller);
    void check(signedIn).catch(failed('the sessions of event streams could not be checked'));
  }, CHECK_MS).unref();

  const publish = (event: ServerEvent) => {
    gathered.push(encode(event));
    sending ??= setTimeout(() => void flushSafely(), GATHER_MS).unref();
  };

  return {
    async start() {
      unlisten = await database.listen(CHANNEL, (payload: string) => {
        try {
          for (const text of payload.split('\n')) {
            const event = decode(text);
            if (event) deliver(event);
          }
        } catch {
          log.warn('an event could not be read');
        }
      });
    },
    publish,
    endStreams: (user) => publish({ user, topic: ENDED }),
    isFull: (hearer) =>
      streams.size >= MAX_STREAMS ||
      groupsOf(hearer).some(([name, most]) => (groups.get(name)?.size ?? 0) >= most),
    open(response, hearer) {
      // Nobody would end it: the client left while its session was looked up, or everything else is ending.
      if (response.destroyed || isStopped) return void response.end();
      const stream = { response, ...hearer };
      const names = groupsOf(hearer).map(([name]) => name);
      streams.add(stream);
      for (const name of names) groups.set(name, (groups.get(name) ?? new Set()).add(stream));
      const left = hearer.caller ? hearer.caller.endsAt.getTime() - clock.now().getTime() : STREAM_MS;
      const end = setTimeout(() => response.end(), Math.min(STREAM_MS, left)).unref();
      response.once('close', () => {
        clearTimeout(end);
        streams.delete(stream);
        for (const name of names) {
          groups.get(name)?.delete(stream);
          if (groups.get(name)?.size === 0) groups.delete(name);
        }
      });
      const { caller } = hearer;
      const missed = caller ? topicNames.filter((topic) => isRecent(`${caller.id} ${topic}`)) : [];
      response.write(STREAM_HEAD + missed.map(eventText).join(''));
    },
    get size() {
      return streams.size;
    },
    async stop() {
      isStopped = true;
      clearInterval(heartbeat);
      clearInterval(checks);
      clearTimeout(sending);
      await flushSafely();
      for (const { response } of streams) response.end();
      await unlisten?.();
      unlisten = undefined;
    },
  };
}

/**
 * After how many seconds a client that got no stream may retry. It is refused with 429 even if it is the total number
 * of streams that is too high: its page then falls back to polling, whereas 503 would tell it that the server is down.
 */
const RETRY_SECONDS = 30;

interface StreamDeps {
  readonly hub: EventHub;
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly limiter: Pick<RateLimiter, 'trust' | 'forget' | 'refused'>;
}

/** GET /api/events: a stream for guests, or one with the account's own events for a valid token; an invalid token gets 401. */
export function streamEvents({ hub, database, clock, limiter }: StreamDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = bearerToken(request.headers.authorization);
    const hash = hashToken(token ?? '');
    const caller = token ? await findCaller(database.kysely, hash, false, clock.now()) : null;
    if (token !== undefined && !caller) {
      limiter.forget(hash.toString('hex'));
      refuse('session_expired');
    }
    if (caller) {
      limiter.trust(hash.toString('hex'), caller.id, clock.wall().getTime());
      request.callerId = caller.id;
    }
    const hearer = { network: networkOf(request.ip), caller };
    if (hub.isFull(hearer)) {
      limiter.refused('streams', hearer.network, caller?.id);
      refuse('too_many_requests', { retryAfter: RETRY_SECONDS });
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Buffering proxies would delay events.
      'x-accel-buffering': 'no',
    });
    hub.open(reply.raw, hearer);
    return reply;
  };
}
