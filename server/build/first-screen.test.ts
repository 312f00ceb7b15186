/** What the first screen is made of decides what is downloaded before it can be used. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstScreenSources } from './first-screen.ts';

const sources = [...firstScreenSources()];

test('the first screen is the start, the shell and home, with what they import', () => {
  expect(sources).toEqual(
    expect.arrayContaining([
      'src/main.tsx',
      'src/app/start.tsx',
      'src/app/shell.tsx',
      'src/features/home/home.page.tsx',
      'src/lib/locale.ts',
    ]),
  );
});

test('the first screen calls nothing, knows no schema, and shows no feature but home', () => {
  const heavy = /^src\/(actions|api|draws|proofs|gallery|contract\/(?!languages\.ts)|features\/(?!home\/))/;
  expect(sources.filter((file) => heavy.test(file))).toEqual([]);
});

test('the first screen grows only on purpose', () => {
  expect(sources.length).toBeLessThanOrEqual(50);
});

test('its stylesheet covers the components of home that do not wait for the pages’, and no others', () => {
  const css = readFileSync('src/app/first.css', 'utf8');
  const patterns = [...css.matchAll(/^@source '(.+)';$/gm)].map(([, pattern]) =>
    join('src/app', pattern ?? ''),
  );
  const shown = firstScreenSources(['src/features/home/home-own.tsx', 'src/features/home/invited.tsx']);
  const styled = [...shown].filter((file) => /className/.test(readFileSync(file, 'utf8')));
  expect(globSync(patterns).toSorted()).toEqual(styled.toSorted());
});
