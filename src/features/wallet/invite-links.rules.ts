// The address of an invite link once its code has been used, declined or answered.
import { codeOfLink } from '#lib/invite-code.ts';

/**
 * Drops queries from the first on until no invite code is left; unchanged if there is none. The app has no other query
 * before the hash; on the airdrop page, `code` is a coupon and stays.
 */
export function withoutInvite(href: string): string {
  let left = href;
  while (codeOfLink(left) !== undefined) left = left.replace(/\?[^#]*/, '');
  return left;
}
