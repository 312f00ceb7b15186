/**
 * The sources that make up the first screen: everything that the page's start and the home page import before they run.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The script that `src/index.html` starts, and the two files that it loads immediately, in parallel with the language.
 */
const ROOTS = ['src/main.tsx', 'src/app/start.tsx', 'src/features/home/home.page.tsx'];

/** What a file imports as values when it is loaded, without types and `import()`. */
function importsOf(file: string): string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
  const imported = staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  );
  const passedOn = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType));
  return [...imported, ...passedOn].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
}

/**
 * The sources of the first screen, and of what `later` imports, by their paths from the root of the repository.
 * @throws Error when an import leads nowhere
 */
export function firstScreenSources(later: readonly string[] = []): ReadonlySet<string> {
  const found = new Set([...ROOTS, ...later].map((file) => join(ROOT, file)));
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    const { resolve } = createRequire(file);
    for (const specifier of importsOf(file)) if (/^[.#]/.test(specifier)) found.add(resolve(specifier));
  }
  return new Set(Array.from(found, (file) => relative(ROOT, file).replaceAll('\\', '/')));
}
