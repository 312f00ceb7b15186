// The language: the stored one, else the browser's, else simplified Chinese. One catalogue is loaded, before the first
// render.
// oxlint-disable-next-line typescript/triple-slash-reference -- so that every project that checks this file knows catalogues
/// <reference path="../locales/po.d.ts" />
import { i18n } from '@lingui/core';
import type { Messages } from '@lingui/core';
import { FALLBACK_LANGUAGE, type Language, LANGUAGES, firstLanguage } from '#contract/languages.ts';
import { local } from './storage.ts';

/** The stored language, else the first of the browser's that the app supports, else the fallback. */
export const initialLanguage = (stored: string | null, preferred: readonly string[]): Language =>
  LANGUAGES.find((lang) => lang === stored) ?? firstLanguage(preferred);

type Texts = () => Promise<{ messages: Messages }>;

/** The build splits each catalogue into two files: the texts of home, and all others (vite.config.ts). */
const files: Record<Language, { home: Texts; others: Texts }> = {
  en: {
    home: () => import('../locales/en.po'),
    others: () => import('../locales/en.po?lingui'),
  },
  ja: {
    home: () => import('../locales/ja.po'),
    others: () => import('../locales/ja.po?lingui'),
  },
  th: {
    home: () => import('../locales/th.po'),
    others: () => import('../locales/th.po?lingui'),
  },
  vi: {
    home: () => import('../locales/vi.po'),
    others: () => import('../locales/vi.po?lingui'),
  },
  'zh-Hans': {
    home: () => import('../locales/zh-Hans.po'),
    others: () => import('../locales/zh-Hans.po?lingui'),
  },
  'zh-TW': {
    home: () => import('../locales/zh-TW.po'),
    others: () => import('../locales/zh-TW.po?lingui'),
  },
};

/** The initial language until its first texts have loaded; everything fetched alongside them uses it. */
let starting: Language = FALLBACK_LANGUAGE;

export const currentLanguage = (): Language => LANGUAGES.find((lang) => lang === i18n.locale) ?? starting;

let others: { lang: Language; loaded: Promise<void> } | undefined;
/**
 * Languages whose texts are all loaded. While another language loads, the current one stays usable, so nothing on
 * screen waits or loses its place.
 */
const complete = new Set<Language>();

/** True when every text of the current language is loaded. */
export const hasAllTexts = (): boolean => complete.has(currentLanguage());

/**
 * Loads the texts beyond home. Components that show one of them await this; after a failure, the next caller retries.
 */
export function allTexts(lang: Language = currentLanguage()): Promise<void> {
  if (others?.lang === lang) return others.loaded;
  const loaded = files[lang].others().then(({ messages }) => {
    i18n.load(lang, messages);
    complete.add(lang);
  });
  others = { lang, loaded };
  loaded.catch(() => {
    if (others?.loaded === loaded) others = undefined;
  });
  return loaded;
}

/** Loads the texts of home. */
export async function homeTexts(lang: Language): Promise<void> {
  const { messages } = await files[lang].home();
  i18n.load(lang, messages);
}

/** Loads the initial language; if its file fails to load, tries the fallback before giving up. */
export async function startLanguage(): Promise<void> {
  const lang = initialLanguage(local.getItem('lang'), navigator.languages);
  starting = lang;
  const start = async (one: Language) => {
    await homeTexts(one);
    i18n.activate(one);
  };
  await start(lang).catch(() => start(FALLBACK_LANGUAGE));
}
