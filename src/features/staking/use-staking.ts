// The staking figures as an open page needs them: asked again at each output, when the balance moves, and by hand.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { balanceMoved } from '#api/changes.ts';
import { refreshShown } from '#api/queries.ts';
import { signedInAtom } from '#lib/session.ts';
import { assetsQuery, configQuery, ordersQuery, outputsQuery, stakingQuery } from './staking.queries.ts';

/** True while what stands on the page is on its way: nothing moves when the last of it comes. */
export function useComing(): boolean {
  const enabled = useAtomValue(signedInAtom);
  return useWaiting(
    useQuery(stakingQuery()),
    useQuery(configQuery()),
    useInfiniteQuery({ ...ordersQuery(), enabled }),
    useQuery({ ...outputsQuery(), enabled }),
    useQuery({ ...assetsQuery(), enabled }),
  );
}

export function useStaking() {
  const index = useQuery(stakingQuery());
  const away = useAway(index);
  const [busy, setBusy] = useState(false);
  const { data, dataUpdatedAt } = index;
  const figures = data && [data.nextOutputAt, data.cumulativeOutput, data.totalStaked].join(' ');
  const known = useRef(figures);
  useEffect(() => {
    const before = known.current;
    known.current = figures;
    if (before !== undefined && before !== figures) void balanceMoved(dataUpdatedAt);
  }, [figures, dataUpdatedAt]);
  return {
    index,
    away,
    busy,
    /** By hand. */
    refresh: () => {
      setBusy(true);
      void refreshShown().finally(() => setBusy(false));
    },
  };
}
