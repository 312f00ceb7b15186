// The gallery shows every component of src/ui, with translated texts: a component added there must be shown here.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { componentsIn, gallerySources, shownIn, uiParts } from '#tests/support/ui-parts.ts';

test('finds components, but not constants', () => {
  expect(
    componentsIn('export function Button() {}\nexport const Tag = () => null;\nexport const MARKS = {};\n'),
  ).toEqual(['Button', 'Tag']);
  expect(shownIn('<Piece of="A B"><Piece\n  of="C"\n>')).toEqual(['A', 'B', 'C']);
});

test('every component of src/ui is in the gallery under its name', async () => {
  const pages = await gallerySources();
  const missing = (await uiParts()).filter(
    ({ file, name }) =>
      !pages.some(
        ({ text }) =>
          text.includes(`'#ui/${file}'`) && text.includes(`<${name}`) && shownIn(text).includes(name),
      ),
  );
  expect(missing).toEqual([]);
});

test('its samples are texts of the app that the catalogues contain', async () => {
  const catalogue = await readFile(join(import.meta.dirname, '../locales/en.po'), 'utf8');
  const known = new Set([...catalogue.matchAll(/^msgid "(.*)"$/gm)].map(([, text]) => text));
  const said = (await gallerySources()).flatMap(({ text }) => [
    ...[...text.matchAll(/\bt`([^`]+)`/g)].map(([, words]) => words),
    ...[...text.matchAll(/<Trans>\s*([^<]+?)\s*<\/Trans>/g)].map(([, words]) => words),
  ]);
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter((words) => !known.has(words))).toEqual([]);
});
