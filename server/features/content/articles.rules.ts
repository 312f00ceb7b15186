/** The language in which an announcement is shown, how a search matches, and where pictures are stored. */
import { FALLBACK_LANGUAGE, type Language } from '#contract/languages.ts';

/** Fallbacks for readers whose language has no text: the first of these that does. */
export const STAND_INS: readonly [Language, Language] = [FALLBACK_LANGUAGE, 'en'];

/** The words to search for; undefined shows everything. */
export const searchedWords = (search: string | undefined): string | undefined =>
  search?.trim().normalize('NFC') || undefined;

/** A pattern for `like` that matches the words as typed: none of their characters is a wildcard. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** A page shows pictures from these two folders only (src/ui/markdown.ts), so no other server learns who reads them. */
const PICTURE = /^\/(covers|pictures)\/(?:[\w-]+\/)*[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

export const isPicturePath = (path: string): boolean => PICTURE.test(path);
