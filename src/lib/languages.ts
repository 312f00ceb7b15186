// The six languages, and which of them a tag or a browser stands for. Without a library: the service worker needs it as well.

export const LANGUAGES = ['en', 'ja', 'th', 'vi', 'zh-Hans', 'zh-TW'] as const;
export type Lang = (typeof LANGUAGES)[number];
export const FALLBACK: Lang = 'zh-Hans';

/** The supported language that a tag such as "zh-Hant-HK" or "en-GB" stands for. */
export function matchLanguage(tag: string): Lang | undefined {
  const [base, ...rest] = tag.replaceAll('_', '-').toLowerCase().split('-');
  if (base === 'zh')
    return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-Hans';
  return LANGUAGES.find((lang) => lang === base);
}

/** Stored, else the first language of the browser that is offered, else the fallback. */
export function initialLanguage(stored: string | null, preferred: readonly string[]): Lang {
  const known = stored === null ? undefined : LANGUAGES.find((lang) => lang === stored);
  return known ?? preferred.map(matchLanguage).find((lang) => lang !== undefined) ?? FALLBACK;
}
