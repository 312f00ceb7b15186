// The home page of a signed-in account: what it has, and the one next step.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { openPopup, popupAtom } from '#lib/popups.ts';
import { walletAtom } from '#lib/session.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { ErrorView, SkeletonCard } from '#ui/views.tsx';
import { Entries } from './entries.tsx';
import { assetsQuery, indexQuery, minerQuery, userQuery } from './home.queries.ts';
import { nextStep, shouldWelcome } from './home.rules.ts';
import { NextStepCard } from './next-step.tsx';
import { agreedVersion } from './welcome.ts';
import { useNow } from '#ui/now.ts';

/** Once a visit of this page: who closes the notice without agreeing sees it again the next time. */
function useWelcome() {
  const { data } = useQuery(indexQuery());
  const busy = useAtomValue(popupAtom) !== null;
  const shown = useRef(false);
  const notice = data?.welcome;
  useEffect(() => {
    if (!notice || busy || shown.current || !shouldWelcome(notice, agreedVersion())) return;
    shown.current = true;
    openPopup('welcome', notice);
  }, [notice, busy]);
}

function Balance() {
  const { balance } = useAtomValue(walletAtom);
  const { data } = useQuery(assetsQuery());
  const own = data?.items.find(({ coin }) => coin === BRAND.symbol);
  return (
    <>
      <p className="m-0 pt-4 text-sm text-mist">
        <Trans>Your {BRAND.symbol}</Trans>
      </p>
      <p className="m-0 mt-1 text-[40px] leading-none font-bold">
        <AnimatedNumber value={own?.balance ?? balance} live />
      </p>
      {own?.valueUsdt && (
        <p className="m-0 mt-2 text-sm text-mist">
          ≈ <AnimatedNumber value={own.valueUsdt} max={2} min={2} /> USDT
        </p>
      )}
    </>
  );
}

function NextStepPlace() {
  const { t } = useLingui();
  const user = useQuery(userQuery());
  const miner = useQuery(minerQuery());
  const now = useNow(1000);
  const error = user.error ?? miner.error;
  if (user.data && miner.data)
    return <NextStepCard step={nextStep(user.data, miner.data, now)} miner={miner.data} />;
  if (!error) return <SkeletonCard lines={4} />;
  const retry = () => void Promise.all([user.refetch(), miner.refetch()]);
  return <ErrorView message={<>{t`Your miner could not be shown.`} {errorText(error)}</>} onRetry={retry} />;
}

export function MemberHome() {
  useWelcome();
  return (
    <>
      <Hero className="min-h-[240px]">
        <Balance />
      </Hero>
      <Body columns>
        <NextStepPlace />
        <Entries />
      </Body>
    </>
  );
}
