/**
 * Which settings an operator may change while servers run, and which values are valid. Pure: the environment and the
 * stored values are arguments. An unreadable stored value (perhaps written by a later version) never stops a server.
 */
import { type Config, ConfigError, SETTINGS, type SettingName, givenIn, loadConfig } from './config.ts';
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

/** Outside demo mode, only the operator approves verifications. */
export const DEMO_ONLY = 'KYC_AUTO_APPROVE_SECONDS';

export type LiveName = (typeof LIVE)[number];
export type Environment = Readonly<Record<string, string | undefined>>;
/** The operator's values, by name. */
export type Words = Readonly<Record<string, string>>;

/** Long enough to set a limit for every coin. */
const LONGEST = 1000;

export const isLive = (name: string): name is LiveName => (LIVE as readonly string[]).includes(name);

/** The environment, overridden by the operator's values. An empty value would mean "not set". */
const withWords = (env: Environment, words: Words): Config => {
  const config = loadConfig({ ...env, ...words });
  probeCoins(config);
  return config;
};

/** Why a value is not valid for a setting, in one line that names it; undefined for a valid one. */
export function issueOf(env: Environment, name: LiveName, value: string): string | undefined {
  if (!value.trim() || value.length > LONGEST) return `${name} is malformed: give a value`;
  try {
    const config = withWords(env, { [name]: value.trim() });
    return name === DEMO_ONLY && !config.demo
      ? `${name} is only for demo mode: here the operator decides every verification`
      : undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

interface Applied {
  readonly config: Config;
  /** Stored values that are ignored, with the reason. */
  readonly ignored: readonly string[];
}

/**
 * The settings that apply: the operator's values if they are valid, otherwise the environment's, otherwise the
 * defaults.
 */
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

type Source = 'operator' | 'environment' | 'default';

/** A setting in the format of its source; null if its default cannot be written as a value. */
export function wordOf(
  env: Environment,
  stored: Words,
  name: LiveName,
): { source: Source; value: string | null } {
  const own = stored[name];
  if (own !== undefined && !issueOf(env, name, own)) return { source: 'operator', value: own.trim() };
  const given = givenIn(env, name);
  if (given) return { source: 'environment', value: given };
  const { fallback } = SETTINGS[name] as { fallback?: string };
  return { source: 'default', value: fallback ?? null };
}
