/** Every package that is shipped has a licence that was read, and the bill of materials names all of them, with or without npm. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VERSION } from '#contract/version.ts';
import { SBOM, serverPackages, unknownLicences, workerPackages, writeSbom } from './sbom.ts';

const ROOT = join(import.meta.dirname, '../..');
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'adit-sbom-'));
  writeFileSync(
    join(dist, 'licenses.json'),
    JSON.stringify([
      { name: '@lit/reactive-element', version: '2.1.1', identifier: 'BSD-3-Clause' },
      { name: 'multiformats', version: '9.9.0', identifier: '(Apache-2.0 AND MIT)' },
      { name: '@reown/appkit', version: '1.0.0', identifier: 'SEE LICENSE IN LICENSE.md' },
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

test('npm lists every package of the server without a network, and the page and the worker are added', () => {
  expect(writeSbom(ROOT, dist)).toMatch(/^the bill of materials names \d+ packages$/);
  const bom = json(join(dist, SBOM)) as {
    bomFormat: string;
    metadata: { component: { 'bom-ref': string; version: string } };
    components: { 'bom-ref': string; purl: string; licenses?: { license?: object; expression?: string }[] }[];
  };
  const { 'bom-ref': ref, version } = bom.metadata.component;
  expect([bom.bomFormat, ref]).toEqual(['CycloneDX', `adit@${version}`]);
  // npm makes none of a package without a version, which is the reason why package.json repeats ours.
  expect(VERSION).toContain(`${version} `);
  const named = bom.components.map(({ purl }) => purl);
  const purlOf = ({ name, version }: { name: string; version: string }) =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`;
  expect(named).toEqual(expect.arrayContaining(serverPackages(ROOT).map(purlOf)));
  expect(named).toEqual(expect.arrayContaining(workerPackages(ROOT).map(purlOf)));
  const refs = bom.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const licences = new Map(bom.components.map((one) => [one['bom-ref'], one.licenses]));
  expect(licences.get('page:@lit/reactive-element@2.1.1')).toEqual([{ license: { id: 'BSD-3-Clause' } }]);
  expect(licences.get('page:multiformats@9.9.0')).toEqual([{ expression: '(Apache-2.0 AND MIT)' }]);
  expect(licences.get('page:@reown/appkit@1.0.0')).toEqual([
    { license: { name: 'SEE LICENSE IN LICENSE.md' } },
  ]);
  expect(writeSbom(ROOT, dist)).toBe('the bill of materials is there');
});

test('without npm nothing is written, and one line says so', () => {
  expect(writeSbom(ROOT, dist, () => undefined)).toMatch(/^npm made no bill of materials/);
  expect(readdirSync(dist)).toEqual(['licenses.json']);
});
