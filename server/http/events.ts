/**
 * Server-sent events: what has changed, never how much. Every process tells the others through the database, and each
 * passes an event on to its own streams (WHATWG HTML, section 9.2 "Server-sent events").
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '#server/db/client.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { bearerToken, findCaller, hashToken } from './session.ts';

interface ServerEvent {
  /** Only this account is told; without it everybody is. */
  readonly user?: bigint;
  /** What to fetch anew (src/contract/topics.ts); another release may know others. */
  readonly topic: string;
}

export interface EventHub {
  /** Hears what other processes publish. */
  start(): Promise<void>;
  /** Tells every stream of every process. Never throws: an event that is lost costs a refresh, no money. */
  publish(event: ServerEvent): void;
  /** Serves a stream on a response whose head is written; it ends by itself after `STREAM_MS`. */
  open(response: ServerResponse, user: bigint | null): void;
  readonly size: number;
  /** Ends all streams; clients come back to another process or after the restart. */
  stop(): Promise<void>;
}

const CHANNEL = 'events';
const HEARTBEAT_MS = 25_000;
/** A stream ends after this long: its session is looked up again when the client comes back. */
const STREAM_MS = 30 * 60_000;
/** A client that reads this far behind is dropped. */
const MAX_BEHIND_BYTES = 64 * 1024;
/** How long a client waits before it comes back. */
const STREAM_HEAD = 'retry: 3000\n\n';

const MAX_STREAMS = 5000;

/** Events are gathered this long and sent together: a claim must not cost a second round trip of its own. */
const GATHER_MS = 50;
/** PostgreSQL refuses a payload of 8000 bytes or more; an event has less than 100. */
const EVENTS_A_NOTICE = 70;

const TOPIC = /^[\w.-]{1,40}$/;

/** What travels between processes: an account's id as text, since JSON has no such numbers. */
const encode = ({ user, topic }: ServerEvent) => JSON.stringify({ user: user?.toString(), topic });

/** Reads what another process sent; undefined when it is none of ours. */
export function decode(text: string): ServerEvent | undefined {
  const { user, topic } = JSON.parse(text) as { user?: unknown; topic?: unknown };
  if (typeof topic !== 'string' || !TOPIC.test(topic)) return undefined;
  return typeof user === 'string' && /^\d+$/.test(user) ? { user: BigInt(user), topic } : { topic };
}

export function eventHub(database: Pick<Database, 'notify' | 'listen'>, log: Logger): EventHub {
  const streams = new Set<ServerResponse>();
  const ofUser = new Map<bigint, Set<ServerResponse>>();
  /** Each by itself: a page takes one of them for the echo of its own action, and must hear of another's. */
  const gathered: string[] = [];
  let sending: NodeJS.Timeout | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  const send = (response: ServerResponse, text: string) => {
    if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
    else response.write(text);
  };
  const deliver = ({ user, topic }: ServerEvent) => {
    const hearers = user === undefined ? streams : (ofUser.get(user) ?? []);
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
    publish(event) {
      gathered.push(encode(event));
      sending ??= setTimeout(() => void flushSafely(), GATHER_MS).unref();
    },
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

/** GET /api/events: a stream for a guest, or with the account's own events for a good token; a bad one is refused with 401. */
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
      // Proxies that buffer would hold events back.
      'x-accel-buffering': 'no',
    });
    hub.open(reply.raw, user?.id ?? null);
    return reply;
  };
}
