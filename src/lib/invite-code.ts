// The invite code of the link that brought a visitor here. It waits in localStorage, over reloads, until an account is made with it
// or the visitor declines it.
import { atom } from 'jotai';
import { local, session } from './storage.ts';
import { read, write } from './store.ts';

const KEY = 'inviteCode';
/** The code that this tab is done with: its address bar may go on naming it. */
const DONE = 'inviteDone';
/** The server takes up to 32 characters and says itself which codes exist. */
const SHAPE = /^[\w-]{1,32}$/;
/** Pages whose `code` behind the hash is an invite's; the one of the airdrop page is a coupon's. */
const INVITES = /^#?\/?(pages\/invite\/index)?$/;

/** `code` of a link, in front of the hash or behind it: "/?code=AB12CD34#/" and "/#/pages/invite/index?code=AB12CD34". */
export function codeOfLink(href: string): string | undefined {
  const { search, hash } = new URL(href);
  const [page = '', inHash = ''] = hash.split('?');
  const behind = INVITES.test(page) ? new URLSearchParams(inHash).get('code') : null;
  const code = (behind ?? new URLSearchParams(search).get('code'))?.trim();
  return code && SHAPE.test(code) ? code : undefined;
}

function storedCode(href: string): string | null {
  const code = codeOfLink(href);
  if (code && code !== session.getItem(DONE)) local.setItem(KEY, code);
  return local.getItem(KEY);
}

/** The code that the next first sign-in will use; null when there is none. */
export const inviteCodeAtom = atom(storedCode(globalThis.location?.href ?? 'http://localhost'));

/** Remembers the code of a link; the latest link counts. */
export const rememberInviteCode = (href: string): void => void write(inviteCodeAtom, storedCode(href));

/** The code was used or declined. */
export function dropInviteCode(): void {
  const code = read(inviteCodeAtom);
  if (code !== null) session.setItem(DONE, code);
  local.removeItem(KEY);
  write(inviteCodeAtom, null);
}

/** What a visitor is told about an invite. Shares are those of the inviter, of whoever invited them, and of one further up; 0.1 is 10 %. */
export type Invite =
  | { state: 'asking' }
  /** Nobody has the code. */
  | { state: 'unknown' }
  | { state: 'failed'; retry: () => void }
  | {
      state: 'known';
      /** The inviter's address, shortened. */
      by: string;
      /** That every new account starts with. */
      hashrate: string;
      shares: { hashrate: readonly number[]; staking: readonly number[]; race: readonly number[] };
    };
