// KYC verification: the form, the wait, the verdict. While a submission is looked at, the page asks by itself.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { errorText } from '#api/errors.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Absent, FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Icon } from '#ui/icon.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { KycForm } from './kyc-form.tsx';
import { homeQuery, kycQuery, rulesQuery } from './kyc.queries.ts';
import { Approved, Failed, Submitted } from './kyc-states.tsx';
import { Timeline } from './timeline.tsx';

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <>
      <Hero>
        <div className="flex items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-white/10 text-amber">
            <Icon name="kyc" size={28} />
          </span>
          <p className="m-0 max-w-prose text-[15px] text-balance text-white/90">
            <Trans>A verified account may start its miner and withdraw. It is done once.</Trans>
          </p>
        </div>
      </Hero>
      <Body>{signedIn ? <Own /> : <Guest />}</Body>
    </>
  );
}

const Guest = () => (
  <AskToConnect>
    <Trans>The verification belongs to your wallet's account, so the wallet comes first.</Trans>
  </AskToConnect>
);

function Own() {
  const { t } = useLingui();
  const kyc = useQuery(kycQuery());
  const status = kyc.data?.status;
  // The account's state is shown in other places too.
  useEffect(() => {
    if (status === 'approved' || status === 'failed') void stale('GET /api/user/info');
  }, [status]);
  const home = useQuery(homeQuery());
  const rules = useQuery(rulesQuery());
  const away = useAway(kyc);
  const waiting = useWaiting(kyc, home, rules);
  const form = status === 'none' || status === 'failed';
  if (kyc.isError && !kyc.data)
    return <FailedView message={errorText(kyc.error)} onRetry={() => void kyc.refetch()} />;
  if (waiting || !kyc.data)
    return (
      <div role="status" aria-label={t`Loading`} className="animate-late">
        <SkeletonCard lines={6} />
      </div>
    );
  const demo = home.data?.demo === true;
  return (
    <>
      {away && <AsOf asOf={kyc.data.asOf} />}
      {status === 'failed' && <Failed reason={kyc.data.reason} />}
      <div className="grid gap-3 min-[720px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start">
        {status === 'submitted' && <Submitted kyc={kyc.data} demo={demo} />}
        {status === 'approved' && <Approved kyc={kyc.data} />}
        {form &&
          (rules.data ? (
            <KycForm rules={rules.data} demo={demo} kyc={kyc.data} />
          ) : (
            <Absent of={rules} lines={6} />
          ))}
        <Timeline kyc={kyc.data} />
      </div>
    </>
  );
}
