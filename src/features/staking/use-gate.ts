// Who may see a sheet of staking: only the session that opened it. A guest is led to connect instead.
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';

/** Whether the sheet is drawn. */
export function useGate(open: boolean, onClose: () => void): boolean {
  const signedIn = useAtomValue(signedInAtom);
  const [cameIn] = useState(signedIn);
  const turnAway = useEffectEvent(() => (cameIn ? onClose() : openPopup('connect', {})));
  useEffect(() => {
    if (open && !signedIn) turnAway();
  }, [open, signedIn]);
  return open && signedIn;
}
