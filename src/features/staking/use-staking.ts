// The staking figures as an open page needs them: asked again at each output, when the balance moves, and by hand.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { onTopic } from '#api/events.ts';
import { signedInAtom } from '#lib/session.ts';
import {
  askOrders,
  askStaking,
  assetsQuery,
  configQuery,
  ordersQuery,
  outputsQuery,
  stakingQuery,
} from './staking.queries.ts';

/** Payouts are told as moved balances: the server makes one of many orders at once. */
export function useFollowing(): void {
  const signedIn = useAtomValue(signedInAtom);
  useEffect(() => (signedIn ? onTopic('balance', () => void askStaking()) : undefined), [signedIn]);
}

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
  useFollowing();
  const { data } = index;
  const figures = data && [data.nextOutputAt, data.cumulativeOutput, data.totalStaked].join(' ');
  const known = useRef(figures);
  useEffect(() => {
    const before = known.current;
    known.current = figures;
    if (before !== undefined && before !== figures) void askOrders();
  }, [figures]);
  return {
    index,
    away,
    busy,
    /** By hand. */
    refresh: () => {
      setBusy(true);
      void askStaking().finally(() => setBusy(false));
    },
  };
}
