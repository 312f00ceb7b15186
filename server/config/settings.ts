/**
 * The settings and coin terms that apply now, cached in memory so nobody waits for the database. A change is announced
 * to every process immediately; in case a notice is lost, each process also checks every few seconds. Unreadable values
 * are ignored with a warning.
 */
import type { Logger } from 'pino';
import { type CoinChanges, changesOf } from '#server/chain/coins.terms.ts';
import type { Config } from './config.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import { mutex } from '#server/lib/mutex.ts';
import { type StoredSetting, type StoredTerm, readSettings, readTerms } from './settings.repository.ts';
import { type Environment, applyWords } from './settings.rules.ts';

/** What applies at one moment; the same object until something changes. */
interface InForce {
  /** All settings, including those of the environment that cannot be changed. */
  readonly config: Config;
  readonly coins: CoinChanges;
  readonly stored: { readonly settings: readonly StoredSetting[]; readonly terms: readonly StoredTerm[] };
}

export interface Settings {
  readonly env: Environment;
  now(): InForce;
  /** Makes a change and applies it; resolves once it applies in this process. Other processes follow within 5 s. */
  change<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Applies what other processes have changed. */
  refresh(): Promise<unknown>;
  /** Called after something has changed. */
  watch(hear: () => void): void;
}

const CHANNEL = 'operator_settings';
export const REFRESH_MS = 4000;

/** Reads what is stored, then listens for changes. */
export async function openSettings(deps: {
  database: Database;
  env: Environment;
  log: Pick<Logger, 'warn'>;
}): Promise<Settings> {
  const { database, env, log } = deps;
  const hearers: (() => void)[] = [];
  /** One after the other, so a later read takes effect later. */
  const inTurn = mutex();
  let read = '';
  /** The values ignored at the last check; each is reported when it starts being ignored. */
  let aside: readonly string[] = [];
  let current: InForce | undefined;

  async function look(): Promise<InForce> {
    const stored = { settings: await readSettings(database.kysely), terms: await readTerms(database.kysely) };
    const text = JSON.stringify(stored);
    if (current && text === read) return current;
    const words = Object.fromEntries(stored.settings.map(({ name, value }) => [name, value]));
    const [settings, coins] = [applyWords(env, words), changesOf(stored.terms)];
    const ignored = [...settings.ignored, ...coins.ignored];
    for (const reason of ignored)
      if (!aside.includes(reason)) log.warn({ reason }, 'a stored setting is ignored');
    aside = ignored;
    read = text;
    current = { config: settings.config, coins: coins.changes, stored };
    for (const hear of hearers) hear();
    return current;
  }
  const refresh = () => inTurn(look);

  await refresh();
  // If a notice cannot be handled now, the next check applies the change.
  await database.listen(CHANNEL, () => void refresh().catch(() => undefined));
  return {
    env,
    now: () => current as InForce,
    async change(work) {
      const done = await inTransaction(database.kysely, work);
      await refresh();
      // If the notice is lost, the other processes find the change themselves.
      await database
        .notify(CHANNEL, '')
        .catch((error: unknown) => log.warn({ err: error }, 'other processes were not notified'));
      return done;
    },
    refresh,
    watch: (hear) => void hearers.push(hear),
  };
}
