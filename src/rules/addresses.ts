/** Addresses of wallets and contracts. */

/** Addresses differ in the case of their letters only when they differ in their checksum. Nothing is at no address. */
export const sameAddress = (one: string, other: string | null | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();

/** How an address is shown where the whole of it should stay private: shortened in the middle. */
export const maskAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
