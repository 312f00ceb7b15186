/** Addresses of wallets and contracts. */
import { SHOWN_DIGITS } from './figures.ts';

/** Addresses differ in the case of their letters only when they differ in their checksum. Nothing is at no address. */
export const sameAddress = (one: string, other: string | null | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();

/** How an address is shown where the whole of it should stay private: shortened in the middle. */
export const maskAddress = (address: string): string =>
  `${address.slice(0, 2 + SHOWN_DIGITS)}…${address.slice(-SHOWN_DIGITS)}`;
