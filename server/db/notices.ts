/** Telling other processes: LISTEN and NOTIFY on PostgreSQL, a plain emitter for the embedded database's only process. */
import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './client.ts';

export interface Notices {
  notify(channel: string, payload: string): Promise<void>;
  /** Calls `hear` for each payload until the returned function is called. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function localNotices(): Notices {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    async notify(channel, payload) {
      emitter.emit(channel, payload);
    },
    async listen(channel, hear) {
      emitter.on(channel, hear);
      return async () => void emitter.off(channel, hear);
    },
    async close() {
      emitter.removeAllListeners();
    },
  };
}

const RECONNECT_MS = 1000;
const CHANNEL = /^[a-z_]+$/;

/** One connection of its own hears for the whole process; when it is lost it is made again. */
export function postgresNotices(db: Db, connect: () => pg.Client, log: Logger): Notices {
  const local = localNotices();
  const channels = new Set<string>();
  let client: pg.Client | undefined;
  let closed = false;

  async function open(): Promise<void> {
    const next = connect();
    next.on('notification', ({ channel, payload }) => void local.notify(channel, payload ?? ''));
    next.on('error', (error) => log.warn({ err: error }, 'the listening database connection was lost'));
    next.on('end', () => {
      client = undefined;
      if (!closed) setTimeout(reopen, RECONNECT_MS).unref();
    });
    await next.connect();
    for (const channel of channels) await next.query(`listen ${channel}`);
    client = next;
  }
  const reopen = () => {
    if (closed || client) return;
    open().catch(() => {
      if (!closed) setTimeout(reopen, RECONNECT_MS).unref();
    });
  };

  return {
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db);
    },
    async listen(channel, hear) {
      if (!CHANNEL.test(channel)) throw new Error(`not a channel: ${channel}`);
      const stop = await local.listen(channel, hear);
      channels.add(channel);
      if (client) await client.query(`listen ${channel}`);
      else await open();
      return stop;
    },
    async close() {
      closed = true;
      await client?.end();
      await local.close();
    },
  };
}
