/** What people do on a running server over HTTP: sign in, verify, skip time, read their balance. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallName, Input, Output } from '#contract';
import { mutex } from '#server/lib/mutex.ts';
import { pngOf } from '#tests/support/documents.ts';
import { type Answer, type Client, type Document, type SendOptions, client } from '#tests/support/http.ts';
import { type SignInOptions, signIn, trySignIn } from '#tests/support/wallet.ts';
import { waitFor } from '#tests/support/wait.ts';

export const CHAIN_ID = 1337;
/** Seconds. */
export const DAY = 86_400;
/** Turns rate limits off, so that a test file may sign in any number of times. */
export const UNLIMITED = { RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' };
/** The same, and verifications are approved immediately. */
export const VERIFIED_AT_ONCE = { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' };

/** Signs in at `url`, by default with a new wallet. Throws if refused. */
export const newcomer = (url: string, options: Partial<SignInOptions> = {}) =>
  signIn(client(url), { chainId: CHAIN_ID, publicUrl: url, ...options });

/** Tries to sign in and returns the server's answer. */
export const knock = (url: string, options: Partial<SignInOptions> = {}) =>
  trySignIn(client(url), { chainId: CHAIN_ID, publicUrl: url, ...options });

export type Person = Awaited<ReturnType<typeof newcomer>>;

export const newUid = () => randomUUID().slice(0, 18);

/** Two small valid documents that contain the given texts in plain form. */
export const documents = (id = 'id', address = 'address'): Record<string, Document> => ({
  idDocument: { bytes: pngOf(id) },
  addressDocument: { bytes: pngOf(address) },
});

/** Valid fields of a verification. */
export const kycFields = (exchangeUid = newUid()) => ({
  exchange: 'binance',
  exchangeUid,
  exchangeAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
});

/** Submits a verification. Fields set to undefined are left out. */
export function submit(
  api: Client,
  fields: Record<string, unknown> = {},
  files: Record<string, Document | undefined> = {},
  options: SendOptions = {},
): Promise<Answer> {
  const given = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return api.send('POST /api/user/kyc', given({ ...kycFields(), ...fields }), {
    ...options,
    files: given({ ...documents(), ...files }) as Record<string, Document>,
  });
}

/** A server receives four uploads of documents at a time, and refuses a fifth. */
const inTurn = mutex();

/** Verifies the account and waits for demo mode's approval. */
export async function verify(api: Client): Promise<void> {
  expect(await inTurn(() => submit(api))).toMatchObject({ code: 0 });
  const approved = async () => expect((await api.call('GET /api/user/kyc', {})).data.status).toBe('approved');
  await waitFor(approved, { timeout: 20_000, interval: 100 });
}

/** Moves demo mode's clock. */
export async function skip(url: string, seconds: number): Promise<void> {
  expect(await client(url).call('POST /api/demo/skip', { seconds })).toMatchObject({ code: 0 });
}

export async function balance(api: Client, coin = 'ADIT'): Promise<string | undefined> {
  const { data } = await api.call('GET /api/assets/list', {});
  return data.items.find((item) => item.coin === coin)?.balance;
}

/** Makes a call that must succeed and returns its data. */
export async function ask<K extends CallName>(api: Client, name: K, input: Input<K>): Promise<Output<K>> {
  const answer = await api.call(name, input);
  expect(answer, `${name}: ${answer.text}`).toMatchObject({ code: 0 });
  return answer.data;
}

/** Paths of the issues listed in a refusal. */
export const issuePaths = ({ data }: Answer): string[] =>
  ((data as { issues?: { path: string }[] } | null)?.issues ?? []).map(({ path }) => path);

/** Expects that exactly one of these concurrent calls succeeded and all others were refused with `code`. */
export function expectOnce(answers: readonly Answer[], code: number): void {
  const codes = answers.map((answer) => answer.code).toSorted((a, b) => a - b);
  expect(codes).toEqual([0, ...answers.slice(1).map(() => code)]);
}
