// What a signed-in account sees on home: the next step, and once per version the welcome notice.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { isCovered, openPopup } from '#lib/popups.ts';
import { useAfter } from '#lib/use-after.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Absent, FailedView } from '#ui/failed-view.tsx';
import { useAt } from '#ui/now.ts';
import { SkeletonCard } from '#ui/views.tsx';
import { userQuery } from './home.queries.ts';
import { isWait, nextStep, shouldWelcome } from './home.rules.ts';
import { NextStepCard } from './next-step.tsx';
import { QueueCard } from './queue-mark.tsx';
import { agreedVersion, noteShown, shownVersion } from './welcome.ts';

function useWelcome(ready: boolean) {
  const { data } = useQuery(cached('GET /api/index'));
  const covered = useAt(isCovered);
  const notice = data?.welcome;
  useEffect(() => {
    // `covered` may be a second old.
    if (!notice || !ready || covered || isCovered()) return;
    if (!shouldWelcome(notice, agreedVersion(), shownVersion())) return;
    noteShown(notice.version);
    openPopup('welcome', notice);
  }, [notice, ready, covered]);
}

/** The card waits for the rules and a verdict's reason, so that its height does not change; but not forever. */
const PATIENCE_MS = 5000;

/** What is below appears together with the step, so that nothing is pushed down. */
export function Member({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const [user, miner, config] = [
    useQuery(userQuery()),
    useQuery(cached('GET /api/mining/index')),
    useQuery(cachedLong('GET /api/mining/config')),
  ];
  const kyc = useQuery({ ...cached('GET /api/user/kyc'), enabled: user.data?.kyc === 'failed' });
  const assets = useQuery(cached('GET /api/assets/list'));
  const away = useAway(miner);
  const patient = !useAfter(PATIENCE_MS);
  const asking = user.isPending || miner.isPending || (patient && (config.isPending || kyc.isLoading));
  const facts = { user: user.data, miner: miner.data, asking };
  const step = useAt(
    (now) => nextStep({ ...facts, now }),
    1000,
    ({ kind }) => kind,
  );
  useWelcome(user.data !== undefined && miner.data !== undefined);
  const loading = step.kind === 'loading';
  const retry = () => void Promise.all([user.refetch(), miner.refetch()]);
  return (
    <>
      <div className="grid min-w-0 gap-3" role={isWait(step.kind) ? 'status' : undefined}>
        {loading && (
          <>
            <span className="sr-only">{t`Loading`}</span>
            <SkeletonCard lines={6} />
          </>
        )}
        {step.kind === 'unknown' && (
          <>
            <FailedView
              message={`${t`Couldn't show your miner.`} ${errorText(user.error ?? miner.error)}`}
              onRetry={retry}
            />
            <QueueCard />
          </>
        )}
        {miner.data && !loading && (
          <>
            {away && <AsOf asOf={miner.data.asOf} />}
            {!assets.data && assets.isError && <Absent of={assets} />}
            <NextStepCard step={step} miner={miner.data} reason={kyc.data?.reason} />
          </>
        )}
      </div>
      {(!loading || !patient) && children}
    </>
  );
}
