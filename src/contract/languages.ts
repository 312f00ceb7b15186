/** The languages of the product. Everything that is said in one of them is keyed by `Language`: a new one is an entry here, and its texts. */

/** Each language in its own words, as menus list it, under its code. */
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

/** For whoever asks for none of them. */
export const FALLBACK_LANGUAGE: Language = 'zh-Hans';

/** By script or region; the simplified script goes before a region. */
const TRADITIONAL = /^zh-(?!.*hans).*\b(hant|tw|hk|mo)\b/;

/** The language that a tag such as "zh_CN", "zh-Hant-HK" or "en-GB" stands for; undefined for one that is not among them. */
export function languageOf(tag: string): Language | undefined {
  const normal = tag.toLowerCase().replace(/_/g, '-');
  if (TRADITIONAL.test(normal)) return 'zh-TW';
  // Of several with one base the first: "zh" is zh-Hans.
  return LANGUAGES.find((language) => normal.split('-')[0] === language.split('-')[0]);
}

/** The first of a browser's languages that there is, else the fallback. */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOf).find(Boolean) ?? FALLBACK_LANGUAGE;

/** What the page asks the server for (specification, section 7: zh_CN, zh_TW, en, ja, vi, th). */
export const wireLanguage = (language: Language): string =>
  language === 'zh-Hans' ? 'zh_CN' : language.replace('-', '_');
