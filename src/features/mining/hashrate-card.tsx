// The hashrate by source, drawn and in figures, with the ways to buy more of it and to sell the purchased one back.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import { amountText, percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { openPopup } from '#lib/popups.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { type Hashrate, bonusLevels, sharesOf } from './hashrate.rules.ts';
import { hashrateQuery } from './mining.queries.ts';
import type { Miner, MiningConfig } from './mining.rules.ts';

const { symbol } = BRAND;

const COLOURS = { gifted: 'bg-basalt-3', purchased: 'bg-amber', team: 'bg-malachite' };
type Source = keyof typeof COLOURS;

interface HashrateCardProps {
  miner: Miner;
  config: MiningConfig;
}

export function HashrateCard({ miner, config }: HashrateCardProps) {
  const { i18n } = useLingui();
  const { data: ownHashrate, isError, error, refetch } = useQuery(hashrateQuery());
  const figure = (amount: string | undefined) =>
    amount === undefined ? <Waiting failed={isError} /> : <AnimatedNumber value={amount} />;
  const perHour = amountText(miner.outputPerHour, i18n.locale);
  return (
    <Card title={<Trans>Hashrate</Trans>}>
      <p className="figures m-0 text-[28px] leading-tight font-semibold">{figure(ownHashrate?.power)}</p>
      <Seam ownHashrate={ownHashrate} />
      <Facts>
        <Fact label={<Part of="gifted" text={<Trans>Gifted</Trans>} />}>{figure(ownHashrate?.gifted)}</Fact>
        <Fact label={<Part of="purchased" text={<Trans>Purchased</Trans>} />}>
          {figure(ownHashrate?.purchased)}
        </Fact>
        {bonusLevels(config, ownHashrate?.bonus).map(({ level, share, hashrate }) => (
          <Fact key={level} label={<Part of="team" text={<TeamLevel level={level} share={share} />} />}>
            {figure(hashrate)}
          </Fact>
        ))}
        <Fact label={<Trans>Output per hour</Trans>}>
          {perHour} {symbol}
        </Fact>
        <Fact label={<Trans>Validity of a start</Trans>}>
          <Plural value={miner.validHours} one="# hour" other="# hours" />
        </Fact>
      </Facts>
      {isError && !ownHashrate && <TryAgain why={errorText(error)} onRetry={() => void refetch()} />}
      <Notes miner={miner} ownHashrate={ownHashrate} />
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button look="secondary" icon="plus" onClick={() => openPopup('hashrateBuy', {})}>
          <Trans>Buy</Trans>
        </Button>
        <Button look="secondary" icon="refund" onClick={() => openPopup('hashrateSell', {})}>
          <Trans>Sell back</Trans>
        </Button>
      </div>
    </Card>
  );
}

const Waiting = ({ failed }: { failed: boolean }) =>
  failed ? '–' : <Skeleton className="inline-block h-4 w-14 align-middle" />;

function TeamLevel({ level, share }: { level: number; share: number }) {
  const { i18n } = useLingui();
  const percent = percentText(share, i18n.locale);
  return (
    <Trans>
      Team, level {level} ({percent})
    </Trans>
  );
}

const Part = ({ of, text }: { of: Source; text: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', COLOURS[of])} />
    {text}
  </span>
);

/** The parts as layers of one seam; the figures below say the same in words. */
function Seam({ ownHashrate }: { ownHashrate: Hashrate | undefined }) {
  const shares = ownHashrate && !areAmountsHidden() && sharesOf(ownHashrate);
  return (
    <div aria-hidden="true" className="mt-2 mb-1 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-line">
      {shares &&
        (['gifted', 'purchased', 'team'] as const).map((source) => (
          <span
            key={source}
            className={cx('transition-[width] duration-grow ease-out-soft', COLOURS[source])}
            style={{ width: `${shares[source] * 100}%` }}
          />
        ))}
    </div>
  );
}

function Notes({ miner, ownHashrate }: { miner: Miner; ownHashrate: Hashrate | undefined }) {
  const { i18n } = useLingui();
  const running = amountText(miner.hashrate, i18n.locale);
  const differs =
    miner.startedAt !== null && ownHashrate !== undefined && ownHashrate.power !== miner.hashrate;
  return (
    <p className="m-0 mt-2 text-[13px] text-pretty text-muted">
      {differs ? (
        <Trans>The present cycle keeps the {running} hashrate that it started with.</Trans>
      ) : (
        miner.startedAt !== null && <Trans>A cycle keeps the hashrate that it started with.</Trans>
      )}{' '}
      <Trans>Gifted hashrate is yours for good; it serves mining only and cannot be sold.</Trans>
    </p>
  );
}
