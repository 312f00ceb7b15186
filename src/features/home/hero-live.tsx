// The member's part of the hero: what the balance is worth, what the miner has produced, its shaft, and the link to
// what happened.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { cached, cachedLong } from '#api/queries.ts';
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { valueOf } from '#rules/mining.ts';
import { CYCLE_HOURS } from '#rules/figures.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { openPopup } from '#lib/popups.ts';
import { walletAtom } from '#lib/session.ts';
import { useAt } from '#ui/now.ts';
import { usePace } from '#ui/pace.ts';
import { IconButton } from '#ui/button.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { drawnShare } from '#ui/progress.tsx';
import { Shaft } from '#ui/shaft.tsx';
import { Skeleton } from '#ui/views.tsx';
import { useActivity, useUnread } from './activity.ts';
import { cycleAt, cycleOutput } from './home.rules.ts';

const { symbol } = BRAND;

type Miner = Output<'GET /api/mining/index'>;

const MINER = '/pages/mining/index';
/** Decimals of the running amount: they change visibly. */
const PLACES = 4;

/** The same place as the text, so that nothing moves when it arrives. */
export const HeroWaits = () => (
  <>
    <Skeleton dark className="mt-2 h-4 w-20" />
    <span className="col-start-2 row-span-2 row-start-1 block h-53 w-20" />
  </>
);

export function HeroLive() {
  const { i18n } = useLingui();
  const { balance, coinList } = useAtomValue(walletAtom);
  const { data: miner, isError } = useQuery(cached('GET /api/mining/index'));
  const { data: config, isPending } = useQuery(cachedLong('GET /api/mining/config'));
  // The card below says so.
  if (!miner && isError) return null;
  if (!miner || isPending) return <HeroWaits />;
  const output = config && cycleOutput(miner, config);
  const value = (rate: string) =>
    amountText(fromUnits(valueOf(toUnits(balance), toUnits(rate))), i18n.locale, { max: 2 });
  return (
    <>
      <div className="col-start-1 min-w-0">
        <div className="min-h-11">
          {config && coinList.length > 0 && (
            <PageLink
              to="/pages/asset/index"
              className="figures flex min-h-11 items-center text-sm text-mist no-underline"
            >
              {`${value(config.tokenValue)} USDT`}
            </PageLink>
          )}
        </div>
        <PageLink to={MINER} className="mt-1 block min-h-11 text-white no-underline">
          <Produced miner={miner} output={output} />
        </PageLink>
      </div>
      <PageLink to={MINER} tabIndex={-1} aria-hidden="true" className="col-start-2 row-span-2 row-start-1">
        <Depth miner={miner} output={output} />
      </PageLink>
    </>
  );
}

/**
 * The link to what happened, with a dot while something is unread. It requests that immediately, together with the
 * miner, so that the list below has it in time.
 */
export function Bell() {
  const { t } = useLingui();
  const { list } = useActivity();
  const isUnread = useUnread();
  const count = list.filter(isUnread).length;
  return (
    <span className="relative">
      <IconButton
        icon="bell"
        label={count > 0 ? t`Activity, ${count} new` : t`Activity`}
        onClick={() => openPopup('activity', {})}
      />
      {count > 0 && <span className="absolute top-2 right-2 size-2.5 rounded-full bg-amber" />}
    </span>
  );
}

interface CycleProps {
  miner: Miner;
  /** Undefined until the rules are known. */
  output: string | undefined;
}

function Depth({ miner, output }: CycleProps) {
  const cycle = useAt(
    (now) => cycleAt(miner, output ?? '0', now),
    1000,
    (at) => at && drawnShare(at.share),
  );
  return (
    <Shaft
      hours={CYCLE_HOURS}
      share={cycle?.share ?? 0}
      mode={!cycle ? 'idle' : cycle.share === 1 ? 'full' : 'working'}
      label=""
      className="h-53 w-20"
    />
  );
}

function Produced({ miner, output }: CycleProps) {
  const { i18n } = useLingui();
  const amount = useAt((now) => {
    const cycle = cycleAt(miner, output ?? '0', now);
    const min = cycle?.share === 1 ? 0 : PLACES;
    return cycle && amountText(cycle.produced, i18n.locale, { max: PLACES, min });
  }, usePace());
  if (amount === null) return <Resting state={miner.state} />;
  const whole = amountText(output ?? '0', i18n.locale);
  return (
    <>
      <span className="block text-sm text-mist">
        <Trans>Produced in this cycle</Trans>
      </span>
      <span className="figures block text-lg leading-tight font-semibold">
        {output === undefined ? '–' : amount}
      </span>
      {output !== undefined && (
        <span className="figures block text-sm text-mist">
          <Trans>
            of {whole} {symbol}
          </Trans>
        </span>
      )}
    </>
  );
}

function Resting({ state }: { state: string }): ReactNode {
  return (
    <>
      <span className="block text-sm text-mist">
        <Trans>Miner</Trans>
      </span>
      <span className="block font-semibold">
        {state === 'pending_start' ? (
          <Trans>Ready to start</Trans>
        ) : state === 'expired' ? (
          <Trans>Trial finished</Trans>
        ) : (
          <Trans>Not activated</Trans>
        )}
      </span>
    </>
  );
}
