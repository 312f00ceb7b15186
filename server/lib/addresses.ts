/** Addresses of accounts and contracts as operators type them. */
import { isAddress } from 'ethers/address';

/**
 * What is wrong with an address; undefined for 0x and 40 hex digits. The case of mixed letters is a checksum, which
 * reveals typos (EIP-55).
 */
export function addressIssue(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'an address is 0x and 40 hex digits';
  return isAddress(text) ? undefined : 'its checksum is wrong (EIP-55), so it has a typo';
}
