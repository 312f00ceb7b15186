/** Messages between processes: LISTEN and NOTIFY on PostgreSQL, an emitter for the embedded database, which has only one process. */
import { EventEmitter } from 'node:events';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { mutex } from '#server/lib/mutex.ts';
import { readFault } from './faults.ts';
import { abandon } from './postgres.ts';
import type { Tables } from './tables.ts';

export interface Notices {
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Calls `hear` for each payload until the returned function is called. Messages sent while the connection is down do
   * not arrive.
   */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function localNotices(log: Logger): Notices {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    async notify(channel, payload) {
      emitter.emit(channel, payload);
    },
    async listen(channel, hear) {
      // An error in one listener must not reach the sender or the other listeners.
      const safely = (payload: string) => {
        try {
          hear(payload);
        } catch (error) {
          log.error({ err: error, channel }, 'a notice could not be handled');
        }
      };
      emitter.on(channel, safely);
      return async () => void emitter.off(channel, safely);
    },
    async close() {
      emitter.removeAllListeners();
    },
  };
}

const RECONNECT_MS = 500;
/** How often the listening connection is probed: nothing else is ever sent on it. */
const CHECK_MS = 10_000;
const CHANNEL = /^[a-z_]{1,60}$/;

/** One connection listens for the whole process; if it is lost or does not answer, it is opened again. */
export function postgresNotices(
  db: Kysely<Tables>,
  connect: () => pg.Client,
  log: Logger,
  checkMs = CHECK_MS,
): Notices {
  const local = localNotices(log);
  const channels = new Set<string>();
  const inTurn = mutex();
  const asked = (client: pg.Client, text: string) => inTurn(() => client.query(text));
  let hearing: Promise<pg.Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function open(): Promise<pg.Client> {
    const client = connect();
    client.on('notification', ({ channel, payload }) => void local.notify(channel, payload ?? ''));
    client.on('error', (error) => log.warn({ err: error }, 'the listening database connection was lost'));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${channel}`);
      const check = setInterval(() => void asked(client, 'select').catch(() => abandon(client)), checkMs);
      check.unref();
      client.on('end', () => {
        clearInterval(check);
        later();
      });
      return client;
    } catch (error) {
      abandon(client);
      throw readFault(error);
    }
  }
  /** The connection, opened if there is none. A failure is not stored, so the next call tries again. */
  function hear(): Promise<pg.Client> {
    hearing ??= open().catch((error: unknown) => {
      hearing = undefined;
      throw error;
    });
    return hearing;
  }
  function later(): void {
    hearing = undefined;
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void hear().catch(later), RECONNECT_MS).unref();
  }

  return {
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db);
    },
    async listen(channel, listener) {
      if (!CHANNEL.test(channel)) throw new Error(`not a channel: ${channel}`);
      const stop = await local.listen(channel, listener);
      channels.add(channel);
      try {
        await asked(await hear(), `listen ${channel}`);
        return stop;
      } catch (error) {
        await stop();
        throw readFault(error);
      }
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await (await hearing?.catch(() => undefined))?.end();
      await local.close();
    },
  };
}
