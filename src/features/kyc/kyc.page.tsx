// KYC verification: the form, the wait, the verdict. While a submission is looked at, the page asks by itself.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Icon } from '#ui/icon.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { KycForm } from './kyc-form.tsx';
import { homeQuery, kycQuery, type Kyc, rulesQuery, verdictCame } from './kyc.queries.ts';
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
          <p className="m-0 max-w-prose text-[15px] text-pretty text-white/90">
            <Trans>A verified account may start its miner and withdraw. It is done once.</Trans>
          </p>
        </div>
      </Hero>
      <Body>{signedIn ? <Own /> : <Guest />}</Body>
    </>
  );
}

function Guest() {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState icon="wallet" title={t`Please log in`}>
        <Trans>The verification belongs to your wallet's account, so the wallet comes first.</Trans>
      </EmptyState>
      <Button wide onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}

function Own() {
  const { t } = useLingui();
  const kyc = useQuery(kycQuery());
  const status = kyc.data?.status;
  useEffect(() => {
    if (status === 'approved' || status === 'failed') void verdictCame();
  }, [status]);
  const away = useAway(kyc);
  if (kyc.data)
    return (
      <>
        {away && <AsOf asOf={kyc.data.asOf} />}
        <State kyc={kyc.data} />
        <Timeline kyc={kyc.data} />
      </>
    );
  if (kyc.isError) return <FailedView message={errorText(kyc.error)} onRetry={() => void kyc.refetch()} />;
  return (
    <div role="status" aria-label={t`Loading`} className="animate-[rise_150ms_200ms_both]">
      <SkeletonCard lines={6} />
    </div>
  );
}

function State({ kyc }: { kyc: Kyc }) {
  const home = useQuery(homeQuery());
  const demo = home.data?.demo === true;
  if (kyc.status === 'submitted') return <Submitted kyc={kyc} demo={demo} />;
  if (kyc.status === 'approved') return <Approved kyc={kyc} />;
  return (
    <>
      {kyc.status === 'failed' && <Failed reason={kyc.reason} />}
      <Form kyc={kyc} demo={demo} />
    </>
  );
}

function Form({ kyc, demo }: { kyc: Kyc; demo: boolean }) {
  const { t } = useLingui();
  const rules = useQuery(rulesQuery());
  if (rules.data) return <KycForm rules={rules.data} demo={demo} kyc={kyc} />;
  if (rules.isError)
    return <FailedView message={errorText(rules.error)} onRetry={() => void rules.refetch()} />;
  return (
    <div role="status" aria-label={t`Loading`} className="animate-[rise_150ms_200ms_both]">
      <SkeletonCard lines={6} />
    </div>
  );
}
