// The tidy test's rules as pure functions from a file's path and text to complaints. tests/tidy.test.ts runs them on the tree.
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CODES } from '#contract/codes.ts';

export interface File {
  /** Relative to the repository, with forward slashes. */
  path: string;
  text: string;
}

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', 'coverage', 'out']);
const TEXT =
  /\.(ts|tsx|js|mjs|css|html|json|md|sol|sh|sql|po|svg|webmanifest|txt)$|^\.ci\/run$|^LICENSE$|^\.gitignore$/;
const CODE = /\.(ts|tsx|js|mjs|css|sol|sh|sql)$|^\.ci\/run$/;

/** Every text file of the project, found without git so that an unpacked archive can be checked too. */
export async function projectFiles(root: string): Promise<File[]> {
  const found: File[] = [];
  const walk = async (dir: string): Promise<void> => {
    const entries: Dirent[] = await readdir(dir, { withFileTypes: true });
    for (const entry of entries) {
      const full = join(dir, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) await walk(full);
      const path = relative(root, full).replaceAll('\\', '/');
      if (entry.isFile() && TEXT.test(path)) found.push({ path, text: await readFile(full, 'utf8') });
    }
  };
  await walk(root);
  return found;
}

const isCode = ({ path }: File): boolean => CODE.test(path);
const lineCount = ({ text }: File): number => text.trimEnd().split('\n').length;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/');

/** Complaints of the form "path:line what", one for each line of `file` that matches `pattern`. */
function lines(file: File, pattern: RegExp, what: string): string[] {
  return file.text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1} ${what}`] : []));
}

type Rule = (file: File) => string[];

/** Written so that the pattern does not match its own line. */
const MARKS = /\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b|\bH[A]CK\b/;
const MACHINE = new RegExp(
  `(^|[\\s'"\`(=:])/(${['home', 'Users', 'root', 'work', 'workspace'].join('|')})/[\\w.]`,
);
const HOSTS =
  /https?:\/\/(10\.\d|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|https?:\/\/(?!registry\.npmjs\.org)[\w.-]*(registry|artifactory|nexus|verdaccio)[\w.-]*[:/]/i;
const NOW = /\bDate\.now\(\)|\bnew Date\(\)/;
/** A literal amount, in any form that turns it into smallest units. */
const AMOUNT = /\b(toUnits|readUnits)\(\s*['"`]|\b[1-9][\d_]*n \* (UNIT\b|10n \*\* 18n)/;
const DURATION = /(?<![\w.])(86_?400(_?000)?|3_?600_?000)\b|\b24 \* (3_?600|60|HOUR)|\b60 \* 60\b/;
const DISABLE = /(oxlint|eslint)-disable(?!.* -- \S)|@ts-(ignore|nocheck)|@ts-expect-error\s*$/;

export const rules: Record<string, Rule> = {
  'starts with a comment that says what it is for': (file) => {
    if (!isCode(file)) return [];
    const first = file.text.replace(/^#!.*\n/, '').trimStart();
    return /^(\/\/|\/\*|# |-- )/.test(first) ? [] : [`${file.path}:1 has no opening comment`];
  },
  // Schema versions are never edited once released, so they cannot be split; schema.sql is written by a script.
  'stays within 400 lines': (file) =>
    isCode(file) && !file.path.startsWith('server/db/schema') && lineCount(file) > 400
      ? [`${file.path} has ${lineCount(file)} lines`]
      : [],
  'leaves no marks for later': (file) => lines(file, MARKS, 'leaves work for later'),
  'gives a reason for every exception from the linter': (file) =>
    isCode(file) ? lines(file, DISABLE, 'switches a check off without a reason') : [],
  // Code that starts a process may pass on the whole environment.
  'reads the environment in one place': (file) => {
    if (!/^(src|sw|server)\//.test(file.path) || isTest(file.path) || file.path === 'server/config/config.ts')
      return [];
    const hands = /^server\/(main|start|build|operator\/main)\.ts$/.test(file.path);
    const pattern = hands ? /\bprocess\.env(\.|\[|\?\.)/ : /\bprocess\.env\b/;
    return lines(file, pattern, 'reads the environment; settings come from server/config/config.ts');
  },
  'takes time from the clock': (file) =>
    (file.path.startsWith('server/') ||
      file.path.endsWith('.rules.ts') ||
      /^src\/(draws|rules)\//.test(file.path)) &&
    !isTest(file.path) &&
    file.path !== 'server/jobs/clock.ts'
      ? lines(file, NOW, 'asks the machine for the time; the clock is handed in')
      : [],
  // API examples and the gallery may show any values.
  'takes the numbers of the product from src/rules': (file) =>
    /^(src|sw|server)\/.*\.tsx?$/.test(file.path) &&
    !/^(src\/(rules|gallery)|server\/http\/examples)\//.test(file.path) &&
    !isTest(file.path)
      ? [
          ...lines(
            file,
            AMOUNT,
            'has an amount of its own; amounts of the product stand in src/rules/figures.ts',
          ),
          ...lines(file, DURATION, 'spells out an hour or a day; src/rules/days.ts has them'),
        ]
      : [],
  'leaves the ledger tables to the ledger': (file) =>
    /^(src|sw|server)\/.*\.tsx?$/.test(file.path) &&
    !isTest(file.path) &&
    !/^server\/(ledger\/|db\/tables\.ts$)/.test(file.path)
      ? lines(
          file,
          /\b(from|into|update|join|table|delete from)\s+ledger_\w+|(?<!\bfn\()(['"`])ledger_\w+(\.\w+)?( as \w+)?\2/i,
          'names a ledger table',
        )
      : [],
  'leaves SQL functions to .sql files': (file) =>
    /^server\/.*\.ts$/.test(file.path) &&
    !isTest(file.path) &&
    !/^server\/db\/(functions|schema)\.ts$/.test(file.path)
      ? lines(file, /create (or replace )?function/i, 'defines an SQL function')
      : [],
  // A release's functions are dropped together with it.
  'builds no table on functions of a release': (file) =>
    file.path.startsWith('server/db/schema/') ? lines(file, /\badit\./, 'names a function of a release') : [],
  'imports by package path, not by climbing': (file) =>
    /^(src|sw|server|tests)\/.*\.tsx?$/.test(file.path)
      ? lines(
          file,
          /^\s*(import|export)\b.*from '(?:\.\.\/)+(?!\.\.\/|\.dependency-cruiser|\w+\.config)|^\s*import '\.\.\//,
          'climbs with a relative import',
        )
      : [],
  'works in a folder whose name has spaces or accents': (file) =>
    lines(file, /import\.meta\.url\)\.pathname/, 'is encoded: take the path from import.meta.dirname'),
  'names no machine': (file) =>
    file.path === 'package-lock.json'
      ? lines(file, HOSTS, 'names a private host')
      : [
          ...lines(file, MACHINE, "names a path of somebody's machine"),
          ...lines(file, HOSTS, 'names a private host'),
        ],
};

/** Where an SQL function sets the code of a response. */
const REFUSED = /(?:\bcode|_codes\[\w+\]|\bmessage) :?= '(\w+)'/g;

/**
 * Faults in SQL: functions defined twice, calls of a function without `adit.` (the placeholder for its release's schema), ledger tables
 * used outside the ledger, and refusal codes that are not in the contract.
 */
export function sqlFaults(files: readonly File[]): string[] {
  const sources = files.filter(({ path }) => path.endsWith('.sql') && path !== 'server/db/schema.sql');
  const defined = sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^create (?:or replace )?function (?:adit\.)?(\w+)/gim), ([, name = '']) => ({
      path,
      name,
    })),
  );
  const twice = defined.filter(({ name }, i) => defined.findIndex((one) => one.name === name) < i);
  const released = sources.flatMap(({ text }) =>
    Array.from(text.matchAll(/^create function adit\.(\w+)/gm), ([, name]) => name),
  );
  const bare = new RegExp(`(?<![\\w.])(${released.join('|')})\\(`);
  const outside = sources.filter(({ path }) => !/^server\/(ledger|db\/schema)\//.test(path));
  return [
    ...twice.map(({ path, name }) => `${path} defines ${name} again`),
    ...sources.flatMap((file) => lines(file, bare, 'calls a function of a release without its schema')),
    ...outside.flatMap((file) => lines(file, /(?<!adit\.)\bledger_\w+/, 'names a ledger table')),
    ...sources.flatMap(({ path, text }) =>
      Array.from(text.matchAll(REFUSED), ([, name = '']) => name)
        .filter((name) => !Object.hasOwn(CODES, name) && !['later', 'busy'].includes(name))
        .map((name) => `${path} refuses with ${name}, which is no code of the contract`),
    ),
  ];
}

const EXPORTED =
  /^export (?:async )?function\*? (\w+)|^export const (\w+)(?::[^=]+)? = (?:async )?(?:<[^>]*>)?(?:\([^)]*\)(?:: [^=]+)? =>|\w+ =>|function)/;

/** Exported functions of `file` without a docstring directly above. */
export function undocumented(file: File): string[] {
  const all = file.text.split('\n');
  return all.flatMap((line, index) => {
    const match = EXPORTED.exec(line);
    const overload = index > 0 && /^export (async )?function/.test(all[index - 1] ?? '');
    if (!match || overload || (all[index - 1] ?? '').trimEnd().endsWith('*/')) return [];
    return [`${file.path}:${index + 1} ${match[1] ?? match[2]} has no docstring`];
  });
}

/** Dependencies in a package.json that are not pinned to an exact version. */
export function looseVersions(manifest: Record<string, unknown>): string[] {
  const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap((group) =>
    Object.entries(manifest[group] ?? {}).flatMap(([name, version]: [string, unknown]) => {
      const flat = typeof version === 'object' && version ? Object.values(version) : [version];
      return flat.every((v) => typeof v === 'string' && (exact.test(v) || /^(file:|\$)/.test(v)))
        ? []
        : [`${name} ${String(version)}`];
    }),
  );
}
