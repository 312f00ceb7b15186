// Whether amounts are replaced by dots, for eyes beside one; kept on the device, since it says nothing about an account.
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { local } from './storage.ts';

export const hideAmountsAtom = atomWithStorage(
  'hideAmounts',
  false,
  createJSONStorage<boolean>(() => local),
  { getOnInit: true },
);

/** Stands for an amount that is not to be seen. */
export const HIDDEN = '••••';
