// The miner at a glance: what the cycle has produced so far, the remaining time, and the shaft that shows both.
import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { shareOf, type Span } from '#rules/mining.ts';
import { fromUnits } from '#rules/amounts.ts';
import { CYCLE_HOURS } from '#rules/figures.ts';
import { amountText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { progressText } from '#lib/percent.ts';
import { clockText } from '#lib/time.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { useAt } from '#ui/now.ts';
import { usePace } from '#ui/pace.ts';
import { type Cycle, leftOf, type Miner, produced, stateAt } from './mining.rules.ts';
import { drawnShare } from '#ui/progress.tsx';
import { Shaft } from '#ui/shaft.tsx';

// Names of the miner's states.

const STATE_NAMES: Record<Miner['state'], MessageDescriptor> = {
  not_activated: msg`Not activated`,
  pending_start: msg`Ready to start`,
  running: msg`Running`,
  pending_claim: msg`Ready to claim`,
  expired: msg`Trial finished`,
};

const KIND_NAMES: Record<Miner['kind'], MessageDescriptor> = {
  trial: msg`Trial miner`,
  permanent: msg`Permanent miner`,
};

const { symbol } = BRAND;

/** Decimals of the running amount, and how many characters of it fit beside the shaft in the narrowest window. */
const RUNNING_DIGITS = 8;
const LARGE_FITS = 9;

const TONES = {
  not_activated: 'quiet',
  pending_start: 'amber',
  running: 'good',
  pending_claim: 'amber',
  expired: 'quiet',
} as const;

interface MinerHeroProps {
  miner: Miner;
  span: Span | null;
  /** Of a whole cycle, in smallest units; undefined until the rules are known. */
  output: bigint | undefined;
}

export function MinerHero({ miner, span, output }: MinerHeroProps) {
  const { i18n } = useLingui();
  const state = useAt((now) => stateAt(miner, span, now));
  const share = useAt((now) => (span ? shareOf(span, now) : 0), 1000, drawnShare);
  return (
    <div className="flex items-stretch justify-between gap-2 min-[720px]:grid min-[720px]:grid-cols-2 min-[720px]:gap-3">
      <div className="flex min-w-0 grow flex-col justify-center pb-4">
        <div className="flex flex-wrap gap-2 *:whitespace-normal">
          <Tag tone={TONES[state]}>{i18n._(STATE_NAMES[state])}</Tag>
          {state !== 'not_activated' && <Tag tone="quiet">{i18n._(KIND_NAMES[miner.kind])}</Tag>}
        </div>
        {span ? <Running span={span} output={output} /> : <Resting miner={miner} output={output} />}
      </div>
      <Shaft
        hours={CYCLE_HOURS}
        share={share}
        mode={span ? (state === 'pending_claim' ? 'full' : 'working') : 'idle'}
        label={shaftLabel(span, share, i18n.locale)}
        className="h-[316px] w-[120px] shrink-0 min-[720px]:justify-self-center"
      />
    </div>
  );
}

function shaftLabel(span: Span | null, share: number, language: string): string {
  if (!span) return t`The lamp is at the top of the shaft: no cycle is running`;
  const percent = progressText(share, language);
  return t`The lamp is ${percent} of the way down the shaft`;
}

function Produced({ cycle }: { cycle: Cycle }) {
  const { i18n } = useLingui();
  const output = fromUnits(cycle.output);
  // Decimals run during the cycle and stop once it is complete. There are as many as the whole output has room for, so
  // that the size never changes.
  const places = Math.min(SHOWN_DECIMALS, fittingDecimals(output, RUNNING_DIGITS));
  const figure = (units: bigint, min: number) =>
    amountText(fromUnits(units), i18n.locale, { max: places, min });
  const amount = useAt((now) => figure(produced(cycle, now), now < cycle.endsAt ? places : 0), usePace());
  const { length } = figure(cycle.output, places);
  const whole = amountText(output, i18n.locale, { max: places });
  return (
    <>
      <p
        className={cx(
          'figures m-0 leading-tight font-semibold min-[480px]:text-4xl',
          length <= LARGE_FITS ? 'text-2xl' : 'text-lg',
        )}
      >
        {amount} <span className="text-base font-medium text-mist">{symbol}</span>
      </p>
      <p className="figures m-0 mt-1 text-sm text-mist">
        <Trans>
          of {whole} {symbol}
        </Trans>
      </p>
    </>
  );
}

function Running({ span, output }: { span: Span; output: bigint | undefined }) {
  const { i18n } = useLingui();
  const left = useAt((now) => leftOf(span, now), 1000, clockText);
  const percent = useAt((now) => progressText(shareOf(span, now), i18n.locale, 2));
  return (
    <>
      <p className="m-0 mt-4 text-sm text-mist">
        <Trans>Produced in this cycle</Trans>
      </p>
      {output === undefined ? (
        <p className="m-0 text-2xl leading-tight font-semibold">–</p>
      ) : (
        <Produced cycle={{ ...span, output }} />
      )}
      <dl className="mx-0 mt-5 mb-0 grid gap-1">
        <dt className="text-sm text-mist">
          {left > 0 ? <Trans>Time left</Trans> : <Trans>The 24 hours are over</Trans>}
        </dt>
        <dd className="figures m-0 text-2xl font-semibold">
          <span role="timer">{clockText(left)}</span>
        </dd>
        <dd className="figures m-0 text-sm text-mist">
          <Trans>{percent} of 24 h</Trans>
        </dd>
      </dl>
    </>
  );
}

function Resting({ miner, output }: Omit<MinerHeroProps, 'span'>) {
  const { i18n } = useLingui();
  return (
    <>
      <p className="m-0 mt-4 text-sm text-mist">
        {miner.state === 'pending_start' ? (
          <Trans>One start produces</Trans>
        ) : (
          <Trans>A permanent miner would produce</Trans>
        )}
      </p>
      <p className="figures m-0 text-2xl leading-tight font-semibold min-[480px]:text-4xl">
        {output === undefined ? '–' : amountText(fromUnits(output), i18n.locale)}{' '}
        <span className="text-base font-medium text-mist">{symbol}</span>
      </p>
      <p className="m-0 mt-1 text-sm text-mist">
        {miner.state === 'pending_start' ? <Trans>in 24 hours</Trans> : <Trans>every 24 hours</Trans>}
      </p>
    </>
  );
}
