/**
 * What is shipped: the packages of the server, which npm lists, those built into the page, which Vite lists with their licences, and those
 * of the worker. One bill of materials names all of them (CycloneDX), and a licence that nobody has read stops the build.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentWith } from '#server/config/config.ts';

export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** As its package.json says. */
  readonly licence: string;
}

/** Permissive licences: the notice is kept (`licenses.json` beside the page), and nothing else is asked for. */
const ALLOWED = /^(MIT|ISC|0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0)$/;

/** A package may have all of several licences, or one of them. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.+)\)$/, '$1')
    .split(/ AND | OR /)
    .every((one) => ALLOWED.test(one));

/** Packages whose own licence was read: Reown's needs a commercial one above 500 monthly active users (server/DEPLOYING.md). */
const READ = [{ name: /^@(reown|walletconnect)\//, licence: 'SEE LICENSE IN LICENSE.md' }];

/** Packages whose licence is neither allowed nor read, one line each. */
export const unknownLicences = (shipped: readonly Shipped[]): string[] =>
  shipped
    .filter(
      ({ name, licence }) =>
        !isAllowed(licence) && !READ.some((read) => read.name.test(name) && read.licence === licence),
    )
    .map(({ name, version, licence }) => `${name}@${version}: ${licence}`);

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, Locked>>;

const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;

const shippedFrom = (path: string, { version = '', license = 'none' }: Locked): Shipped => ({
  name: path.replace(/^.*node_modules\//, ''),
  version,
  licence: license,
});

/** The packages that the server needs at runtime, without the devnet, which is optional. */
export const serverPackages = (root: string): Shipped[] =>
  Object.entries(readLock(root))
    .filter(([path, { dev, optional }]) => path && !dev && !optional)
    .map(([path, locked]) => shippedFrom(path, locked));

/** Packages built into the worker, with their dependencies. Vite builds it apart, without listing them. */
export function workerPackages(root: string): Shipped[] {
  const lock = readLock(root);
  const paths = new Set(['node_modules/workbox-precaching', 'node_modules/workbox-routing']);
  for (const path of paths)
    for (const name of Object.keys(lock[path]?.dependencies ?? {})) paths.add(`node_modules/${name}`);
  return [...paths].map((path) => shippedFrom(path, lock[path] ?? {}));
}

/** Packages built into the page, as the build lists them. */
export const pagePackages = (dist: string): Shipped[] =>
  (
    JSON.parse(readFileSync(join(dist, 'licenses.json'), 'utf8')) as (Omit<Shipped, 'licence'> & {
      identifier?: string;
    })[]
  ).map(({ name, version, identifier = 'none' }) => ({ name, version, licence: identifier }));

interface Bom {
  components: object[];
}

/** A component of CycloneDX. References are unique in a document, and the server may have the same package. */
const component = (part: 'page' | 'worker', { name, version, licence }: Shipped) => ({
  'bom-ref': `${part}:${name}@${version}`,
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  properties: [{ name: 'adit:part', value: part }],
  licenses: [
    ALLOWED.test(licence)
      ? { license: { id: licence } }
      : isAllowed(licence)
        ? { expression: licence }
        : { license: { name: licence } },
  ],
});

/** What npm says about the server's packages, from the lock alone and without a network; undefined if npm is missing or fails. */
function askNpm(root: string): Bom | undefined {
  const words = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--omit',
    'dev',
    '--omit',
    'optional',
  ];
  const { status, stdout } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    env: environmentWith({ npm_config_offline: 'true' }),
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  return status === 0 ? (JSON.parse(stdout) as Bom) : undefined;
}

/** In the page's folder, but hidden, so that it is not served. The next build of the page removes it. */
export const SBOM = '.sbom.cdx.json';

/** Writes the bill of materials of a built page and its server, unless it is there. @returns what was done, in one line */
export function writeSbom(root: string, dist: string, npm = askNpm): string {
  const file = join(dist, SBOM);
  if (existsSync(file)) return 'the bill of materials is there';
  const bom = npm(root);
  if (!bom) return 'npm made no bill of materials: there is no npm, or `npm sbom` failed';
  bom.components.push(
    ...pagePackages(dist).map((one) => component('page', one)),
    ...workerPackages(root).map((one) => component('worker', one)),
  );
  writeFileSync(file, JSON.stringify(bom, null, 1));
  return `the bill of materials names ${bom.components.length} packages`;
}
