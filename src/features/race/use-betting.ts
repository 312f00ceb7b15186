// The bet on the race page: what is chosen, what is wrong with it once the button was pressed, and opening its sheet.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useBalance, useOwnLimits } from '#actions/stakes.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { type Bounds, needsMore, problemOf, toggled } from './bet.rules.ts';
import { draftAtom } from './draft.ts';
import { newestQuery } from './race.queries.ts';
import type { Config, Opening, Previous } from './race.rules.ts';
import { problemText } from './race.words.ts';

/** The account's latest races, requested while it has a stake in the latest race of all. */
export function useNewest(previous: Previous | null | undefined) {
  const signedIn = useAtomValue(signedInAtom);
  const enabled = signedIn && (previous?.stake ?? '0') !== '0';
  return useQuery({ ...newestQuery(), enabled });
}

/** Without the rules, lanes can be chosen, but nothing can be bet. */
export function useBetting(race: Opening, config: Config | undefined) {
  const { t, i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const [draft, setDraft] = useAtom(draftAtom);
  /** How often the button was pressed in vain for this bet. */
  const [pressed, setPressed] = useState(0);
  // The faulty field may be out of sight of the pressed button.
  useEffect(() => {
    if (pressed === 0) return;
    const wrong = document.querySelector<HTMLElement>('main [aria-invalid=true]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [pressed]);
  const balance = useBalance();
  const { leftToday } = useOwnLimits();
  const bounds: Bounds | undefined = config && { balance, leftToday, config, mine: race.myBets };
  const problem = bounds ? problemOf(draft, bounds) : null;
  // What is only unfinished is not reported as wrong before the button was pressed.
  const shown =
    problem && (pressed > 0 || !['lane', 'empty', 'invalid'].includes(problem.kind)) ? problem : null;
  const lane = shown && 'lane' in shown ? shown.lane : undefined;
  const coin = race.lanes.find((each) => each.lane === lane)?.coin ?? '';
  const text = shown && config ? problemText(shown, { config, coin, balance }, i18n.locale) : undefined;
  return {
    draft,
    bounds,
    laneError: shown?.kind === 'lane' ? text : undefined,
    limited: shown?.kind === 'limit',
    needsMore: config !== undefined && needsMore(balance, config.minBet, shown),
    errorOn: (on: number) => (lane === on ? text : undefined),
    change: setDraft,
    toggle: (on: number) => {
      setPressed(0);
      setDraft((before) => toggled(before, on));
    },
    bet: () => {
      if (!signedIn) {
        toast(t`Please connect your wallet first`);
        return openPopup('connect', {});
      }
      if (problem?.kind === 'lane') toast(t`Select Guess Token`);
      if (problem !== null) return setPressed((times) => times + 1);
      setPressed(0);
      openPopup('raceBet', {});
    },
  };
}
