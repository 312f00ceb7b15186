/** Addresses of wallets and contracts. */

/** Hex digits shown at each end of somebody else's address. A member search accepts only those, or all 40. */
export const SHOWN_DIGITS = 4;

/**
 * Addresses that differ only in the case of letters are the same; case carries only the checksum. A missing address
 * matches nothing.
 */
export const sameAddress = (one: string, other: string | null | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();

/** What stands for the address of a deleted account. */
export const DELETED = 'deleted';

/** How the address that replaces a deleted account's begins; 16 digits with the account's number follow. */
export const DELETED_PREFIX = `0xde1e7ed${'0'.repeat(17)}`;

/** An address as shown where it should stay partly private: shortened in the middle. */
export const maskAddress = (address: string): string =>
  `${address.slice(0, 2 + SHOWN_DIGITS)}…${address.slice(-SHOWN_DIGITS)}`;

/** An account as others see it: its masked address, or `DELETED`. */
export const maskAccount = (address: string): string =>
  address.toLowerCase().startsWith(DELETED_PREFIX) ? DELETED : maskAddress(address);

/**
 * Whether nobody has the keys to the address, so that whatever is sent to it is burnt: the zero address, and the usual
 * burn address, 0x…dEaD.
 */
export const isUnowned = (address: string): boolean => /^0x0{36}(0000|dead)$/i.test(address);
