/** Every package that is shipped has a licence that somebody has read, and the bill of materials names all of them. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VERSION } from '#contract/version.ts';
import { SBOM, serverPackages, unknownLicences, workerPackages, writeSbom } from './sbom.ts';

const ROOT = join(import.meta.dirname, '../..');
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const SHA512: unknown = expect.stringMatching(/^[0-9a-f]{128}$/);

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'adit-sbom-'));
  writeFileSync(
    join(dist, 'licenses.json'),
    JSON.stringify([
      { name: '@lit/reactive-element', version: '2.1.1', identifier: 'BSD-3-Clause' },
      { name: 'multiformats', version: '9.9.0', identifier: '(Apache-2.0 AND MIT)' },
      { name: '@reown/appkit', version: '1.0.0', identifier: 'SEE LICENSE IN LICENSE.md' },
      { name: 'hanken-grotesk', version: '3.014', identifier: 'OFL-1.1' },
    ]),
  );
});
afterEach(() => rmSync(dist, { recursive: true }));

test('the packages of the server and of the worker have licences that are allowed', () => {
  expect(serverPackages(ROOT).length).toBeGreaterThan(50);
  expect(unknownLicences([...serverPackages(ROOT), ...workerPackages(ROOT)])).toEqual([]);
});

test('the packages of the worker are those that its sources import, and what these need', () => {
  const imported = readdirSync(join(ROOT, 'sw'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      Array.from(
        readFileSync(join(ROOT, 'sw', name), 'utf8').matchAll(/from '([a-z@][^']*)'/g),
        ([, one]) => one,
      ),
    );
  expect(imported).toContain('workbox-routing');
  expect(workerPackages(ROOT).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...imported, 'workbox-core', 'workbox-strategies']),
  );
  expect(workerPackages(ROOT).filter(({ version }) => !version)).toEqual([]);
});

test('a licence that is not known, or is missing, is refused by the name of its package', () => {
  const known = ['MIT', '(MIT OR Apache-2.0)', '(Apache-2.0 AND MIT)'];
  const unknown = ['GPL-3.0-only', '(MIT AND GPL-3.0-only)', 'SEE LICENSE IN LICENSE.md', 'none'];
  const one = (licence: string) => ({ name: 'a', version: '1.0.0', licence });
  expect(unknownLicences(known.map(one))).toEqual([]);
  expect(unknownLicences(unknown.map(one))).toEqual(unknown.map((licence) => `a@1.0.0: ${licence}`));
  const reown = { name: '@reown/appkit', version: '1.0.0' };
  expect(unknownLicences([{ ...reown, licence: 'SEE LICENSE IN LICENSE.md' }])).toEqual([]);
  expect(unknownLicences([{ ...reown, licence: 'none' }])).toHaveLength(1);
});

test('the bill of materials names every package of server, page and worker, with its licence and hash', () => {
  writeSbom(ROOT, dist);
  const bom = json(join(dist, SBOM)) as {
    bomFormat: string;
    metadata: { component: object };
    components: {
      'bom-ref': string;
      purl: string;
      licenses: { license?: object; expression?: string }[];
      hashes?: { alg: string; content: string }[];
    }[];
  };
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'adit' } } });
  expect(VERSION).toContain(`${(bom.metadata.component as { version: string }).version} `);
  const there = new Map(bom.components.map((one) => [one['bom-ref'], one]));
  expect(there.size).toBe(bom.components.length);
  for (const [part, shipped] of [
    ['server', serverPackages(ROOT)],
    ['worker', workerPackages(ROOT)],
  ] as const)
    for (const { name, version } of shipped)
      expect(there.get(`${part}:${name}@${version}`), name).toMatchObject({
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        hashes: [{ alg: 'SHA-512', content: SHA512 }],
      });
  const licenceOf = (ref: string) => there.get(ref)?.licenses;
  expect(licenceOf('page:@lit/reactive-element@2.1.1')).toEqual([{ license: { id: 'BSD-3-Clause' } }]);
  expect(licenceOf('page:multiformats@9.9.0')).toEqual([{ expression: '(Apache-2.0 AND MIT)' }]);
  expect(there.get('page:hanken-grotesk@3.014')).toMatchObject({
    purl: 'pkg:generic/hanken-grotesk@3.014',
    licenses: [{ license: { id: 'OFL-1.1' } }],
  });
  expect(licenceOf('page:@reown/appkit@1.0.0')).toEqual([{ license: { name: 'SEE LICENSE IN LICENSE.md' } }]);
});

test('a page with a package of an unknown licence has none', () => {
  writeFileSync(
    join(dist, 'licenses.json'),
    JSON.stringify([{ name: 'x', version: '1.0.0', identifier: 'AGPL-3.0' }]),
  );
  expect(() => writeSbom(ROOT, dist)).toThrow(/^licences that are not on the list .*: x@1\.0\.0: AGPL-3\.0$/);
  expect(readdirSync(dist)).toEqual(['licenses.json']);
});
