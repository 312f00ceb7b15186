// What a stake would earn at today's rate: simple sums, clearly labelled as an estimate.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cachedLong } from '#api/queries.ts';
import { openText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { AmountField, AmountInput } from '#ui/amount-field.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { openAdit } from '#ui/figure.ts';
import { Missing } from '#ui/try-again.tsx';
import { estimateOf, MOST_DAYS, type Staking } from './staking.rules.ts';

const CHOICES = ['7', '30', '90', '365'] as const;

export function Calculator({ data }: { data: Staking }) {
  const { t, i18n } = useLingui();
  const config = useQuery(cachedLong('GET /api/mining/config'));
  const [amount, setAmount] = useState('1000');
  const [days, setDays] = useState('30');
  const tokenValue = config.data?.tokenValue;
  const estimate = estimateOf(amount, days, { rate: data.dailyRate, tokenValue: tokenValue ?? '0' });
  const bounds = <Trans>Enter 1 to {MOST_DAYS} days.</Trans>;
  const write = (value: string | undefined) => (value === undefined ? '–' : openAdit(value, i18n.locale));
  return (
    <Card title={t`Calculator`}>
      <div className="grid gap-4">
        <AmountField
          label={<Trans>Amount to stake</Trans>}
          value={amount}
          onChange={setAmount}
          coin={BRAND.symbol}
        />
        <div>
          <AmountInput
            label={<Trans>Days</Trans>}
            value={days}
            onChange={setDays}
            inputMode="numeric"
            decimals={0}
            error={Number(days) > MOST_DAYS ? bounds : undefined}
            wrong={bounds}
          />
          <Choices days={days} onChoose={setDays} />
        </div>
        <div aria-live="polite" className="rounded-control bg-wash px-3.5 py-1">
          <Facts>
            <Fact label={<Trans>Every 24 hours</Trans>}>{write(estimate?.day)}</Fact>
            <Fact label={<Trans>Total</Trans>}>{write(estimate?.total)}</Fact>
            <Fact label={<Trans>Worth</Trans>}>
              {estimate && tokenValue !== undefined
                ? `${openText(estimate.value, i18n.locale, { max: Infinity })} USDT`
                : '–'}
            </Fact>
          </Facts>
        </div>
        <Missing of={config} />
        {tokenValue !== undefined && <Fineprint rate={data.dailyRate} tokenValue={tokenValue} />}
      </div>
    </Card>
  );
}

function Choices({ days, onChoose }: { days: string; onChoose: (days: string) => void }) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Days`} className="mt-2 grid grid-cols-4 gap-2">
      {CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === days}
          onClick={() => onChoose(choice)}
          className={cx(
            'figures min-h-11 rounded-control border text-sm font-semibold transition-colors active:scale-95',
            choice === days ? 'border-ink bg-ink text-white' : 'border-line bg-white hover:bg-wash',
          )}
        >
          {choice}
        </button>
      ))}
    </div>
  );
}

function Fineprint({ rate, tokenValue }: { rate: string; tokenValue: string }) {
  const { i18n } = useLingui();
  const percent = percentText(Number(rate), i18n.locale, 4);
  const value = openText(tokenValue, i18n.locale);
  return (
    <p className="m-0 text-sm text-pretty text-muted">
      <Trans>
        Estimate at {percent} a day and {value} USDT per {BRAND.symbol}. The rate for new stakes can change.
      </Trans>
    </p>
  );
}
