/** How an address is shown where the whole of it should stay private: shortened in the middle. */
export const maskAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
