// What a signed-in account sees on home: the one next step, and once a version the welcome notice.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { openPopup, popupAtom } from '#lib/popups.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { AsOf } from '#ui/as-of.tsx';
import { useNow } from '#ui/now.ts';
import { SkeletonCard } from '#ui/views.tsx';
import { indexQuery, minerQuery, userQuery } from './home.queries.ts';
import { nextStep, shouldWelcome } from './home.rules.ts';
import { NextStepCard } from './next-step.tsx';
import { agreedVersion } from './welcome.ts';

/** Once a visit of this page: who closes the notice without agreeing sees it again the next time. */
function useWelcome(ready: boolean) {
  const { data } = useQuery(indexQuery());
  const busy = useAtomValue(popupAtom) !== null;
  const shown = useRef(false);
  const notice = data?.welcome;
  useEffect(() => {
    if (!notice || !ready || busy || shown.current || !shouldWelcome(notice, agreedVersion())) return;
    shown.current = true;
    openPopup('welcome', notice);
  }, [notice, ready, busy]);
}

export function Member() {
  const { t } = useLingui();
  const user = useQuery(userQuery());
  const miner = useQuery(minerQuery());
  const now = useNow(1000);
  const error = user.error ?? miner.error;
  const away = useAway(miner);
  useWelcome(user.data !== undefined && miner.data !== undefined);
  if (user.data && miner.data)
    return (
      <div className="grid gap-3">
        {away && <AsOf asOf={miner.data.asOf} />}
        <NextStepCard step={nextStep(user.data, miner.data, now)} miner={miner.data} />
      </div>
    );
  if (!error) return <SkeletonCard lines={4} />;
  const retry = () => void Promise.all([user.refetch(), miner.refetch()]);
  return <FailedView message={`${t`Your miner could not be shown.`} ${errorText(error)}`} onRetry={retry} />;
}
