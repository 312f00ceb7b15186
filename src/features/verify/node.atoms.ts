// The node that this user checks draws with; null for the operator's. Stored on the device, since it has nothing to
// do with an account.
import { atomWithStorage } from 'jotai/utils';
import { local } from '#lib/storage.ts';
import { textStorage } from '#lib/stored.ts';

export const nodeAtom = atomWithStorage<string | null>('verifyNode', null, textStorage(local), {
  getOnInit: true,
});
