// The invite code from the link that brought a visitor here. It is kept in localStorage across reloads until an account
// is created with it or the visitor declines it.
import { atom } from 'jotai';
import { local, session } from './storage.ts';
import { read, write } from './store.ts';

const KEY = 'inviteCode';
/** The code that this tab has already dealt with; its address bar may still contain it. */
const DONE = 'inviteDone';
/**
 * The server accepts up to 32 characters and decides which codes exist. What follows them, like the full stop of the
 * sentence that the link ended, is no part of the code.
 */
const CODE = /^[\w-]{1,32}/;
/** Hash routes whose `code` is an invite code; on the airdrop page, `code` is a coupon. */
const INVITES = /^#?\/?(pages\/(invite|index)\/index)?$/;

/**
 * The `code` in a link, before or after the hash: "/?code=AB12CD34#/" and "/#/pages/invite/index?code=AB12CD34";
 * otherwise in the first link to this app within text that another app shares ("/?text=Join%20https://…",
 * `share_target` in the manifest).
 */
export function codeOfLink(href: string): string | undefined {
  const { search, hash, origin } = new URL(href);
  const query = new URLSearchParams(search);
  const [page = '', inHash = ''] = hash.split('?');
  const behind = INVITES.test(page) ? new URLSearchParams(inHash).get('code') : null;
  const [code] = CODE.exec((behind ?? query.get('code') ?? '').trim()) ?? [];
  if (code) return code;
  const link = `${query.get('url')} ${query.get('text')}`
    .split(/\s/)
    .find((word) => word.startsWith(`${origin}/`));
  return link && codeOfLink(link);
}

function storedCode(href: string): string | null {
  const code = codeOfLink(href);
  if (code && code !== session.getItem(DONE)) local.setItem(KEY, code);
  return local.getItem(KEY);
}

/** A freshly opened link counts, whatever this tab dealt with before; a reload or going back does not open one. */
function countAgain(href: string): void {
  if (codeOfLink(href)) session.removeItem(DONE);
}

const opened = globalThis.location?.href ?? 'http://localhost';
const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (opening?.type === 'navigate') countAgain(opened);

/** The code that the next first sign-in will use; null when there is none. */
export const inviteCodeAtom = atom(storedCode(opened));

/** Remembers the code in a link; the latest link wins. */
export const rememberInviteCode = (href: string): void => void write(inviteCodeAtom, storedCode(href));

/** The same for a link that was opened while the app is running. */
export function openInvite(href: string): void {
  countAgain(href);
  rememberInviteCode(href);
}

/** Called when the code has been used or declined. */
export function dropInviteCode(): void {
  const code = read(inviteCodeAtom);
  if (code !== null) session.setItem(DONE, code);
  local.removeItem(KEY);
  write(inviteCodeAtom, null);
}

/**
 * What a visitor is told about an invite. Shares go to the inviter, the inviter's own inviter, and one more level up;
 * 0.1 is 10 %.
 */
export type Invite =
  | { state: 'asking' }
  /** No account has this code. */
  | { state: 'unknown' }
  | { state: 'failed'; retry: () => void }
  | {
      state: 'known';
      /** The inviter's address, shortened. */
      by: string;
      /** The hashrate that every new account starts with. */
      hashrate: string;
      shares: { hashrate: readonly number[]; staking: readonly number[]; race: readonly number[] };
    };
