// The parts of the list of devices and of the code for another one. Pure.

/** The parameter of this page's link that holds a code. */
export const PAIR_PARAM = 'pair';

/** "482 913": six digits are read out and typed in two groups. */
export const grouped = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, '$1 $2');

export const pairLink = (origin: string, code: string): string =>
  `${origin}/#/pages/privacy/index?${PAIR_PARAM}=${code}`;

/** Devices are named by browser and system (src/api/device.ts). */
export const isPhone = (name: string): boolean => /Android|iPhone|iPad/.test(name);
