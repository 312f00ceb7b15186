// Reads the files of server/deploy: what the Dockerfile copies, what the unit and the settings file set, what the lock installs.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tests/support/steps.ts';
import { findNginx } from '#tests/support/tools.ts';

export const DEPLOY = join(ROOT, 'server/deploy');
export const deployFile = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

/** The file with other ports and folders. @throws Error if one of them is not in it */
export const deployFileWith = (
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${name} has no "${from}"`);
    return text.replaceAll(from, to);
  }, deployFile(name));

interface Package {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** Folders of the packages that `npm ci --omit=dev --omit=optional` installs, such as `node_modules/pg`. */
export function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, optional }]) => path && !dev && !optional)
    .map(([path]) => path);
}

/** What each stage of the Dockerfile copies from the repository. */
export const copiedByStage = (): string[][] =>
  deployFile('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) =>
      Array.from(stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, sources = '']) =>
        sources.split(' '),
      ).flat(),
    );

/** `NAME=value` lines of a settings file. */
export const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name = '', value = '']) => [name, value] as const),
  );

/** The values of a directive of the unit file, in order. */
export const directives = (unit: string, name: string): string[] =>
  Array.from(unit.matchAll(new RegExp(`^${name}=(.+)$`, 'gm')), ([, value = '']) => value);

/** Writes a self-signed certificate for `adit.example`. */
function writeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '1', '-subj', '/CN=adit.example', '-keyout', key, '-out', certificate],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  return { certificate, key };
}

interface Ports {
  readonly http: number;
  readonly https: number;
  /** Port of the first server. */
  readonly server: number;
  /** Port of the second one, which is otherwise down. */
  readonly other?: number;
}

/**
 * nginx.conf with a certificate, temporary files and ports for a test. `plain`: without TLS, for browsers, which
 * trust 127.0.0.1 as is.
 * @returns nginx's arguments
 */
export function nginxArguments(folder: string, ports: Ports, plain = false): string[] {
  const { certificate, key } = writeCertificate(folder);
  const live = '/etc/letsencrypt/live/adit.example';
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const changes = [
    [`${live}/fullchain.pem`, certificate],
    [`${live}/privkey.pem`, key],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.https}${plain ? '' : ' ssl http2'};`],
    ['listen [::]:443 ssl http2;', ''],
    ['127.0.0.1:8080', `127.0.0.1:${ports.server}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports.other ?? 1}`],
    ['/var/cache/adit', join(folder, 'assets')],
    ['server_tokens off;', kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')],
  ] as const;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, deployFileWith('nginx.conf', changes));
  // A test's folder is only accessible to its owner, and root's workers would run as somebody else.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const main = `${user}pid ${join(folder, 'nginx.pid')}; daemon off;`;
  return ['-c', file, '-e', join(folder, 'error.log'), '-g', main];
}

/** Path of nginx. @throws Error that says what to install */
export function nginx(): string {
  const found = findNginx();
  if (!found) throw new Error('there is no nginx: install it, or name it in NGINX');
  return found;
}
