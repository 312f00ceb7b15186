/**
 * Server-sent events: what has changed, never how much. Every process tells the others through the database, and each
 * passes an event on to its own streams (WHATWG HTML, section 9.2 "Server-sent events").
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '#server/db/client.ts';

export interface ServerEvent {
  /** Only this account is told; without it everybody is. */
  readonly user?: bigint;
  /** What to fetch anew: "balance", "race", "lottery". */
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
export const STREAM_HEAD = 'retry: 3000\n\n';

export const MAX_STREAMS = 5000;

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
  const streams = new Map<ServerResponse, bigint | null>();
  let unlisten: (() => Promise<void>) | undefined;

  const send = (response: ServerResponse, text: string) => {
    if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
    else response.write(text);
  };
  const deliver = ({ user, topic }: ServerEvent) => {
    for (const [response, owner] of streams) {
      if (user === undefined || user === owner) send(response, `event: ${topic}\ndata: {}\n\n`);
    }
  };
  const heartbeat = setInterval(() => {
    for (const response of streams.keys()) send(response, ':\n\n');
  }, HEARTBEAT_MS).unref();

  return {
    async start() {
      unlisten = await database.listen(CHANNEL, (payload: string) => {
        try {
          const event = decode(payload);
          if (event) deliver(event);
        } catch {
          log.warn('an event could not be read');
        }
      });
    },
    publish(event) {
      database
        .notify(CHANNEL, encode(event))
        .catch((error: Error) => log.warn({ reason: error.name }, 'event not sent'));
    },
    open(response, user) {
      streams.set(response, user);
      const end = setTimeout(() => response.end(), STREAM_MS).unref();
      response.once('close', () => {
        clearTimeout(end);
        streams.delete(response);
      });
      response.write(STREAM_HEAD);
    },
    get size() {
      return streams.size;
    },
    async stop() {
      clearInterval(heartbeat);
      for (const response of streams.keys()) response.end();
      await unlisten?.();
      unlisten = undefined;
    },
  };
}
