/** The language of a reply: what Accept-Language asks for, and the message of a code in it. */
import type { Language } from '#contract/call.ts';
import { en } from './messages/en.ts';
import { ja } from './messages/ja.ts';
import type { MessageName, Messages } from './messages/messages.ts';
import { th } from './messages/th.ts';
import { vi } from './messages/vi.ts';
import { zhHans } from './messages/zh-Hans.ts';
import { zhTW } from './messages/zh-TW.ts';

const MESSAGES: Readonly<Record<Language, Messages>> = { en, ja, th, vi, 'zh-Hans': zhHans, 'zh-TW': zhTW };

export const LANGUAGES = Object.keys(MESSAGES) as Language[];

/** Spec, section 2 "Languages": fallback is zh-Hans. */
export const FALLBACK_LANGUAGE: Language = 'zh-Hans';

/** Headers of browsers are far shorter; what is beyond is not read. */
const MAX_HEADER = 256;
const TRADITIONAL = /^zh-(.*-)?(hant|tw|hk|mo)\b/;

/** The language that a tag means: `zh_CN`, `zh-Hant-HK`, `en-GB`. Undefined when we do not speak it. */
export function languageOf(tag: string): Language | undefined {
  const normal = tag.trim().toLowerCase().replaceAll('_', '-');
  if (TRADITIONAL.test(normal)) return normal.includes('hans') ? 'zh-Hans' : 'zh-TW';
  const primary = normal.split('-')[0];
  if (primary === 'zh') return 'zh-Hans';
  return LANGUAGES.find((language) => language === primary);
}

/** RFC 9110, section 12.5.4: the known language of the highest weight, the first of equals; weight 0 means never. */
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
    const language = languageOf(tag);
    if (language && weight > bestWeight) [best, bestWeight] = [language, weight];
  }
  return best;
}

/** The text of a message, its `{name}` filled with fields of `data`. Amounts go in as they are: they are decimal strings. */
export function messageText(name: MessageName, language: Language, data: unknown = null): string {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return MESSAGES[language][name].replace(/\{(\w+)\}/g, (_, field: string) => String(fields[field] ?? '?'));
}
