/**
 * Server-sent events: they say what has changed, never how much. Each process notifies the others through the database and
 * passes events on to its own streams (WHATWG HTML, section 9.2 "Server-sent events").
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '#server/db/client.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { bearerToken, findCaller, hashToken } from './session.ts';

interface ServerEvent {
  /** The only account that receives the event; undefined sends it to everybody. */
  readonly user?: bigint;
  /** What to fetch again (src/contract/topics.ts); another release may have other topics. */
  readonly topic: string;
}

export interface EventHub {
  /** Starts receiving what other processes publish. */
  start(): Promise<void>;
  /** Sends an event to every stream of every process. Never throws: a lost event costs a refresh, not money. */
  publish(event: ServerEvent): void;
  /** Ends the account's streams in every process: its sessions are over. */
  endStreams(user: bigint): void;
  /** Serves a stream on a response whose headers are sent; it ends by itself after `STREAM_MS`. */
  open(response: ServerResponse, user: bigint | null): void;
  readonly size: number;
  /** Ends all streams; clients reconnect to another process, or to this one after its restart. */
  stop(): Promise<void>;
}

const CHANNEL = 'events';
const HEARTBEAT_MS = 25_000;
/** A stream ends after this long, so that its session is checked again when the client reconnects. */
const STREAM_MS = 30 * 60_000;
/** A client with more unread bytes than this is disconnected. */
const MAX_BEHIND_BYTES = 64 * 1024;
/** How long a client waits before it reconnects. */
const STREAM_HEAD = 'retry: 3000\n\n';

const MAX_STREAMS = 5000;

/** Events are collected for this long and sent together, so that a claim does not cost a second round trip. */
const GATHER_MS = 50;
/** PostgreSQL refuses payloads of 8000 bytes or more; an event has fewer than 100. */
const EVENTS_A_NOTICE = 70;

/** Not a topic of the contract: the account's streams end. */
const ENDED = 'ended';

const TOPIC = /^[\w.-]{1,40}$/;

/** What travels between processes. An account's id is text, because JSON has no integers of that size. */
const encode = ({ user, topic }: ServerEvent) => JSON.stringify({ user: user?.toString(), topic });

/** Reads what another process sent; undefined if it is not one of our events. */
export function decode(text: string): ServerEvent | undefined {
  const { user, topic } = JSON.parse(text) as { user?: unknown; topic?: unknown };
  if (typeof topic !== 'string' || !TOPIC.test(topic)) return undefined;
  return typeof user === 'string' && /^\d+$/.test(user) ? { user: BigInt(user), topic } : { topic };
}

export function eventHub(database: Pick<Database, 'notify' | 'listen'>, log: Logger): EventHub {
  const streams = new Set<ServerResponse>();
  const ofUser = new Map<bigint, Set<ServerResponse>>();
  /** Never merged: a page treats one event as the echo of its own action and must still receive the next one. */
  const gathered: string[] = [];
  let sending: NodeJS.Timeout | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  const send = (response: ServerResponse, text: string) => {
    if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
    else response.write(text);
  };
  const deliver = ({ user, topic }: ServerEvent) => {
    const hearers = user === undefined ? streams : (ofUser.get(user) ?? []);
    if (topic === ENDED) return [...hearers].forEach((response) => response.end());
    for (const response of hearers) send(response, `event: ${topic}\ndata: {}\n\n`);
  };
  const flush = async () => {
    sending = undefined;
    const texts = gathered.splice(0);
    for (let from = 0; from < texts.length; from += EVENTS_A_NOTICE)
      await database.notify(CHANNEL, texts.slice(from, from + EVENTS_A_NOTICE).join('\n'));
  };
  const flushSafely = () =>
    flush().catch((error: unknown) =>
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'events not sent'),
    );
  const heartbeat = setInterval(() => {
    for (const response of streams) send(response, ':\n\n');
  }, HEARTBEAT_MS).unref();

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
    open(response, user) {
      streams.add(response);
      const own = user === null ? undefined : (ofUser.get(user) ?? new Set());
      if (user !== null && own) ofUser.set(user, own.add(response));
      const end = setTimeout(() => response.end(), STREAM_MS).unref();
      response.once('close', () => {
        clearTimeout(end);
        streams.delete(response);
        own?.delete(response);
        if (user !== null && own?.size === 0) ofUser.delete(user);
      });
      response.write(STREAM_HEAD);
    },
    get size() {
      return streams.size;
    },
    async stop() {
      clearInterval(heartbeat);
      clearTimeout(sending);
      await flushSafely();
      for (const response of streams) response.end();
      await unlisten?.();
      unlisten = undefined;
    },
  };
}

/** GET /api/events: a stream for guests, or one with the account's own events for a valid token; an invalid token gets 401. */
export function streamEvents(hub: EventHub, database: Database, clock: Clock) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = bearerToken(request.headers.authorization);
    const user = token ? await findCaller(database.kysely, hashToken(token), false, clock.now()) : null;
    if (token !== undefined && !user) refuse('session_expired');
    if (hub.size >= MAX_STREAMS) refuse('unavailable');
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Buffering proxies would delay events.
      'x-accel-buffering': 'no',
    });
    hub.open(reply.raw, user?.id ?? null);
    return reply;
  };
}
