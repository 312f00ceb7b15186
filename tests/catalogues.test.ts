// Every message of every language compiles, is translated, and keeps the placeholders and tags of the English text.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const config = getConfig({ cwd: ROOT });
const catalogs = await getCatalogs(config);
const sourceLocale = config.sourceLocale ?? 'en';

async function messagesOf(locale: string) {
  const read = catalogs.map((catalog) =>
    catalog.getTranslations(locale, { sourceLocale, fallbackLocales: {}, missingBehavior: 'catalog' }),
  );
  const parts = await Promise.all(read);
  return {
    messages: Object.assign({}, ...parts.map(({ messages }) => messages)) as Record<string, string>,
    missing: parts.flatMap(({ missing }) => missing.map(({ source }) => source)),
  };
}

/** Names in braces and numbered tags, each once: plural forms may repeat or drop the number itself. */
function marks(message: string): string[] {
  const found = message.matchAll(/\{\s*(\w+)\s*(?=[,}])|<\/?(\d+)\s*\/?>/g);
  return [...new Set([...found].map(([, name, tag]) => name ?? `<${tag}>`))].sort();
}

const locales: string[] = config.locales;
const source = await messagesOf(sourceLocale);

test('there are texts', () => {
  expect(Object.keys(source.messages).length).toBeGreaterThan(0);
});

test('a browser without JavaScript gets a notice in every language', async () => {
  const html = await readFile(join(ROOT, 'src/index.html'), 'utf8');
  const [noscript = ''] = /<noscript>.*<\/noscript>/s.exec(html) ?? [];
  expect([...noscript.matchAll(/<p lang="([^"]+)"/g)].map(([, language]) => language)).toEqual(locales);
});

test('finds placeholders and tags, whatever surrounds them', () => {
  expect(marks('<0>{amount}</0> of {total, plural, one {# day} other {# days}} <1/>')).toEqual(
    ['<0>', '<1>', 'amount', 'total'].sort(),
  );
});

const all = await Promise.all(locales.map(async (locale) => ({ locale, ...(await messagesOf(locale)) })));

describe.each(all)('$locale', ({ locale, messages, missing }) => {
  test('is complete', () => {
    expect(missing).toEqual([]);
    expect(Object.keys(messages).sort()).toEqual(Object.keys(source.messages).sort());
  });

  test('compiles', () => {
    const { errors } = createCompiledCatalog(locale, messages, { strict: true, namespace: 'es' });
    expect(errors.map(({ source: text, error }) => `${text}: ${error.message}`)).toEqual([]);
  });

  test('keeps placeholders and tags', () => {
    const lost = Object.entries(messages).filter(
      ([id, text]) => marks(text).join() !== marks(source.messages[id] ?? '').join(),
    );
    expect(lost.map(([, text]) => text)).toEqual([]);
  });
});
