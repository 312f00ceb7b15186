// The language as a React hook: what is fetched by language is refetched after a switch.
import { useLingui } from '@lingui/react/macro';
import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from '#contract/languages.ts';

export function useLanguage(): Language {
  const { i18n } = useLingui();
  return LANGUAGES.find((lang) => lang === i18n.locale) ?? FALLBACK_LANGUAGE;
}
