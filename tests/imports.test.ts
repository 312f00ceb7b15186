// Proves that the import rules work: for every rule of .dependency-cruiser.ts, a small tree that breaks it is
// planted, and the violation must be reported. A rule without a plant fails the suite, and so does a report for an
// innocent tree.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import config from '../.dependency-cruiser.ts';
import { allowed, plants, type Tree } from '#tests/support/planted-imports.ts';

const root = join(import.meta.dirname, '..');
const home = process.cwd();
let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'adit-imports-'));
});

afterAll(async () => {
  process.chdir(home);
  await rm(base, { recursive: true, force: true });
});

/** Writes the tree next to a copy of package.json and returns the names of the rules that it breaks. */
async function broken(name: string, tree: Tree): Promise<string[]> {
  const dir = join(base, name);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'package.json'), await readFile(join(root, 'package.json')));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  process.chdir(dir);
  const tops = [...new Set(Object.keys(tree).map((path) => path.split('/')[0] ?? path))];
  const { forbidden, options } = config;
  const { output } = await cruise(
    tops,
    { ...options, validate: true, ruleSet: { forbidden }, baseDir: dir, preserveSymlinks: true },
    { ...options.enhancedResolveOptions, bustTheCache: true },
  );
  const violations = (output as ICruiseResult).summary.violations;
  return [...new Set(violations.map((violation) => violation.rule.name))];
}

test('an innocent tree breaks no rule', async () => {
  expect(await broken('allowed', allowed)).toEqual([]);
});

test.each(Object.entries(plants))('%s is reported when it is broken', async (rule, trees) => {
  for (const [index, tree] of trees.entries())
    expect(await broken(`${rule}-${index}`, tree), `plant ${index}`).toContain(rule);
});

test('every rule has a planted violation', () => {
  expect(config.forbidden.map((rule) => rule.name).toSorted()).toEqual(Object.keys(plants).toSorted());
});
