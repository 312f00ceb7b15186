/**
 * Settings and terms of coins in force, kept in memory: who asks never waits for the database. A change is told to every process at
 * once, and each looks for itself every few seconds, for a notice that was lost. What cannot be understood is left aside with a warning.
 */
import type { Logger } from 'pino';
import { type CoinChanges, changesOf } from '#server/chain/coins.terms.ts';
import type { Config } from './config.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import { mutex } from '#server/lib/mutex.ts';
import { type StoredSetting, type StoredTerm, readSettings, readTerms } from './settings.repository.ts';
import { type Environment, applyWords } from './settings.rules.ts';

/** The settings that stay as they were at the start. The others are asked for anew at each use. */
export type Fixed = Omit<
  Config,
  | 'exchangeOpen'
  | 'stakingOpen'
  | 'stakingDailyRate'
  | 'raceOpen'
  | 'raceReferral'
  | 'lotteryOpen'
  | 'teamLevels'
  | 'withdrawDailyLimits'
  | 'withdrawApproval'
  | 'documentDays'
  | 'kycAutoApproveSeconds'
>;

/** What holds at one moment. The same object until something is changed. */
interface InForce {
  /** All settings; those of the environment that cannot be changed are in it as well. */
  readonly config: Config;
  readonly coins: CoinChanges;
  readonly stored: { readonly settings: readonly StoredSetting[]; readonly terms: readonly StoredTerm[] };
}

export interface Settings {
  readonly env: Environment;
  now(): InForce;
  /** Changes something and takes it up; resolves when it is in force here. Other processes follow within 5 s. */
  change<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Takes up what other processes have changed. */
  refresh(): Promise<void>;
  /** Is called after something has changed. */
  watch(hear: () => void): void;
}

const CHANNEL = 'operator_settings';
export const REFRESH_MS = 4000;

/** Reads what is stored and listens from then on. */
export async function openSettings(deps: {
  database: Database;
  env: Environment;
  log: Pick<Logger, 'warn'>;
}): Promise<Settings> {
  const { database, env, log } = deps;
  const hearers: (() => void)[] = [];
  /** One after the other: what was read later is in force later. */
  const inTurn = mutex();
  let read = '';
  /** What was left aside at the last look: told when it begins. */
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
      if (!aside.includes(reason)) log.warn({ reason }, 'a stored setting is left aside');
    aside = ignored;
    read = text;
    current = { config: settings.config, coins: coins.changes, stored };
    for (const hear of hearers) hear();
    return current;
  }
  const refresh = () => inTurn(look);

  await refresh();
  // A notice that cannot be followed now is followed by the next look.
  await database.listen(CHANNEL, () => void refresh().catch(() => undefined));
  return {
    env,
    now: () => current as InForce,
    async change(work) {
      const done = await inTransaction(database.kysely, work);
      await refresh();
      // The others look for themselves if they are not told.
      await database.notify(CHANNEL, '').catch((error: unknown) => log.warn({ err: error }, 'not told'));
      return done;
    },
    async refresh() {
      await refresh();
    },
    watch: (hear) => void hearers.push(hear),
  };
}
