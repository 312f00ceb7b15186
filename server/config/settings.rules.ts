/**
 * Which settings an operator may change while servers run, and what a word for one of them is worth. Pure: the environment, and what
 * is stored, come as arguments. A stored word that is not understood (it may be a later version's) never stops anybody.
 */
import { type Config, ConfigError, SETTINGS, type SettingName, loadConfig } from './config.ts';
import { probeCoins } from './probe.ts';

export const LIVE = [
  'EXCHANGE',
  'STAKING',
  'STAKING_DAILY_RATE',
  'RACE',
  'RACE_REFERRAL',
  'LOTTERY',
  'TEAM_LEVELS',
  'WITHDRAW_DAILY_LIMITS',
  'WITHDRAW_APPROVAL',
  'DOCUMENT_DAYS',
  'KYC_AUTO_APPROVE_SECONDS',
] as const satisfies readonly SettingName[];

/** Nobody is verified without the operator elsewhere. */
export const DEMO_ONLY = 'KYC_AUTO_APPROVE_SECONDS';

export type LiveName = (typeof LIVE)[number];
export type Environment = Readonly<Record<string, string | undefined>>;
/** Words of the operator by name. */
export type Words = Readonly<Record<string, string>>;

/** Long enough for a limit of every coin. */
const LONGEST = 1000;

export const isLive = (name: string): name is LiveName => (LIVE as readonly string[]).includes(name);

/** The environment with words of the operator over it. An empty one would be read as "not given". */
const withWords = (env: Environment, words: Words): Config => {
  const config = loadConfig({ ...env, ...words });
  probeCoins(config);
  return config;
};

/** Why a word cannot be in force for a setting, in one line that names it; undefined for one that can. */
export function issueOf(env: Environment, name: LiveName, value: string): string | undefined {
  if (!value.trim() || value.length > LONGEST) return `${name} is malformed: give a value`;
  try {
    const config = withWords(env, { [name]: value.trim() });
    return name === DEMO_ONLY && !config.demo
      ? `${name} is for demo mode alone: here the operator decides every verification`
      : undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

interface Applied {
  readonly config: Config;
  /** Stored words that are left aside, with the reason. */
  readonly ignored: readonly string[];
}

/** The settings in force: the operator's words where they can be, else the environment, else the defaults. */
export function applyWords(env: Environment, stored: Words): Applied {
  const good: Record<string, string> = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(stored)) {
    const issue = isLive(name) ? issueOf(env, name, value) : `${name} is not a setting that can be changed`;
    if (issue) ignored.push(issue);
    else good[name] = value.trim();
  }
  return { config: withWords(env, good), ignored };
}

export type Source = 'operator' | 'environment' | 'default';

/** A setting as it is written where it comes from; null where its default is not a word of its own. */
export function wordOf(
  env: Environment,
  stored: Words,
  name: LiveName,
): { source: Source; value: string | null } {
  const own = stored[name];
  if (own !== undefined && !issueOf(env, name, own)) return { source: 'operator', value: own.trim() };
  const given = env[name]?.trim();
  if (given) return { source: 'environment', value: given };
  const { fallback } = SETTINGS[name] as { fallback?: string };
  return { source: 'default', value: fallback ?? null };
}
