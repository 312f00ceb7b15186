// One term, one translation: where an English message contains a term of src/locales/glossary.json, every language uses
// the glossary's word, or one of its other forms.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { describe, expect, test } from 'vitest';
import { LANGUAGES as ALL, type Language as Every } from '#contract/languages.ts';

type Language = Exclude<Every, 'en'>;
const LANGUAGES = ALL.filter((language): language is Language => language !== 'en');

/** The word, or the word and its other forms. `match`: how the term looks in English, when it is not the key and its plural. */
type Term = Record<Language, string | string[]> & { match?: string };

interface Glossary {
  /** A remark in brackets distinguishes meanings of one English word. */
  terms: Record<string, Term>;
  /** English messages that some languages rightly translate differently. */
  exceptions: { term: string; message: string; languages: Language[]; reason: string }[];
}

const ROOT = join(import.meta.dirname, '..');
const { terms, exceptions } = JSON.parse(
  await readFile(join(ROOT, 'src/locales/glossary.json'), 'utf8'),
) as Glossary;

const catalogs = await getCatalogs(getConfig({ cwd: ROOT }));
async function messagesOf(locale: string): Promise<Record<string, string>> {
  const read = catalogs.map((catalog) =>
    catalog.getTranslations(locale, { sourceLocale: 'en', fallbackLocales: {}, missingBehavior: 'catalog' }),
  );
  const parts = await Promise.all(read);
  return Object.assign({}, ...parts.map(({ messages }) => messages)) as Record<string, string>;
}

/** The readable text of a message: without placeholder names and the syntax of plurals. */
const words = (message: string): string => message.replaceAll(/\{\s*\w+\s*(?:\}|,\s*\w+\s*,)/g, ' ');

const plain = (key: string): string => key.replace(/ \(.*\)$/, '');

const patternOf = (key: string, { match }: Term): RegExp =>
  new RegExp(`(?<!\\w)(?:${match ?? `${plain(key)}s?`})(?!\\w)`, 'i');

const formsOf = (term: Term, language: Language): string[] => [term[language]].flat();

const isException = (key: string, message: string, language: Language): boolean =>
  exceptions.some((one) => one.term === key && one.message === message && one.languages.includes(language));

/** Messages that translate a term differently, one line each that says what is wrong. */
function otherwise(english: Record<string, string>, translated: Record<string, string>, language: Language) {
  return Object.entries(terms).flatMap(([key, term]) => {
    const pattern = patternOf(key, term);
    const forms = formsOf(term, language).map((form) => form.toLowerCase());
    return Object.entries(english).flatMap(([id, message]) => {
      const translation = translated[id];
      if (!translation || !pattern.test(words(message)) || isException(key, message, language)) return [];
      if (forms.some((form) => translation.toLowerCase().includes(form))) return [];
      return [`${key} → ${forms.join(', ')} | ${message} | ${translation}`];
    });
  });
}

const source = await messagesOf('en');

test.each(LANGUAGES)('%s translates each term with the glossary’s word', async (language) => {
  expect(otherwise(source, await messagesOf(language), language)).toEqual([]);
});

test('a word other than the glossary’s is found', () => {
  const translated = { a: 'お客様の採掘機', b: 'マイナー', c: '採掘機' };
  const english = { a: 'Your miners', b: 'A miner', c: 'Minerals {miner}' };
  expect(otherwise(english, translated, 'ja')).toEqual(['miner → マイナー | Your miners | お客様の採掘機']);
});

describe('the glossary itself', () => {
  test('has every term in every language', () => {
    for (const [key, term] of Object.entries(terms))
      for (const language of LANGUAGES)
        expect([key, language, formsOf(term, language).every((form) => form.trim() !== '')]).toEqual([
          key,
          language,
          true,
        ]);
  });

  test('has few exceptions, each for one of its terms and with a reason', () => {
    for (const { term, languages, reason } of exceptions) {
      expect(Object.keys(terms)).toContain(term);
      expect(languages.every((language) => LANGUAGES.includes(language))).toBe(true);
      expect(reason.trim()).not.toBe('');
    }
    expect(exceptions.length).toBeLessThan(20);
  });
});
