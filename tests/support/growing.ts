/** For tests of staking, hashrate, repurchase and team from outside: the server's clock, the fund, refusals in every language. */
import { expect } from 'vitest';
import type { CallName } from '#contract';
import { type Language, LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { richPeople } from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { type Answer, type Client, client } from '#tests/support/http.ts';
import type { LocalChain } from '#tests/support/local-chain.ts';
import type { Devnet } from '#tests/support/money.ts';
import { type Person, ask, newcomer, skip } from '#tests/support/person.ts';

const DAY_MS = 86_400_000;
/** 12:00 in Singapore, as time of the day in UTC. */
const NOON_MS = 4 * 3_600_000;

/** What a text at least has of its language's own letters; in English none of the others'. */
export const LETTERS: Readonly<Record<Language, RegExp>> = {
  en: /^[^\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  th: /\p{Script=Thai}/u,
  vi: /[ăâđêôơưạ-ỹ]/i,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
};

type Purse = Readonly<Record<string, string>>;

/** One verified person for each purse, who has it as a balance. */
export const rich = async <const P extends readonly Purse[]>(
  url: string,
  devnet: Devnet | LocalChain,
  purses: P,
) => (await richPeople(url, devnet, purses)) as { -readonly [K in keyof P]: Person };

export const plus = (a: string, b: string) => fromUnits(toUnits(a) + toUnits(b));
export const minus = (a: string, b: string) => fromUnits(toUnits(a) - toUnits(b));
export const sum = (all: readonly string[]) => all.reduce(plus, '0');
export const fold = (amount: string, n: number) => fromUnits(toUnits(amount) * BigInt(n));
/** `amount × top / bottom`, rounded down to a unit. */
export const part = (amount: string, top: bigint, bottom: bigint) =>
  fromUnits((toUnits(amount) * top) / bottom);

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Walks a list to its end in pages of this size, each of them full but the last. */
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

/** Milliseconds of the server's clock. */
export const timeAt = async (url: string) =>
  Date.parse((await ask(client(url), 'GET /api/index', {})).serverTime);

/** Moves the clock; the people sign in anew then, for a session ends after 24 h without a call and after 7 days. */
export async function pass(url: string, seconds: number, ...people: Person[]): Promise<void> {
  await skip(url, seconds);
  const sign = async (person: Person) =>
    Object.assign(person, await newcomer(url, { wallet: person.wallet }));
  await Promise.all(people.map(sign));
}

/** Moves the clock to the next noon of Singapore, so that no day ends while a test looks. */
export async function skipToNoon(url: string): Promise<void> {
  const now = await timeAt(url);
  const ahead = (NOON_MS - (now % DAY_MS) + DAY_MS) % DAY_MS;
  await skip(url, Math.ceil(ahead / 1000) + 1);
}

/** The day in Singapore, `days` after that of `ms`. */
export const singaporeDay = (ms: number, days = 0) =>
  new Date(ms + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);

export const fundOf = async (url: string) =>
  (await ask(client(url), 'GET /api/mining/buyback/list', {})).fund;

/** A refusal says the same thing in every language. */
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

/** None of the inputs is taken: they are malformed, and the call says so before it looks at anything else. */
export async function expectMalformed(
  api: Client,
  name: CallName,
  inputs: readonly Record<string, unknown>[],
): Promise<void> {
  for (const input of inputs)
    expect([input, await api.send(name, input)]).toMatchObject([input, { status: 400, code: 400 }]);
}

/** The same answer to everybody who came with one key; it was worked out once. */
export function expectReplayed(answers: readonly Answer[]): void {
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.code).toBe(0);
  expect(answers.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
}

/** The operator's commands recompute everything and find nothing that differs. */
export async function expectSound(dataDir: string): Promise<void> {
  for (const area of ['ledger', 'staking', 'team']) {
    const ended = await operate(dataDir, area, 'check');
    expect([area, ended.code, ended.stderr]).toEqual([area, 0, '']);
  }
}
