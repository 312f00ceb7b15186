// An address with an invite code, once the code has been used, declined or answered.
import { codeOfLink } from '#lib/invite-code.ts';

/**
 * Without the queries up to the one with the code; unchanged if there is none. No other query before the hash is the
 * app's, and on the airdrop page, `code` is a coupon and stays.
 */
export function withoutInvite(href: string): string {
  let left = href;
  while (codeOfLink(left) !== undefined) left = left.replace(/\?[^#]*/, '');
  return left;
}
