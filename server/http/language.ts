/** The language of a reply: what Accept-Language asks for, and the message of a code in it. */
import { FALLBACK_LANGUAGE, type Language, languageOf } from '#contract/languages.ts';
import { isAmountText } from '#rules/amounts.ts';
import { decimalsOf } from '#rules/decimals.ts';
import { shownAmount } from '#rules/shown-amount.ts';
import { en } from './messages/en.ts';
import { ja } from './messages/ja.ts';
import type { MessageName, Messages } from './messages/messages.ts';
import { th } from './messages/th.ts';
import { vi } from './messages/vi.ts';
import { zhHans } from './messages/zh-Hans.ts';
import { zhTW } from './messages/zh-TW.ts';

const MESSAGES: Readonly<Record<Language, Messages>> = { en, ja, th, vi, 'zh-Hans': zhHans, 'zh-TW': zhTW };

/** Browsers' headers are far shorter; the rest of a longer one is ignored. */
const MAX_HEADER = 256;

/**
 * RFC 9110, section 12.5.4: the supported language with the highest weight, or the first of equals; weight 0 excludes a
 * language.
 */
export function chooseLanguage(header: string | undefined): Language {
  let best: Language = FALLBACK_LANGUAGE;
  let bestWeight = 0;
  for (const part of (header ?? '').slice(0, MAX_HEADER).split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const weight = Number(
      parameters
        .find((p) => p.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    const language = languageOf(tag.trim());
    if (language && weight > bestWeight) [best, bestWeight] = [language, weight];
  }
  return best;
}

/** A field of a message; amounts and counts are written as the language does, with all their decimals. */
function fieldText(value: unknown, language: Language): string {
  const text = String(value ?? '?');
  return isAmountText(text) ? shownAmount(text, language, decimalsOf(text)) : text;
}

/**
 * The text of a message, or of its special case for the reason or the coin given in `data`, with each `{name}` replaced by that
 * field of `data`.
 */
export function messageText(name: MessageName, language: Language, data: unknown = null): string {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const texts: Readonly<Record<string, string>> & Messages = MESSAGES[language];
  const special = ['reason', 'coin'].map((field) => texts[`${name}_${String(fields[field])}`]);
  const text = special.find((one) => one !== undefined) ?? texts[name];
  return text.replace(/\{(\w+)\}/g, (_, field: string) => fieldText(fields[field], language));
}
