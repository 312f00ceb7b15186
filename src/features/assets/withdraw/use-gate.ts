// What comes before a withdrawal: a session, an approved verification, and the coin list.
import { useQuery } from '@tanstack/react-query';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { userQuery } from './withdraw.queries.ts';

/** While a verification is being looked at. */
const PENDING_MS = 3000;
/** An answer that comes sooner spares the eye a skeleton. */
const PATIENCE_MS = 300;

/** Guests and the unverified are led to where they can change that; `onLeave` is called when the session ends meanwhile. */
export function useGate(open: boolean, onLeave: () => void) {
  const signedIn = useAtomValue(signedInAtom);
  const [cameIn] = useState(signedIn);
  const user = useQuery({
    ...userQuery(),
    enabled: open && signedIn,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.kyc === 'submitted' ? PENDING_MS : false),
  });
  const list = useQuery({ ...assetsQuery(), enabled: open && signedIn, staleTime: 0 });
  const waited = useWaited(PATIENCE_MS);
  const kyc = user.data?.kyc;
  // What was known from before may be outdated: a refusal waits for the new answer.
  const unverified = (kyc === 'none' || kyc === 'failed') && user.isFetchedAfterMount && !user.isFetching;
  const turnAway = useEffectEvent(() => {
    if (!signedIn) return cameIn ? onLeave() : openPopup('connect', {});
    return unverified ? openPopup('kycRequired', { before: 'withdraw' }) : undefined;
  });
  useEffect(() => {
    if (open) turnAway();
  }, [open, signedIn, unverified]);

  const pending = kyc === 'submitted';
  const passed = kyc === 'approved' && list.data !== undefined;
  const failed = [user, list].find((each) => each.isError && !each.data);
  return {
    list: list.data,
    passed,
    pending,
    error: failed?.error,
    retry: () => void failed?.refetch(),
    /** There is something to see; nobody who is turned away sees the sheet. */
    visible: open && signedIn && !unverified && (waited || passed || pending || failed !== undefined),
  };
}

/** True once `ms` have passed. */
function useWaited(ms: number): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return waited;
}
