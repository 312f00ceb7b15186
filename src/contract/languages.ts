/** The languages of the product. All texts are keyed by `Language`: to add one, add an entry here and its texts. */

/** Each language's own name, as menus list it, by code. */
export const LANGUAGE_NAMES = {
  en: 'English',
  ja: '日本語',
  th: 'ไทย',
  vi: 'Tiếng Việt',
  'zh-Hans': '简体中文',
  'zh-TW': '繁體中文',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** Used when none of the requested languages is supported. */
export const FALLBACK_LANGUAGE: Language = 'zh-Hans';

/** By script or region; an explicit simplified script takes precedence over the region. */
const TRADITIONAL = /^zh-(?!.*hans).*\b(hant|tw|hk|mo)\b/;

/** The language for a tag such as "zh_CN", "zh-Hant-HK" or "en-GB"; undefined if it is not supported. */
export function languageOf(tag: string): Language | undefined {
  const normal = tag.toLowerCase().replace(/_/g, '-');
  if (TRADITIONAL.test(normal)) return 'zh-TW';
  // If several share a base, the first wins: "zh" is zh-Hans.
  return LANGUAGES.find((language) => normal.split('-')[0] === language.split('-')[0]);
}

/** The first of a browser's languages that is supported, otherwise the fallback. */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOf).find(Boolean) ?? FALLBACK_LANGUAGE;

/** The language code that the page sends to the server (specification, section 7: zh_CN, zh_TW, en, ja, vi, th). */
export const wireLanguage = (language: Language): string =>
  language === 'zh-Hans' ? 'zh_CN' : language.replace('-', '_');
