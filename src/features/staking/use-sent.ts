// One staking call as its sheet needs it: sent once however often the button is tapped, and why it was refused. After a lost
// answer the same input goes under the same key, so that it counts once.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Input, Output } from '#contract';
import { useAct } from '#api/act.ts';
import { ApiError, errorText, isRefusal } from '#api/errors.ts';
import { stakeMoved } from './staking.queries.ts';

type StakeCall = 'POST /api/stake/stake' | 'POST /api/stake/unstake';

export interface Refusal {
  name: ApiError['name'];
  /** No answer came: whether it happened is not known. */
  lost: boolean;
  text: string;
  data: unknown;
}

function refusalOf(error: unknown, lostText: string): Refusal {
  if (!(error instanceof ApiError))
    return { name: 'unknown', lost: false, text: errorText(error), data: null };
  const { name, data, transport } = error;
  return { name, data, lost: transport, text: transport ? lostText : error.message };
}

export function useSent<K extends StakeCall>(name: K) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [done, setDone] = useState<Output<K>>();
  const act = useAct(name, {
    onDone: (data) => {
      void stakeMoved();
      setDone(data);
    },
    onError: (error) => {
      if (isRefusal(error, 'session_expired')) return false;
      const lostText = t`No answer came, so it is not certain whether the request arrived. Press the button again: it is carried out only once.`;
      setRefusal(refusalOf(error, lostText));
      void stakeMoved();
      return true;
    },
  });
  return {
    done,
    refusal,
    busy: act.busy,
    send: (input: Input<K>) => {
      setRefusal(undefined);
      void (act.run as (given: Input<K>) => Promise<unknown>)(input);
    },
    forget: () => setRefusal(undefined),
  };
}
