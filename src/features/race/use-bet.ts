// A bet from its sheet to the server: sent once however often the button is tapped, with its result. After a lost
// answer, the identical bet is sent under the same key, whatever race is open by then.
import { t } from '@lingui/core/macro';
import { useAtom, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import type { Output } from '#contract';
import { useAct } from '#api/act.ts';
import { stale } from '#api/changes.ts';
import { isLost, isRefusal } from '#api/errors.ts';
import { useOnline } from '#lib/online.ts';
import { useNow } from '#ui/now.ts';
import { betsOf, problemOf } from './bet.rules.ts';
import { awaitRound } from './awaited.ts';
import { draftAtom, sendingAtom } from './draft.ts';
import { useOwnLimits } from '#actions/stakes.ts';
import { type Bet, type Config, type Opening, phaseAt } from './race.rules.ts';

type Placed = Output<'POST /api/game/coining'>;

interface Sent {
  round: number;
  bets: Bet[];
}

interface BetOptions {
  race: Opening | undefined;
  config: Config | undefined;
  balance: string | undefined;
  /** The sheet is open. */
  open: boolean;
}

export function useBet({ race, config, balance, open: shown }: BetOptions) {
  const online = useOnline();
  const now = useNow(1000);
  const [draft, setDraft] = useAtom(draftAtom);
  const setSending = useSetAtom(sendingAtom);
  const sent = useRef<Sent>(undefined);
  const [failed, setFailed] = useState<Sent & { error: unknown }>();
  const [done, setDone] = useState<Placed>();
  const act = useAct('POST /api/game/coining', {
    shownIn: { open: shown, done: t`Bet placed` },
    onDone: (placed) => {
      awaitRound(placed.round);
      setDraft((now) => ({ ...now, lanes: [] }));
      setDone(placed);
    },
    onError: (failure) => {
      if (sent.current) setFailed({ ...sent.current, error: failure });
      if (isRefusal(failure, 'forbidden')) void stale('GET /api/index');
      return true;
    },
  });
  const lost = isLost(failed?.error);
  const again = lost ? failed : undefined;
  const bets = again?.bets ?? betsOf(draft);
  const known = race !== undefined && config !== undefined && balance !== undefined;
  const phase = race && phaseAt(race, now);
  const { pausedUntil, leftToday } = useOwnLimits();
  const problem =
    known && !again ? problemOf(draft, { balance, leftToday, config, mine: race.myBets }) : null;
  const round = again?.round ?? race?.round;
  const open = phase?.kind === 'open' && pausedUntil === null;
  const ready = online && known && problem === null && (again !== undefined || open);
  return {
    online,
    now,
    phase,
    round,
    bets,
    problem,
    pausedUntil,
    leftToday,
    ready,
    /** The bet that was not placed, or whose outcome is unknown, and why. */
    failed,
    lost,
    done,
    busy: act.busy,
    confirm: () => {
      if (!ready || act.busy || round === undefined) return;
      setFailed(undefined);
      sent.current = { round, bets };
      setSending(true);
      void act.run(sent.current).finally(() => setSending(false));
    },
  };
}

export type Betting = ReturnType<typeof useBet>;
