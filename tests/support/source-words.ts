// Finds English text left on a page in another language: untranslated texts of the catalogue, parts of them, and anything else that reads
// like English. Names of coins, exchanges and the product are the same in every language.
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const config = getConfig({ cwd: join(import.meta.dirname, '../..') });

async function messagesOf(locale: string): Promise<Record<string, string>> {
  const parts = await Promise.all(
    (await getCatalogs(config)).map((catalog) =>
      catalog.getTranslations(locale, {
        sourceLocale: 'en',
        fallbackLocales: {},
        missingBehavior: 'catalog',
      }),
    ),
  );
  return Object.assign({}, ...parts.map(({ messages }) => messages)) as Record<string, string>;
}

/**
 * English words that, on their own, occur in no other language of the app. Vietnamese shares the alphabet, but not
 * these words.
 */
const ENGLISH =
  /(?:^|[\s(“"'])(?:the|and|of|your|you|is|are|not|with|for|this|that|from|has|have|was|were|been|will|can|please|be|by|or|it|its)(?=$|[\s,.;:!?)”"'])/i;

/** Not prose: addresses, hashes, links, codes. */
const CODE = /^[\w.:/#@%+=&?-]*\d[\w.:/#@%+=&?-]*$/;

/** Shorter pieces between placeholders are too ambiguous. */
const PIECE = 14;

/** Terms that the glossary leaves in English. */
const TERMS = /proof of work/gi;

const plain = (message: string): boolean => !/[{<]/.test(message);

export interface SourceWords {
  /** Why a text counts as leftover English; null if it does not. */
  leftOver: (text: string) => string | null;
}

export async function sourceWords(locale: string): Promise<SourceWords> {
  const [english, own] = await Promise.all([messagesOf('en'), messagesOf(locale)]);
  const ownWords = new Set(Object.values(own));
  const whole = new Set<string>();
  const pieces: string[] = [];
  for (const [id, text] of Object.entries(english)) {
    if (own[id] === text || ownWords.has(text)) continue;
    if (plain(text)) {
      if (text.length > 2) whole.add(text);
    } else
      pieces.push(
        ...text
          .split(/\{[^}]*\}+|<[^>]*>/)
          .map((part) => part.trim())
          .filter((part) => part.length >= PIECE),
      );
  }
  return {
    leftOver(text) {
      const shown = text.trim();
      if (shown === '' || CODE.test(shown)) return null;
      if (whole.has(shown)) return 'not translated';
      if (pieces.some((piece) => shown.includes(piece))) return 'partly English';
      return ENGLISH.test(shown.replace(TERMS, '')) ? 'reads like English' : null;
    },
  };
}
