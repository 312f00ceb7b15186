// The home page of a guest: one honest sentence, a live figure, one button.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { openPopup } from '#lib/popups.ts';
import { timeText } from '#lib/time.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Entries } from './entries.tsx';
import { type Kept, indexQuery, keepTotals, keptTotals } from './home.queries.ts';

function Figures() {
  const { i18n } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(indexQuery());
  useEffect(() => {
    if (data) keepTotals(data);
  }, [data]);
  const shown: Kept | null = data ? { totals: data.totals, asOf: data.serverTime } : error ? keptTotals() : null;
  const value = (draw: (kept: Kept) => ReactNode) =>
    shown ? draw(shown) : error ? '–' : <Skeleton className="mt-1 h-6 w-20" />;
  return (
    <>
      <Facts grid>
        <Fact stacked label={<Trans>Produced so far</Trans>}>
          {value(({ totals }) => (
            <>
              <AnimatedNumber value={totals.produced} max={2} /> {BRAND.symbol}
            </>
          ))}
        </Fact>
        <Fact stacked label={<Trans>Miners running now</Trans>}>
          {value(({ totals }) => (
            <AnimatedNumber value={String(totals.miners)} max={0} />
          ))}
        </Fact>
      </Facts>
      {error && !data && (
        <p role="alert" className="m-0 mt-3 flex items-center gap-2 text-sm text-muted">
          <span className="grow">
            {errorText(error)} {shown && <Trans>Figures of {timeText(shown.asOf, i18n.locale)}.</Trans>}
          </span>
          <Button look="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
    </>
  );
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span className="figures flex size-8 shrink-0 items-center justify-center rounded-full bg-basalt text-sm font-semibold text-amber">
        {number}
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-pretty text-muted">{children}</span>
      </span>
    </li>
  );
}

export function GuestHome() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-[300px]">
        <p className="m-0 pt-6 text-[28px] leading-tight font-bold text-balance">
          <Trans>Start once a day. Claim a day later.</Trans>
        </p>
        <p className="m-0 mt-3 max-w-110 text-[15px] text-pretty text-mist">
          <Trans>
            A daily reward programme for wallet holders. “Mining” computes no proof of work here: your miner counts the
            hours, and after 24 of them you claim your {BRAND.symbol}.
          </Trans>
        </p>
      </Hero>
      <Body columns>
        <Card tone="amber">
          <Figures />
          <Button wide icon="wallet" className="mt-4" onClick={() => openPopup('connect', {})}>
            <Trans>Connect wallet</Trans>
          </Button>
          <p className="m-0 mt-3 flex items-start gap-2 text-[13px] text-pretty text-muted">
            <Icon name="kyc" size={18} className="shrink-0 text-malachite" />
            <Trans>Free. You sign one readable text; nobody ever asks for your recovery phrase.</Trans>
          </p>
        </Card>
        <Card title={t`How it works`}>
          <ol className="m-0 grid list-none gap-4 p-0">
            <Step number={1} title={<Trans>Connect and verify</Trans>}>
              <Trans>Sign in with your wallet, then verify who you are. Both are needed once.</Trans>
            </Step>
            <Step number={2} title={<Trans>Start your trial miner</Trans>}>
              <Trans>1,200 hashrate are yours. In 24 hours they produce 12 {BRAND.symbol}, worth 0.12 USDT here.</Trans>
            </Step>
            <Step number={3} title={<Trans>Claim, then decide</Trans>}>
              <Trans>Go on with a permanent miner for 10 USDT, or for inviting one person who verifies. Or stop: nothing is owed.</Trans>
            </Step>
          </ol>
        </Card>
        <Entries />
      </Body>
    </>
  );
}
