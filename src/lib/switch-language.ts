// Switches the language without a reload.
import { i18n } from '@lingui/core';
import type { Language } from '#contract/languages.ts';
import { allTexts, homeTexts } from './locale.ts';
import { local } from './storage.ts';

/** The language chosen last. */
let chosen: Language | undefined;

/**
 * The choice is stored only once its texts have loaded, so a failed load changes nothing, nor does one that ends after
 * another choice.
 */
export async function switchLanguage(lang: Language): Promise<void> {
  chosen = lang;
  await Promise.all([homeTexts(lang), allTexts(lang)]);
  if (chosen !== lang) return;
  i18n.activate(lang);
  local.setItem('lang', lang);
}
