// Limits as their sheet needs them: the current state, one change at a time, and why the last one was refused.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#api/act.ts';
import { failureText, isLost } from '#api/errors.ts';
import { cached, remember } from '#api/queries.ts';
import type { PauseDays } from '#rules/limits.ts';

type Change = 'limit' | 'pause';

export function useLimits(open: boolean) {
  const limits = useQuery({ ...cached('GET /api/user/limits'), enabled: open, staleTime: 0 });
  const [asked, setAsked] = useState<Change>('limit');
  const [refusal, setRefusal] = useState<{ text: string; lost: boolean }>();
  const act = useAct('POST /api/user/limits', {
    // A success is told by whoever asked: what it means depends on the change.
    shownIn: { open },
    onDone: (data) => remember('GET /api/user/limits', data),
    onError: (error) => {
      setRefusal({ text: failureText(error), lost: isLost(error) });
      return true;
    },
  });
  const send = async (what: Change, input: Parameters<typeof act.run>[0]): Promise<boolean> => {
    if (act.busy) return false;
    setAsked(what);
    setRefusal(undefined);
    return (await act.run(input)) !== undefined;
  };
  return {
    limits,
    busy: act.busy ? asked : null,
    refusalOf: (what: Change) => (asked === what ? refusal : undefined),
    forget: () => setRefusal(undefined),
    /** Null removes the limit. Resolves to true once it is done. */
    limit: (dailyBetLimit: string | null) => send('limit', { dailyBetLimit }),
    pause: (pauseDays: PauseDays) => send('pause', { pauseDays }),
  };
}

export type UseLimits = ReturnType<typeof useLimits>;
