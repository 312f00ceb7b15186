/**
 * Number of decimals in a decimal string. Separate from amounts.ts, because the page's first screen needs only this.
 */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
