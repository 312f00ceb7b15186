// The amount on each chosen lane: one amount for all, or one for each, typed or in steps.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { AmountField } from '#ui/amount-field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Switch } from '#ui/switch.tsx';
import { allFor, amountOf, type Bounds, type Draft, stepped, withAmount, withEach } from './bet.rules.ts';
import { useOwn } from '#ui/figure.ts';
import { LimitsLink } from './limits-link.tsx';
import type { Config, Lane } from './race.rules.ts';

const STEPS = ['1', '10', '100'];

interface AmountsProps {
  config: Config;
  draft: Draft;
  bounds: Bounds;
  onChange: (draft: Draft) => void;
  /** What is wrong with the amount of a lane. */
  errorOn: (lane: number) => string | undefined;
  /** It exceeds what the user's own limit leaves. */
  limited: boolean;
  /** The balance is too small. */
  needsMore: boolean;
  /** The odds. */
  info: ReactNode;
}

export function Amounts(props: AmountsProps) {
  const { config, draft, bounds, onChange, errorOn, limited, needsMore, info } = props;
  const { t } = useLingui();
  const own = useOwn();
  const chosen = config.lanes.filter(({ lane }) => draft.lanes.includes(lane));
  const apart = draft.each && chosen.length > 1;
  const available = bounds.balance === undefined ? undefined : own.plain(bounds.balance);
  const held = available !== undefined && <Trans>Available {available}</Trans>;
  const left = bounds.leftToday === null ? undefined : own.plain(bounds.leftToday);
  const name = chosen.length > 1 ? t`Amount on each lane` : t`Amount`;
  const common = (
    <LaneAmount
      label={name}
      aside={held}
      name={name}
      lane={chosen[0]?.lane ?? 0}
      {...{ draft, bounds, onChange }}
      error={chosen.map(({ lane }) => errorOn(lane)).find((text) => text !== undefined)}
    />
  );
  return (
    <Card className="py-3!">
      {chosen.length > 1 && (
        <div className="mb-1 flex min-h-11 items-center justify-between gap-3 text-sm">
          <span aria-hidden="true">
            <Trans>Different amounts per lane</Trans>
          </span>
          <Switch
            checked={draft.each}
            label={t`Different amounts per lane`}
            onChange={(each) => onChange(withEach(draft, each))}
          />
        </div>
      )}
      {apart && held && <p className="figures m-0 mb-2 text-xs text-muted">{held}</p>}
      <div className="grid gap-3">
        {apart
          ? chosen.map((each) => (
              <LaneAmount
                key={each.lane}
                label={<CoinLabel {...each} />}
                name={each.coin}
                lane={each.lane}
                {...{ draft, bounds, onChange }}
                error={errorOn(each.lane)}
              />
            ))
          : common}
      </div>
      {needsMore && (
        <LinkButton to="/pages/asset/index" className="mt-3">
          <Trans>Get {BRAND.symbol}</Trans>
        </LinkButton>
      )}
      {left !== undefined && (
        <p className={cx('m-0 mt-1 text-xs', limited ? 'text-garnet' : 'text-muted')}>
          <Trans>Daily limit left: {left}.</Trans> <LimitsLink />
        </p>
      )}
      {info}
    </Card>
  );
}

const CoinLabel = ({ coin }: Lane) => (
  <span className="inline-flex items-center gap-1.5">
    <CoinIcon coin={coin} size={18} />
    {coin}
  </span>
);

interface LaneAmountProps {
  label: ReactNode;
  aside?: ReactNode;
  /** Accessible name of the field and its steps. */
  name: string;
  lane: number;
  draft: Draft;
  bounds: Bounds;
  onChange: (draft: Draft) => void;
  error: string | undefined;
}

function LaneAmount({ label, aside, name, lane, draft, bounds, onChange, error }: LaneAmountProps) {
  const value = amountOf(draft, lane);
  const change = (text: string) => onChange(withAmount(draft, lane, text));
  return (
    <div role="group" aria-label={name}>
      <AmountField
        label={label}
        aside={aside}
        value={value}
        onChange={change}
        error={error}
        coin={BRAND.symbol}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {STEPS.map((step) => (
          <Step key={step} onClick={() => change(stepped(value, step))}>
            +{step}
          </Step>
        ))}
        {bounds.balance !== undefined && (
          <Step onClick={() => change(allFor(draft, lane, bounds))}>
            <Trans>All</Trans>
          </Step>
        )}
      </div>
    </div>
  );
}

const Step = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="figures min-h-11 min-w-fit flex-1 rounded-control border border-line bg-white px-2 text-sm font-semibold hover:bg-wash active:scale-95"
  >
    {children}
  </button>
);
