/**
 * What tests expect of responses: refusals with a message in every language, malformed inputs, one answer per key,
 * complete lists page by page.
 */
import { expect } from 'vitest';
import type { CallName } from '#contract';
import { type Language, LANGUAGES, wireLanguage } from '#contract/languages.ts';
import type { Answer, Client } from '#tests/support/http.ts';

/** The least that a text must contain of its language's own letters; in English, none of the others'. */
export const LETTERS: Readonly<Record<Language, RegExp>> = {
  en: /^[^\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  th: /\p{Script=Thai}/u,
  vi: /[ăâđêôơưạ-ỹ]/i,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
};

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads a list to its end in pages of this size, each of them full except the last. */
export async function walk<T>(
  size: number,
  page: (query: { limit: string; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor }: Page<T> = await page({ limit: String(size), ...(cursor && { cursor }) });
    if (nextCursor) expect(items).toHaveLength(size);
    all.push(...items);
    cursor = nextCursor;
  } while (cursor);
  return all;
}

/** A refusal has a message in every language. */
export async function expectInEveryLanguage(
  api: Client,
  name: CallName,
  input: Record<string, unknown>,
  code: number,
): Promise<void> {
  const english = await api.send(name, input);
  expect(english).toMatchObject({ code });
  expect(english.message).toMatch(/^[\p{ASCII}’“”–…]+$/u);
  expect(english.message).not.toMatch(/!|undefined|\{|\}/);
  for (const language of LANGUAGES.filter((each) => each !== 'en')) {
    const answer = await api.send(name, input, { language: wireLanguage(language) });
    expect([language, answer.status, answer.code, answer.data]).toEqual([
      language,
      english.status,
      code,
      english.data,
    ]);
    expect([language, answer.message]).toEqual([language, expect.stringMatching(LETTERS[language])]);
  }
}

/** None of the inputs is accepted: they are malformed, and the call reports that before any other check. */
export async function expectMalformed(
  api: Client,
  name: CallName,
  inputs: readonly Record<string, unknown>[],
): Promise<void> {
  for (const input of inputs)
    expect([input, await api.send(name, input)]).toMatchObject([input, { status: 400, code: 400 }]);
}

/** Everybody who used one key got the same answer, computed once. */
export function expectReplayed(answers: readonly Answer[]): void {
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.code).toBe(0);
  expect(answers.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
}
