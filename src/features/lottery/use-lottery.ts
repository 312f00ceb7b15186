// The open round as a page needs it: with obstacles to a guess, refetched when the round ends.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useBalance } from '#actions/stakes.ts';
import { useAway, useWaiting } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { useLive } from '#lib/live.ts';
import { signedInAtom } from '#lib/session.ts';
import { useOnChange } from '#lib/use-on-change.ts';
import { useAt } from '#ui/now.ts';
import { lotteryQuery } from './lottery.queries.ts';
import { type Obstacle, obstacleOf, type Lottery } from './lottery.rules.ts';

export function useLottery() {
  const index = useQuery(lotteryQuery());
  const features = useQuery(cachedLong('GET /api/index'));
  const away = useAway(index);
  useLive();
  const { data } = index;
  const finished = data && [data.round, data.previous?.round, data.previous?.state].join(' ');
  useOnChange(finished, () => void stale('GET /api/mining/bet/list'));
  return {
    index,
    away,
    off: features.data?.features.lottery === false,
  };
}

/** Why no guess can be made now; `known` is false while limits and balance are loading. */
export function useObstacle(lottery: Lottery): { obstacle: Obstacle | null; known: boolean } {
  const signedIn = useAtomValue(signedInAtom);
  const needed = signedIn && lottery.eligible;
  const limits = useQuery({ ...cached('GET /api/user/limits'), enabled: signedIn });
  const waiting = useWaiting(limits, useQuery({ ...cached('GET /api/assets/list'), enabled: signedIn }));
  const balance = useBalance();
  const obstacle = useAt(
    (now) => obstacleOf({ signedIn, lottery, limits: limits.data, balance, now }),
    1000,
    (found) => JSON.stringify(found),
  );
  return {
    obstacle,
    known: !needed || !waiting,
  };
}
