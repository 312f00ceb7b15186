/** The content that ships with the product: complete in every language, and without unused files. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { ARTICLES, WELCOME } from './content.seed.ts';

const filesIn = (folder: string) => readdirSync(join(import.meta.dirname, folder)).toSorted();
const inEveryLanguage = (names: readonly string[]) =>
  names.flatMap((name) => LANGUAGES.map((language) => `${name}.${language}.md`)).toSorted();

test('every announcement is there in every language', () => {
  expect(filesIn('articles')).toEqual(inEveryLanguage(ARTICLES.map(({ slug }) => slug)));
});

test('the welcome notice is there in every language', () => {
  expect(filesIn('welcome')).toEqual(inEveryLanguage([WELCOME.version]));
});

test('the texts match the files', () => {
  for (const { slug, texts } of ARTICLES) expect([slug, texts.size]).toEqual([slug, LANGUAGES.length]);
  expect(WELCOME.texts.size).toBe(LANGUAGES.length);
});
