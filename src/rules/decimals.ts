/** Decimals that a decimal string is written with. Apart from amounts.ts, of which the page's first screen needs nothing else. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
