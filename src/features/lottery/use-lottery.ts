// The open round as a page needs it: with obstacles to a guess, refetched when the round ends.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { allowanceAt } from '#api/limits.rules.ts';
import { useRefresh } from '#api/refresh.ts';
import { BRAND } from '#lib/brand.ts';
import { useLive } from '#lib/live.ts';
import { signedInAtom } from '#lib/session.ts';
import { useAt, useNow } from '#ui/now.ts';
import { assetsQuery, featuresQuery, limitsQuery, lotteryQuery } from './lottery.queries.ts';
import { type Hindrance, hindranceOf, type Lottery } from './lottery.rules.ts';

export function useLottery() {
  const index = useQuery(lotteryQuery());
  const features = useQuery(featuresQuery());
  const away = useAway(index);
  const [busy, refresh] = useRefresh();
  useLive();
  const { data } = index;
  const finished = data && [data.round, data.previous?.round, data.previous?.state].join(' ');
  const known = useRef(finished);
  useEffect(() => {
    const before = known.current;
    known.current = finished;
    if (before !== undefined && before !== finished) void stale('GET /api/mining/bet/list');
  }, [finished]);
  return {
    index,
    away,
    busy,
    off: features.data?.features.lottery === false,
    /** Manual refresh. */
    refresh,
  };
}

/** The balance of the token, as a decimal string; undefined for a guest and until it is known. */
export function useBalance(): string | undefined {
  const signedIn = useAtomValue(signedInAtom);
  const assets = useQuery({ ...assetsQuery(), enabled: signedIn });
  return signedIn ? assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance : undefined;
}

/** What the account's own limit leaves for today, as a decimal string; null without a limit, and until it is known. */
export function useLeftToday(): string | null {
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery({ ...limitsQuery(), enabled: signedIn });
  const now = useNow(15_000);
  return signedIn && data ? (allowanceAt(data, now)?.left ?? null) : null;
}

/** Why no guess can be made now; `known` is false while limits and balance are loading. */
export function useHindrance(lottery: Lottery): { hindrance: Hindrance | null; known: boolean } {
  const signedIn = useAtomValue(signedInAtom);
  const needed = signedIn && lottery.eligible;
  const limits = useQuery({ ...limitsQuery(), enabled: signedIn });
  const waiting = useWaiting(limits, useQuery({ ...assetsQuery(), enabled: signedIn }));
  const balance = useBalance();
  const hindrance = useAt(
    (now) => hindranceOf({ signedIn, lottery, limits: limits.data, balance, now }),
    1000,
    (found) => JSON.stringify(found),
  );
  return {
    hindrance,
    known: !needed || !waiting,
  };
}
