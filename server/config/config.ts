/**
 * Every setting of the server: what it means, its format, and its default.
 * `server/README.md` lists them all; a missing or malformed setting stops the start with one line that names it.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { STAKING_RATE } from '#rules/figures.ts';
import type { TeamLevels } from '#rules/team.ts';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import * as shapes from './config.shapes.ts';
import { database, databaseIssue, databases, linkNames, unprovenLinks, withoutAddress } from './links.ts';

const { address, amounts, count, flag, key32, oneOf, origin, point, port, scalar, secrets, url } = shapes;

interface Setting<T extends z.ZodType = z.ZodType> {
  readonly doc: string;
  readonly schema: T;
  readonly fallback?: string;
  /** Required if NODE_ENV=production. */
  readonly production?: true;
}

const setting = <T extends z.ZodType, const M extends { fallback?: string; production?: true }>(
  doc: string,
  schema: T,
  more?: M,
) => ({ doc, schema, ...more }) as { doc: string; schema: T } & M;

export const SETTINGS = {
  NODE_ENV: setting('`production` disables demo mode for good', oneOf('development', 'test', 'production'), {
    fallback: 'development',
  }),
  DEMO: setting(
    '`off` disables demo mode outside production too; CHAIN_RPC_URL, CHAIN_PUBLIC_RPC_URL and TREASURY_ADDRESS are then required',
    flag,
  ),
  PORT: setting('Port of the server; 0 picks a free one', port(0), { fallback: '8080' }),
  HOST: setting('Address to listen on', shapes.host, { fallback: '127.0.0.1' }),
  PUBLIC_URL: setting(
    'Public address of the app, without a path; https in production. Also the domain and URI of the sign-in message (default http://HOST:PORT)',
    origin,
    { production: true },
  ),
  DATA_DIR: setting(
    'Folder for the embedded database, devnet state, keys and the operator socket',
    z.string().min(1),
    { fallback: './.data' },
  ),
  DATABASE_URL: setting('PostgreSQL; if not set, the embedded database is used', database, {
    production: true,
  }),
  DATABASE_DIRECT_URL: setting(
    'The same database without PgBouncer, for LISTEN and, without DATABASE_OWNER_URL, for schema changes; needed if DATABASE_URL is PgBouncer in transaction mode (default DATABASE_URL)',
    database,
  ),
  DATABASE_READ_URL: setting(
    'All servers of the same database, without PgBouncer, separated by commas: while DATABASE_URL does not answer, reads go to the first of these that does',
    databases,
  ),
  DATABASE_OWNER_URL: setting(
    'The same database, without PgBouncer, as the role that owns it. Used only at start, to change the schema and to grant the role of DATABASE_URL what serving needs (default: DATABASE_URL does both)',
    database,
  ),
  CHAIN_RPC_URL: setting(
    'Your own node; its address may contain a key and is never disclosed. Demo mode starts a devnet instead',
    url,
    { production: true },
  ),
  WITHOUT_TLS: setting(
    '`database`, `node` or `database,node`: connections to other machines that production may make without proof of who is at the other end. Otherwise they need `sslmode=verify-full` or https',
    linkNames,
  ),
  CHAIN_PUBLIC_RPC_URL: setting(
    'The node that pages query directly. Its address is public, so it cannot be CHAIN_RPC_URL (demo mode: the devnet)',
    url,
    { production: true },
  ),
  CHAIN_ID: setting('Chain id (default 56, BNB Smart Chain; devnet 1337)', count(1)),
  CONFIRMATIONS: setting('Blocks until a deposit is credited (default 15; devnet 3)', count(1)),
  EXPLORER_URL: setting('Block explorer that transaction links open', url),
  TREASURY_ADDRESS: setting('Wallet that receives deposits (devnet: created on first start)', address, {
    production: true,
  }),
  HOT_WALLET_KEY: setting(
    'Private key that pays withdrawals (devnet: created on first start)',
    shapes.walletKey,
    { production: true },
  ),
  WITHDRAW_DAILY_LIMITS: setting(
    'The most of each coin that an account may withdraw per day (Singapore time), such as `USDT=10000,BTC=0.1`; `off` for no limits. Coins not named keep the limits of the coin list, worth about 10,000 USDT each',
    amounts,
  ),
  WITHDRAW_APPROVAL: setting(
    'Withdrawals that bring an account’s total for the day to these amounts or more, such as `USDT=1000,ADIT=100000`, wait for `operator payouts approve`; so do all further ones once all accounts together have withdrawn ten times as much without approval. `off` pays all of them immediately. Coins not named wait from a tenth of their daily limit on, or of the coin list’s if there is none. If not set, demo mode pays all of them immediately too',
    amounts,
  ),
  EXCHANGE: setting('`off` closes the exchange: pages hide it and swaps answer 403', flag, {
    fallback: 'on',
  }),
  STAKING: setting(
    '`off` takes no new stakes: pages hide staking and stakes answer 403; existing orders continue and can be redeemed',
    flag,
    { fallback: 'on' },
  ),
  STAKING_DAILY_RATE: setting(
    'What an order pays every 24 h as a share of its amount; fixed when the order is made',
    shapes.share,
    { fallback: STAKING_RATE },
  ),
  RACE: setting(
    '`off` takes no new bets: pages hide the race and bets answer 403; rounds that already have bets are settled',
    flag,
    { fallback: 'on' },
  ),
  RACE_REFERRAL: setting('`off` pays the team above nothing from race stakes', flag, {
    fallback: 'on',
  }),
  LOTTERY: setting(
    '`off` takes no new guesses: pages hide the lottery and guesses answer 403; open rounds are drawn',
    flag,
    { fallback: 'on' },
  ),
  TEAM_LEVELS: setting(
    'How many levels above a member receive team yields and bonus hashrate: 1, 2 or 3',
    oneOf('1', '2', '3').transform((text) => Number(text) as TeamLevels),
    { fallback: '3' },
  ),
  SERVICE_WORKER: setting(
    '`off` removes the service worker and its caches from every device at its next visit; queued actions stay',
    flag,
    { fallback: 'on' },
  ),
  SIGN_KEY: setting(
    'Key for the request checksum, or two of them, `NEW,OLD`: the page is built with the first, requests may be signed with either',
    secrets,
    { production: true },
  ),
  DOCUMENT_KEY: setting(
    'Key that encrypts KYC documents and the seeds of draws, 32 bytes in hex; servers on one database share it (outside production: created in DATA_DIR)',
    key32,
    { production: true },
  ),
  DOCUMENT_KEY_OTHER: setting(
    'A second key that also decrypts, while DOCUMENT_KEY is being replaced (`keys rotate`)',
    key32,
  ),
  DOCUMENT_DAYS: setting(
    'Days that KYC documents are kept after the verdict; `0` deletes them immediately. A record of what they were and when they were deleted is kept',
    count(0, 36_500),
    { fallback: '90' },
  ),
  VAPID_PUBLIC_KEY: setting(
    'Web Push public key, base64url; servers on one database share the pair (if not set, it is created in DATA_DIR/keys)',
    point,
  ),
  VAPID_PRIVATE_KEY: setting(
    'Web Push private key, base64url; when the pair changes, every device has to subscribe again',
    scalar,
  ),
  VAPID_SUBJECT: setting(
    "Contact for the Web Push sender, mailto: or https: (default PUBLIC_URL if it is https); Apple's service refuses localhost",
    z.string().regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be mailto: or https:'),
  ),
  WALLETCONNECT_PROJECT_ID: setting(
    'Project id from cloud.reown.com that lets wallets on phones connect (WalletConnect); if not set, the connect sheet says so',
    z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a project'),
  ),
  DRAW_RULE: setting(
    "`validator` hashes transaction, seed and round together, so that nobody can choose the result; `plain` uses only the transaction's hash, and production mode refuses it",
    oneOf('validator', 'plain'),
    { fallback: 'validator' },
  ),
  KYC_AUTO_APPROVE_SECONDS: setting(
    'Seconds after which demo mode approves a valid submission; `off` leaves it to the operator',
    z.union([z.literal('off'), count()], { error: 'must be off or a whole number' }),
    { fallback: '3' },
  ),
  RATE_LIMIT: setting(
    'Requests a minute for each account; ten times as many for all accounts on a network (IPv4 address or IPv6 /56) together, half as many for its guests; 0 means no limit',
    count(),
    { fallback: '3000' },
  ),
  RATE_LIMIT_SIGN_IN: setting('Sign-in calls a minute for each network; 0 means no limit', count(), {
    fallback: '300',
  }),
  TRUST_PROXY: setting(
    '`on` behind a reverse proxy: the client address is the last one in X-Forwarded-For',
    flag,
    { fallback: 'off' },
  ),
  METRICS_PORT: setting(
    'Port of `/metrics` on 127.0.0.1, one for each server; if not set, there is none',
    port(1),
  ),
  LOG_LEVEL: setting(
    'The least severe level that is logged',
    oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug'),
    { fallback: 'info' },
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
type Value<K extends SettingName> = z.infer<(typeof SETTINGS)[K]['schema']>;
/** Settings that have a fallback are always set. */
type Values = {
  [K in SettingName]: Value<K> | ((typeof SETTINGS)[K] extends { fallback: string } ? never : undefined);
};

export class ConfigError extends Error {}

const DEVNET_CHAIN_ID = 1337;
/** Chain ids that only development nodes use; any other is treated as a public chain. */
const LOCAL_CHAIN_IDS = [DEVNET_CHAIN_ID, 31337];
const BNB_CHAIN_ID = 56;

/** The value of a setting, or of the file that NAME_FILE names: vaults, systemd and Docker pass secrets as files. */
export function givenIn(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const [text, file] = [env[name]?.trim(), env[`${name}_FILE`]?.trim()];
  if (text || !file) return text;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name}_FILE names a file that cannot be read`);
  }
}

function read(env: NodeJS.ProcessEnv): Values {
  // Trimmed like every setting: on Windows, `set NODE_ENV=production && …` adds a trailing space.
  const production = givenIn(env, 'NODE_ENV') === 'production';
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback, production: needed }] of Object.entries<Setting>(SETTINGS)) {
    const given = givenIn(env, name) || fallback;
    if (given === undefined) {
      if (needed && production) throw new ConfigError(`${name} is not set; production mode needs it`);
      continue;
    }
    const result = schema.safeParse(given);
    if (!result.success)
      throw new ConfigError(`${name} is malformed: ${result.error.issues[0]?.message ?? 'not understood'}`);
    values[name] = result.data;
  }
  return values as Values;
}

/**
 * The setting that only makes sense on a real chain. Demo mode lets anybody move the clock and approves every
 * verification, so one forgotten variable must not combine it with real money.
 */
function realChainSetting(v: Values): SettingName | undefined {
  if (v.CHAIN_RPC_URL) return 'CHAIN_RPC_URL';
  if (v.DATABASE_URL && v.HOT_WALLET_KEY) return 'HOT_WALLET_KEY';
  return v.CHAIN_ID !== undefined && !LOCAL_CHAIN_IDS.includes(v.CHAIN_ID) ? 'CHAIN_ID' : undefined;
}

const WITHOUT_DEMO = [
  ['CHAIN_RPC_URL', 'only demo mode starts a devnet'],
  ['CHAIN_PUBLIC_RPC_URL', 'only in demo mode may pages ask the same node'],
  ['TREASURY_ADDRESS', 'only demo mode makes one'],
] as const;

/** Reads and checks the environment. @throws ConfigError with one line that names the setting. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const v = read(env);
  const production = v.NODE_ENV === 'production';
  const forbid = (wrong: boolean, text: string) => {
    if (wrong) throw new ConfigError(text);
  };
  forbid(production && v.DEMO === true, 'DEMO cannot be on in production mode');
  const demo = v.DEMO ?? !production;
  const isShipped = v.SIGN_KEY?.includes(DEVELOPMENT_SIGN_KEY) === true;
  forbid(production && isShipped, 'SIGN_KEY is the development key; production mode needs its own');
  const serious = demo && realChainSetting(v);
  if (serious)
    throw new ConfigError(
      `${serious} is set, but demo mode is on: set NODE_ENV=production to run on that chain, or unset ${serious} for demo mode, which runs only on the built-in devnet`,
    );
  const isBlind = env['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0';
  forbid(production && isBlind, 'NODE_TLS_REJECT_UNAUTHORIZED cannot be 0 in production mode');
  const issue = databaseIssue(v);
  if (issue) throw new ConfigError(issue);
  forbid(
    production && !v.PUBLIC_URL?.startsWith('https:'),
    'PUBLIC_URL is not https; production mode needs it, because sessions are sent to it',
  );
  forbid(
    production && v.DRAW_RULE === 'plain',
    'DRAW_RULE cannot be plain in production mode: whoever makes the block could choose the result',
  );
  for (const [name, why] of WITHOUT_DEMO) forbid(!demo && !v[name], `${name} is not set; ${why}`);
  forbid(
    v.CHAIN_RPC_URL !== undefined && v.CHAIN_PUBLIC_RPC_URL === v.CHAIN_RPC_URL,
    'CHAIN_PUBLIC_RPC_URL is CHAIN_RPC_URL, which may contain a key; name another one',
  );
  const isPair = !v.VAPID_PUBLIC_KEY === !v.VAPID_PRIVATE_KEY;
  forbid(!isPair, 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set together or not at all');
  forbid(v.METRICS_PORT === v.PORT, 'METRICS_PORT cannot be PORT');
  const links = production ? unprovenLinks(v) : [];
  for (const { allowed, text } of links) forbid(!allowed, text);
  const host = v.HOST;
  const [signKey = DEVELOPMENT_SIGN_KEY] = v.SIGN_KEY ?? [];
  const autoApprove = v.KYC_AUTO_APPROVE_SECONDS;
  return {
    production,
    demo,
    /** Tests build the page once for all their servers. */
    buildsPage: v.NODE_ENV !== 'test',
    port: v.PORT,
    host,
    /** If PORT is 0, unset until the port is known. */
    publicUrl: v.PUBLIC_URL,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    databaseDirectUrl: v.DATABASE_DIRECT_URL,
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    databaseReadUrls: v.DATABASE_READ_URL,
    /** What is not proven about the connections in production, one line each. */
    unproven: links.filter(({ allowed }) => allowed).map(({ text }) => text),
    chainRpcUrl: v.CHAIN_RPC_URL,
    /** Undefined in demo mode: pages use the devnet. */
    publicRpcUrl: v.CHAIN_PUBLIC_RPC_URL,
    chainId: v.CHAIN_ID ?? (demo ? DEVNET_CHAIN_ID : BNB_CHAIN_ID),
    confirmations: v.CONFIRMATIONS ?? (demo ? 3 : 15),
    /** Without a slash at its end. */
    explorerUrl: v.EXPLORER_URL?.replace(/\/+$/, ''),
    treasuryAddress: v.TREASURY_ADDRESS,
    hotWalletKey: v.HOT_WALLET_KEY,
    /** By coin, in smallest units; undefined means the limits of the coin list. */
    withdrawDailyLimits: v.WITHDRAW_DAILY_LIMITS,
    /** Undefined means a fraction of the daily limits. */
    withdrawApproval: v.WITHDRAW_APPROVAL ?? (demo ? ('off' as const) : undefined),
    exchangeOpen: v.EXCHANGE,
    stakingOpen: v.STAKING,
    /** In smallest units of 1. */
    stakingDailyRate: v.STAKING_DAILY_RATE,
    teamLevels: v.TEAM_LEVELS,
    raceOpen: v.RACE,
    raceReferral: v.RACE_REFERRAL,
    lotteryOpen: v.LOTTERY,
    serviceWorker: v.SERVICE_WORKER,
    /** The key built into the page. */
    signKey,
    /** Keys that requests may be signed with. */
    signKeys: v.SIGN_KEY ?? [signKey],
    documentKey: v.DOCUMENT_KEY,
    otherDocumentKey: v.DOCUMENT_KEY_OTHER,
    /** Days after the verdict. */
    documentDays: v.DOCUMENT_DAYS,
    vapidKeys: v.VAPID_PUBLIC_KEY
      ? { publicKey: v.VAPID_PUBLIC_KEY, privateKey: v.VAPID_PRIVATE_KEY as string }
      : undefined,
    vapidSubject: v.VAPID_SUBJECT,
    /** Sent to pages; it is not a secret. */
    walletConnectProjectId: v.WALLETCONNECT_PROJECT_ID ?? null,
    drawRule: v.DRAW_RULE,
    /** Seconds until a submission is approved automatically; undefined leaves it to the operator. */
    kycAutoApproveSeconds: demo && typeof autoApprove === 'number' ? autoApprove : undefined,
    rateLimit: {
      account: v.RATE_LIMIT,
      guest: Math.ceil(v.RATE_LIMIT / 2),
      signIn: v.RATE_LIMIT_SIGN_IN,
    },
    trustProxy: v.TRUST_PROXY,
    metricsPort: v.METRICS_PORT,
    logLevel: v.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof loadConfig>;

/** Messages at start about optional settings. */
export const remarks = (config: Config): string[] => [
  ...config.unproven,
  ...withoutAddress(config),
  ...(config.production && config.walletConnectProjectId === null
    ? ['WALLETCONNECT_PROJECT_ID is not set: mobile wallets cannot connect, except in their own browsers']
    : []),
];

/** The data folder of the server on this machine, for the operator's command, which needs no other setting. */
export const dataDirOf = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(givenIn(env, 'DATA_DIR') || SETTINGS.DATA_DIR.fallback);

/** The folder in which an operator's command was typed: npm runs its scripts in the package's folder. */
export const typedIn = (): string => process.env['INIT_CWD'] ?? process.cwd();

/** The environment of a child process, with additional settings. */
export const environmentWith = (own: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...own,
});

/** The folders that are searched for programs, in the shell's format. */
export const executablePath = (): string => process.env['PATH'] ?? '';

/** Whether npm runs this process as one of its scripts. */
export const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;
