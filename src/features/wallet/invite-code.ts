// The invite code of the link that brought a visitor here. It waits in localStorage until an account is made with it.
import { local } from '#lib/storage.ts';

const KEY = 'inviteCode';
/** The server takes up to 32 characters and says itself which codes exist. */
const SHAPE = /^[\w-]{1,32}$/;

/** `code` of a link, in front of the hash or behind it: "/?code=AB12CD34#/" and "/#/pages/invite/index?code=AB12CD34". */
export function codeOfLink(href: string): string | undefined {
  const { search, hash } = new URL(href);
  const [, inHash = ''] = hash.split('?');
  const code = (new URLSearchParams(inHash).get('code') ?? new URLSearchParams(search).get('code'))?.trim();
  return code && SHAPE.test(code) ? code : undefined;
}

/** Remembers the code of a link; the latest link counts. */
export function rememberInviteCode(href: string): void {
  const code = codeOfLink(href);
  if (code) local.setItem(KEY, code);
}

export const inviteCode = {
  read: (): string | undefined => local.getItem(KEY) ?? undefined,
  drop: (): void => local.removeItem(KEY),
};
