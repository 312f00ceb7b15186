/** What black-box tests of people and operator send and type: documents that are none, names that mean harm, spellings of languages, commands that fail. */
import { expect } from 'vitest';
import { type Language, LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { jpegOf, pdfOf, pngOf, webpOf } from '#tests/support/documents.ts';
import type { Answer } from '#tests/support/http.ts';

/** None of them is a document that can be looked at. */
export const NO_DOCUMENTS: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a broken off PNG': pngOf('whole').subarray(0, -14),
  'a broken off JPEG': jpegOf().subarray(0, -8),
  'a broken off PDF': pdfOf('page').subarray(0, -12),
  'a broken off WebP': webpOf().subarray(0, -4),
  'a GIF': Buffer.from(`GIF89a${'x'.repeat(60)}`),
  'a page': Buffer.from('<html><script>alert(1)</script></html>'),
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'an archive before a picture': Buffer.concat([Buffer.from('PK\x03\x04'), pngOf('whole')]),
};

/** Names of files that lead elsewhere, end early, run, or are too long for a disk. */
export const FILE_NAMES: readonly string[] = [
  '../../../../tmp/evil',
  'a\0b.png',
  '"><img src=x onerror=alert(1)>.png',
  `${'ต'.repeat(300)}.png`,
  'CON',
  '\u202egnp.exe',
  "x';drop table users;--",
];

/** What Accept-Language may say, by the language that answers. */
export const SPELLINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'en-GB', 'EN', 'fr, en;q=0.8'],
  ja: ['ja', 'ja-JP', 'ja-JP,ja;q=0.9,en;q=0.8'],
  th: ['th', 'th-TH'],
  vi: ['vi', 'vi-VN', 'en;q=0.1, vi'],
  'zh-Hans': ['zh_CN', 'zh-CN', 'zh-Hans', 'zh-Hans-SG', 'zh', 'fr', '', '*', ';;;'],
  'zh-TW': ['zh_TW', 'zh-TW', 'zh-Hant', 'zh-HK'],
};

/** Commands that are refused, and what their line names. */
export const REFUSED_COMMANDS: readonly (readonly [RegExp, ...string[]])[] = [
  [/nonsense/, 'nonsense'],
  [/article add/, 'article'],
  [/no option --colour/, 'article', 'list', '--colour'],
  [/missing\.en\.md/, 'article', 'add', 'x', 'missing.en.md'],
  [/no announcement nope/, 'article', 'pin', 'nope'],
  [/tomorrow/, 'article', 'publish', 'fees-and-odds', '--at', 'tomorrow'],
  [/99/, 'kyc', 'approve', '99'],
  [/PORT/, 'setting', 'set', 'PORT', '1'],
  [/RACE/, 'setting', 'set', 'RACE', 'maybe'],
  [/reserve/, 'fund', 'nowhere', 'USDT', '1', 'because'],
  [/address/, 'export', 'account', 'nobody', '--out', 'nowhere'],
];

/** Addresses that no link may have. */
export const NO_LINKS: readonly string[] = [
  'javascript:alert(1)',
  ' JAVASCRIPT:x',
  'data:text/html,x',
  'http://desk.example',
];

/** Queries of a list that are refused. */
export const NO_PAGES: readonly Readonly<Record<string, string>>[] = [
  { limit: '0' },
  { limit: '101' },
  { limit: '-1' },
  { cursor: 'nonsense' },
  { page: '2' },
  { search: 'a'.repeat(81) },
];

/** What makes no coupon; GIFT-1 is there already. */
export const NO_COUPONS: readonly (readonly string[])[] = [
  ['GIFT-1', '--hashrate', '1'],
  ['A'.repeat(21), '--hashrate', '1'],
  ['NO', '--coin', 'DOGE', '--amount', '1'],
  ['NO', '--hashrate', '1.5'],
  ['NO', '--coin', 'USDT', '--amount', '-1'],
  ['NO', '--hashrate', '1', '--expires', '2020-01-01'],
  ['NO', '--hashrate', '1', '--limit', '0'],
];

/** Sent in each language of the product, a refusal has the same code and each time another text. */
export async function expectOwnTexts(
  code: number,
  send: (language: string) => Promise<Answer>,
): Promise<void> {
  const answers = await Promise.all(LANGUAGES.map(wireLanguage).map(send));
  expect(answers.map((answer) => answer.code)).toEqual(LANGUAGES.map(() => code));
  expect(new Set(answers.map(({ message }) => message)).size).toBe(LANGUAGES.length);
}
