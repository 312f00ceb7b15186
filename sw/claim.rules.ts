// The claim that a reminder's action makes, and what its notification says next.
import type { Output } from '#contract';
import { languageOf, type Language, FALLBACK_LANGUAGE, wireLanguage } from '#contract/languages.ts';
import { shownAmount } from '#rules/shown-amount.ts';
import { isClaimedBefore, type OutboxItem } from '#api/outbox.rules.ts';
import { BRAND } from '#lib/brand.ts';
import { uuidOf } from '#lib/ids.ts';
import type { ClaimOf } from '#lib/reminded.ts';
import { claimWords } from './claim.words.ts';

interface Text {
  title: string;
  body: string;
}

/**
 * The Idempotency-Key of the claim of one cycle: always the same, so that a second tap, even on another device, gets
 * the answer to the first.
 */
export async function claimKey({ address, endsAt }: Pick<ClaimOf, 'address' | 'endsAt'>): Promise<string> {
  const named = new TextEncoder().encode(`claim ${address} ${endsAt}`);
  return uuidOf(new Uint8Array(await crypto.subtle.digest('SHA-256', named), 0, 16), 8);
}

/** The action that is queued. `time` (milliseconds) is by the server's clock if `isServerTime`. */
export const claimItem = (id: string, claim: ClaimOf, time: number, isServerTime: boolean): OutboxItem => ({
  id,
  call: 'POST /api/mining/claim',
  input: {},
  address: claim.address,
  createdAt: time,
  ...(!isServerTime && { clockUnsure: true }),
  lang: wireLanguage(claim.lang),
  state: 'pending',
  tries: 0,
  remindedOf: claim.endsAt,
});

export function claimedBeforeText(lang: Language): Text {
  const { before, credited } = claimWords[lang];
  return { title: before, body: credited };
}

type Claimed = Partial<Output<'POST /api/mining/claim'>>;

function doneText({ claimed, state }: Claimed, lang: Language, hidesAmounts: boolean): Text {
  const words = claimWords[lang];
  const next = state === 'running' ? words.running : state === 'expired' ? words.expired : words.stopped;
  const amount = `${shownAmount(claimed ?? '0', lang)} ${BRAND.symbol}`;
  return { title: hidesAmounts ? words.done : words.claimed.replace('{amount}', amount), body: next };
}

/** What came of a claim that has ended. */
export function resultText(
  { state, result, reason, lang: wire }: Pick<OutboxItem, 'state' | 'result' | 'reason' | 'lang'>,
  hidesAmounts: boolean,
): Text {
  const lang = languageOf(wire) ?? FALLBACK_LANGUAGE;
  if (state === 'done') return doneText(result ?? {}, lang, hidesAmounts);
  if (isClaimedBefore(reason)) return claimedBeforeText(lang);
  const { refused, look } = claimWords[lang];
  return { title: refused, body: reason?.message || look };
}

/** Why a claim waits. `wakes`: the browser will wake the worker when there is a network. */
export function waitingText(why: 'network' | 'sign_in', wakes: boolean, lang: Language): Text {
  const words = claimWords[lang];
  if (why === 'sign_in') return { title: words.signIn, body: words.afterSignIn };
  return { title: words.queued, body: wakes ? words.soon : words.opened };
}
