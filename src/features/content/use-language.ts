// The language as a value of React: what is asked for by language is asked for anew after a switch.
import { useLingui } from '@lingui/react/macro';
import { FALLBACK, LANGUAGES, type Lang } from '#lib/languages.ts';

export function useLanguage(): Lang {
  const { i18n } = useLingui();
  return LANGUAGES.find((lang) => lang === i18n.locale) ?? FALLBACK;
}
