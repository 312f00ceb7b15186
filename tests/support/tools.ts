// Finds the programs that npm cannot install: Chromium, PostgreSQL's server binaries, PgBouncer, nginx and openssl. Missing ones are installed with
// apt where possible (as root on Debian or Ubuntu, for example in CI). Starts no services.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const HEADLESS_SHELL = 'chromium-headless-shell';
const POSTGRES_HOME = '/usr/lib/postgresql';
const POLICY = '/usr/sbin/policy-rc.d';

const executable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find(executable);

/** Path of Chromium: `CHROMIUM` if set, else the first known name on PATH. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM'];
  if (given) return executable(given) ? given : undefined;
  return BROWSERS.map(onPath).find((path) => path !== undefined);
}

/**
 * Path of the browser without a user interface of its own, which takes a fifth less processor time for a journey; if it
 * is missing, that of Chromium. It shows no notifications.
 */
export const findHeadlessShell = (): string | undefined => onPath(HEADLESS_SHELL) ?? findChromium();

/** Folder with `initdb` and `postgres`: `POSTGRES_BIN` if set, else Debian's newest version, else the one on PATH. */
export function findPostgres(): string | undefined {
  const whole = (dir: string): boolean =>
    executable(join(dir, 'initdb')) && executable(join(dir, 'postgres'));
  const given = process.env['POSTGRES_BIN'];
  if (given) return whole(given) ? given : undefined;
  const versions = existsSync(POSTGRES_HOME) ? readdirSync(POSTGRES_HOME) : [];
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_HOME, version, 'bin'));
  const path = onPath('initdb');
  return [...newest, ...(path ? [join(path, '..')] : [])].find(whole);
}

/** Path of nginx: `NGINX` if set, else the one on PATH, else in /usr/sbin, which is not on every user's PATH. */
export function findNginx(): string | undefined {
  const given = process.env['NGINX'];
  if (given) return executable(given) ? given : undefined;
  return onPath('nginx') ?? ['/usr/sbin/nginx'].find(executable);
}

/** Path of PgBouncer: `PGBOUNCER` if set, else as nginx is found. */
export function findPgbouncer(): string | undefined {
  const given = process.env['PGBOUNCER'];
  if (given) return executable(given) ? given : undefined;
  return onPath('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find(executable);
}

/** Installs the packages, and those of `optional` that this system offers. */
function apt(packages: string[], optional: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const call = (...args: string[]): void => {
    const { status, stderr, stdout } = spawnSync('apt-get', ['-qq', ...args], {
      env,
      encoding: 'utf8',
      timeout: 600_000,
    });
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`);
  };
  // Debian starts the services it installs. A policy of 101 ("not allowed") prevents that for all of them.
  const policy = !existsSync(POLICY);
  if (policy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    call('update');
    const offered = optional.filter((name) => spawnSync('apt-cache', ['show', name]).status === 0);
    call('install', '-y', '--no-install-recommends', ...packages, ...offered);
  } finally {
    if (policy) rmSync(POLICY, { force: true });
  }
}

interface Tools {
  chromium: string;
  postgres: string;
  nginx: string;
  pgbouncer: string;
}

/**
 * Finds the tools and installs those that are missing.
 * @throws Error that says what to install, if they cannot be installed here
 */
export function ensureTools(log: (line: string) => void): Tools {
  const wanted = [
    ...(findChromium() ? [] : ['chromium']),
    ...(findPostgres() ? [] : ['postgresql']),
    ...(findNginx() ? [] : ['nginx']),
    ...(findPgbouncer() ? [] : ['pgbouncer']),
    ...(onPath('openssl') ? [] : ['openssl']),
  ];
  if (wanted.length) {
    if (process.getuid?.() !== 0 || !onPath('apt-get'))
      throw new Error(
        `missing: ${wanted.join(' and ')}. Install them, or name them in CHROMIUM, POSTGRES_BIN, NGINX and PGBOUNCER.`,
      );
    log(`installing ${wanted.join(' and ')} with apt`);
    apt(wanted, wanted.includes('chromium') ? [HEADLESS_SHELL] : []);
  }
  const [chromium, postgres, nginx, pgbouncer] = [
    findChromium(),
    findPostgres(),
    findNginx(),
    findPgbouncer(),
  ];
  if (!chromium || !postgres || !nginx || !pgbouncer)
    throw new Error(`not found after the installation of ${wanted.join(' and ')}`);
  return { chromium, postgres, nginx, pgbouncer };
}
