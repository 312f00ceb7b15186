// Checks a recipient address as the server does (contract, 1306), so that a slip is reported before sending.
import { isUnowned, sameAddress } from '#rules/addresses.ts';

/** `network`: a payment link for another chain; `link`: one that isn't just a payment to an address. */
export type AddressProblem =
  | 'empty'
  | 'network'
  | 'link'
  | 'shape'
  | 'checksum'
  | 'unowned'
  | 'token'
  | 'treasury';

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

const LINK = /^ethereum:/i;
/** A recipient and perhaps a chain; the link's amount and gas are ignored. A contract call has a slash. */
const RECIPIENT = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+|0x[0-9a-f]+))?(?:\?[^/]*)?$/i;

/**
 * The address in a payment link for this chain, as other wallets show in QR codes: "ethereum:0x…@56?value=1"
 * (EIP-681). Any other text is returned unchanged.
 */
export function addressOfLink(pasted: string, chainId: number): string {
  const [, address, chain] = RECIPIENT.exec(cleanAddress(pasted)) ?? [];
  return address !== undefined && Number(chain ?? chainId) === chainId ? address : pasted;
}

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
  if (LINK.test(address)) return RECIPIENT.test(address) ? 'network' : 'link';
  if (!SHAPE.test(address)) return 'shape';
  if (isMixed(address) && checksum(address.toLowerCase()) !== address) return 'checksum';
  if (isUnowned(address)) return 'unowned';
  if (tokenAt(address, known) !== undefined) return 'token';
  return sameAddress(address, known.treasury) ? 'treasury' : null;
}
