// The open race as a page needs it: renewed at its own moments, by events, when somebody signs in, and by hand.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useAway } from '#api/away.ts';
import { balanceMoved } from '#api/changes.ts';
import { refreshShown } from '#api/queries.ts';
import { useLive } from '#lib/live.ts';
import { signedInAtom } from '#lib/session.ts';
import { awaitRound } from './draft.ts';
import { configQuery, featuresQuery, openingQuery } from './race.queries.ts';

export function useRace() {
  useLive();
  const opening = useQuery(openingQuery());
  const config = useQuery(configQuery());
  const index = useQuery(featuresQuery());
  const signedIn = useAtomValue(signedInAtom);
  const away = useAway(opening);
  const [busy, setBusy] = useState(false);
  const { data, dataUpdatedAt, refetch } = opening;
  // A guest's answer has nobody's bets in it.
  const before = useRef(signedIn);
  useEffect(() => {
    if (before.current !== signedIn) void refetch();
    before.current = signedIn;
  }, [signedIn, refetch]);
  const round = data?.round;
  const hasBets = signedIn && data !== undefined && data.myBets.length > 0;
  useEffect(() => {
    if (hasBets && round !== undefined) awaitRound(round);
  }, [hasBets, round]);
  const ended = data?.previous?.state === 'drawing' ? undefined : data?.previous?.round;
  const known = useRef(ended);
  useEffect(() => {
    if (known.current !== undefined && ended !== undefined && known.current !== ended)
      void balanceMoved(dataUpdatedAt);
    known.current = ended;
  }, [ended, dataUpdatedAt]);
  return {
    opening,
    config,
    away,
    busy,
    /** Undefined until it is known. */
    on: index.data?.features.race,
    refresh: () => {
      setBusy(true);
      void refreshShown().finally(() => setBusy(false));
    },
  };
}
