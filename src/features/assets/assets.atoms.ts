// How a person wants the asset list shown; kept on the device, since it says nothing about an account.
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { local } from '#lib/storage.ts';

const onDevice = createJSONStorage<boolean>(() => local);

/** Amounts are replaced by dots, for eyes beside one. */
export const hideAmountsAtom = atomWithStorage('hideAmounts', false, onDevice, { getOnInit: true });

export const hideZeroAtom = atomWithStorage('hideZero', false, onDevice, { getOnInit: true });
