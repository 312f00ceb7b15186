/** Amounts in texts written by the server and the worker: both use this. */
const SHOWN_DECIMALS = 6;

/**
 * A decimal string as written in a language (BCP 47). As on the page, further decimals are cut off, never rounded up.
 */
export const shownAmount = (amount: string, language: string, decimals = SHOWN_DECIMALS): string =>
  new Intl.NumberFormat(language, {
    ...{ maximumFractionDigits: decimals, roundingMode: 'trunc', numberingSystem: 'latn' },
  }).format(amount as `${number}`);
