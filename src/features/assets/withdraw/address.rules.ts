// Checks a recipient address as the server does (contract, 1306), so that a slip is reported before sending.
import { isUnowned, sameAddress } from '#rules/addresses.ts';

export type AddressProblem = 'empty' | 'shape' | 'checksum' | 'unowned' | 'token' | 'treasury';

export interface KnownAddresses {
  /** Where deposits go; null if there is none. */
  treasury: string | null;
  coins: readonly { coin: string; contract: string | null }[];
}

const SHAPE = /^0x[0-9a-fA-F]{40}$/;

/** Mixed upper and lower case carry a checksum (EIP-55); a single case carries none. */
export const isMixed = (address: string): boolean =>
  /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address.slice(2));

/**
 * Removes what comes along when pasting: spaces and line breaks around or inside the address, and invisible characters
 * from chats.
 */
export const cleanAddress = (pasted: string): string => pasted.replace(/[\s\u200b-\u200d\u2060\ufeff]/g, '');

/** The listed coin whose contract this is. */
export const tokenAt = (address: string, known: KnownAddresses): string | undefined =>
  known.coins.find(({ contract }) => sameAddress(address, contract))?.coin;

/**
 * What is wrong with an address; null when coins may be sent there. `checksum` returns the EIP-55 form of a lower-case
 * address; it is called only for mixed case.
 */
export function addressProblem(
  address: string,
  known: KnownAddresses,
  checksum: (lowerCase: string) => string,
): AddressProblem | null {
  if (address === '') return 'empty';
  if (!SHAPE.test(address)) return 'shape';
  if (isMixed(address) && checksum(address.toLowerCase()) !== address) return 'checksum';
  if (isUnowned(address)) return 'unowned';
  if (tokenAt(address, known) !== undefined) return 'token';
  return sameAddress(address, known.treasury) ? 'treasury' : null;
}
