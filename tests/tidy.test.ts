// Keeps the tree tidy: rules of this project that a linter does not know. Each rule is first shown to find a planted
// fault.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { looseVersions, projectFiles, rules, sqlFaults, undocumented } from '#tests/support/tidy-rules.ts';

const root = join(import.meta.dirname, '..');
const files = await projectFiles(root);

/** For each rule, a file that breaks it. */
const faults: Record<keyof typeof rules, [path: string, text: string][]> = {
  'starts with a comment that says what it is for': [['src/lib/a.ts', 'export const a = 1;\n']],
  'stays within 400 lines': [['src/lib/a.ts', '// a\n'.repeat(401)]],
  'leaves no marks for later': [['src/lib/a.ts', `// ${['TO', 'DO'].join('')}: later\n`]],
  'gives a reason for every exception from the linter': [
    ['src/lib/a.ts', ['// oxlint', 'disable', 'next-line no-console\n'].join('-')],
  ],
  'reads the environment in one place': [['server/http/a.ts', 'const a = process.env.PORT;\n']],
  'takes time from the clock': [
    ['server/http/a.ts', 'const a = Date.now();\n'],
    ['src/features/mining/mining.rules.ts', 'const a = new Date();\n'],
  ],
  'takes the numbers of the product from src/rules': [
    ['server/features/race/a.ts', "const least = toUnits('1');\n"],
    ['src/features/race/a.ts', 'const most = 10_000n;\nconst all = 5n * UNIT;\n'],
    ['src/features/staking/a.ts', 'const LOCK_MS = 86_400_000;\n'],
    ['sw/a.ts', 'const LOCK_MS = 24 * HOUR_MS;\n'],
  ],
  'leaves the ledger tables to the ledger': [
    ['server/features/mining/a.ts', "db.selectFrom('ledger_postings')\n"],
    ['server/features/mining/a.ts', 'sql`select 1 from ledger_balances`\n'],
  ],
  'leaves SQL functions to .sql files': [
    ['server/ledger/a.ts', 'await sql`create or replace function f() returns int language sql as $$ $$`;\n'],
  ],
  'builds no table on functions of a release': [
    ['server/db/schema/0002_a.sql', 'create index a on b (adit.amount_text(c));\n'],
  ],
  'imports by package path, not by climbing': [['src/lib/a.ts', "import { b } from '../ui/b.ts';\n"]],
  'works in a folder whose name has spaces or accents': [
    ['vite.config.ts', "const here = new URL('src', import.".concat('meta.url).pathname;\n')],
  ],
  'names no machine': [
    ['README.md', ['see ', 'home', 'somebody', 'notes\n'].join('/')],
    ['package-lock.json', ['"https://npm', 'registry.corp.example/a.tgz"\n'].join('-')],
  ],
};

describe.each(Object.entries(rules))('every file %s', (name, rule) => {
  test('finds a planted fault', () => {
    for (const [path, text] of faults[name] ?? [])
      expect(rule({ path, text }), `${path}: ${text}`).not.toEqual([]);
    expect(faults[name]).toBeDefined();
  });
  test('holds in the tree', () => {
    expect(files.flatMap(rule)).toEqual([]);
  });
});

test('exported functions of the rules, contract, draws, proofs, ledger and chain are documented', () => {
  const plant = {
    path: 'src/draws/a.ts',
    text: 'export function a() {}\n/** Documented. */\nexport const b = (n: number) => n;\n',
  };
  expect(undocumented(plant)).toHaveLength(1);
  const rooms = /^(src\/(rules|contract|draws|proofs)|server\/(ledger|chain))\/.*\.ts$/;
  expect(
    files.filter(({ path }) => rooms.test(path) && !path.endsWith('.test.ts')).flatMap(undocumented),
  ).toEqual([]);
});

test('an SQL function is defined once, is called by its schema, leaves the ledger its tables, and refuses with names of the contract', () => {
  const one = { path: 'server/ledger/a.sql', text: 'create function adit.f() returns int;\n' };
  const again = { path: 'server/chain/b.sql', text: 'create function adit.f() returns int;\n' };
  const caller = { path: 'server/features/race/a.sql', text: 'select adit.f();\nselect f();\n' };
  expect(sqlFaults([one, again])).toEqual(['server/chain/b.sql defines f again']);
  expect(sqlFaults([one, caller])).toHaveLength(1);
  const text =
    "select balance from ledger_accounts;\ncode := 'mining_incomplet';\ncode := 'mining_incomplete';\n";
  expect(sqlFaults([{ path: 'server/features/race/a.sql', text }])).toHaveLength(2);
  expect(sqlFaults(files)).toEqual([]);
});

test('versions are exact', async () => {
  expect(
    looseVersions({ dependencies: { a: '^1.0.0', b: '1.0.0', c: 'latest', d: 'npm:@x/y@1.2.3' } }),
  ).toHaveLength(2);
  expect(
    looseVersions(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, unknown>),
  ).toEqual([]);
});

test('the top level holds what the README explains, nothing else', async () => {
  const named = `README.md LICENSE package.json package-lock.json src server sw tests public
    vite.config.ts vitest.config.ts lingui.config.ts tsconfig.json tsconfig.base.json
    .gitignore .ci .oxlintrc.json .oxfmtrc.json .dependency-cruiser.ts`;
  const leftBehind = 'node_modules dist .data .git .env coverage';
  const expected = new Set(`${named} ${leftBehind}`.split(/\s+/));
  expect((await readdir(root)).filter((name) => !expected.has(name))).toEqual([]);
});
