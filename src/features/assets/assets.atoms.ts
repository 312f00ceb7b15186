// How a person wants the asset list shown; kept on the device, since it says nothing about an account.
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { local } from '#lib/storage.ts';

const onDevice = createJSONStorage<boolean>(() => local);

export const hideZeroAtom = atomWithStorage('hideZero', false, onDevice, { getOnInit: true });
