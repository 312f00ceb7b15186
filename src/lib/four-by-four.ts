/** An address as people compare it: "0x", then groups of four. */
export const fourByFour = (address: string): string =>
  ['0x', ...(address.slice(2).match(/.{1,4}/g) ?? [])].join(' ');
