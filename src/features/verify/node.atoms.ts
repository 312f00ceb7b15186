// The node that this user checks draws with; null for the operator's. Stored on the device, as it says nothing about an
// account.
import { atomWithStorage } from 'jotai/utils';
import { local } from '#lib/storage.ts';
import { textStorage } from '#lib/stored.ts';

export const nodeAtom = atomWithStorage<string | null>('verifyNode', null, textStorage(local), {
  getOnInit: true,
});
