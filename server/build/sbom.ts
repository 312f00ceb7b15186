/**
 * What is shipped: the packages of the server and of the worker, from the lock file, and those built into the page,
 * which Vite lists. One bill of materials names all of them (CycloneDX 1.5), and a licence that nobody has read stops
 * the build. `npm sbom --omit=dev` omits everything that a development package also needs (37 of 108 packages, zod and
 * ethers among them), and without `--omit` it refuses the page's peers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '#contract/version.ts';

interface Shipped {
  readonly name: string;
  readonly version: string;
  /** As its package.json says. */
  readonly licence: string;
  /** Of the package as npm fetched it: `sha512-` and base64. */
  readonly integrity?: string | undefined;
}

/** Permissive licences: they require only that the notice is kept (`licenses.json` beside the page). */
const ALLOWED = /^(MIT|ISC|0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|OFL-1\.1)$/;

/** The licence of typefaces, which come from no package registry. */
const isTypeface = (licence: string): boolean => licence === 'OFL-1.1';

/** A package may have several licences at once, or a choice of several; either way, all of them must be allowed. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.+)\)$/, '$1')
    .split(/ AND | OR /)
    .every((one) => ALLOWED.test(one));

/**
 * Packages whose own licence has been read: Reown's requires a commercial one above 500 monthly active users
 * (server/DEPLOYING.md).
 */
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
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, Locked>>;

const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;

const shippedFrom = (path: string, { version = '', license = 'none', integrity }: Locked): Shipped => ({
  name: path.replace(/^.*node_modules\//, ''),
  version,
  licence: license,
  integrity,
});

/** The packages that the server needs at runtime, without the devnet, which is optional. */
export const serverPackages = (root: string): Shipped[] =>
  Object.entries(readLock(root))
    .filter(([path, { dev, optional }]) => path && !dev && !optional)
    .map(([path, locked]) => shippedFrom(path, locked));

/** Packages built into the worker, with their dependencies. Vite builds it separately, without listing them. */
export function workerPackages(root: string): Shipped[] {
  const lock = readLock(root);
  const paths = new Set(['node_modules/workbox-precaching', 'node_modules/workbox-routing']);
  for (const path of paths)
    for (const name of Object.keys(lock[path]?.dependencies ?? {})) paths.add(`node_modules/${name}`);
  return [...paths].map((path) => shippedFrom(path, lock[path] ?? {}));
}

/** Packages built into the page, as the build lists them. */
const pagePackages = (dist: string): Shipped[] =>
  (
    JSON.parse(readFileSync(join(dist, 'licenses.json'), 'utf8')) as (Omit<Shipped, 'licence'> & {
      identifier?: string;
    })[]
  ).map(({ name, version, identifier = 'none' }) => ({ name, version, licence: identifier }));

/** A component of CycloneDX. References are unique in a document, but several parts may contain the same package. */
const component = (part: string, { name, version, licence, integrity }: Shipped) => ({
  'bom-ref': `${part}:${name}@${version}`,
  type: 'library',
  name,
  version,
  purl: `pkg:${isTypeface(licence) ? 'generic' : 'npm'}/${name.replace('@', '%40')}@${version}`,
  properties: [{ name: 'adit:part', value: part }],
  ...(integrity && {
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    ],
  }),
  licenses: [
    ALLOWED.test(licence)
      ? { license: { id: licence } }
      : isAllowed(licence)
        ? { expression: licence }
        : { license: { name: licence } },
  ],
});

/** In the page's folder, but hidden, so that it is not served. */
export const SBOM = '.sbom.cdx.json';

/** Writes the bill of materials of a built page and its server. @throws Error that names the packages whose licence is unknown */
export function writeSbom(root: string, dist: string): void {
  const parts = { server: serverPackages(root), page: pagePackages(dist), worker: workerPackages(root) };
  const unknown = unknownLicences(Object.values(parts).flat());
  if (unknown.length > 0)
    throw new Error(`licences that are not on the list in server/build/sbom.ts: ${unknown.join(', ')}`);
  // The same package may be in several folders of one part.
  const components = Object.entries(parts).flatMap(([part, shipped]) => [
    ...new Map(shipped.map((one) => [`${one.name}@${one.version}`, component(part, one)])).values(),
  ]);
  const [version = ''] = VERSION.split(' ');
  const own = { 'bom-ref': `adit@${version}`, type: 'application', name: 'adit', version };
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: own },
    components,
  };
  writeFileSync(join(dist, SBOM), JSON.stringify(bom, null, 1));
}
