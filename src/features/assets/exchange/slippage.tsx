// How far the price may move against the person before nothing is exchanged: three usual values, or an own one.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { entryText } from '#lib/amount-entry.ts';
import { percentText } from '#lib/amounts.ts';
import { AmountInput } from '#ui/amount-field.tsx';
import { cx } from '#ui/class-names.ts';
import { MAX_SLIPPAGE, MIN_SLIPPAGE, SLIPPAGES, slippageOf } from './exchange.rules.ts';

interface SlippageProps {
  /** Hundredths of a percent; undefined while an own value is not one yet. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

const OWN = 'own';

export function Slippage({ value, onChange }: SlippageProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  const [own, setOwn] = useState<string>();
  const percent = (slippage: number) => percentText(slippage / 10_000, i18n.locale);
  const choices = [
    ...SLIPPAGES.map((each) => ({ key: each, text: percent(each) })),
    { key: OWN, text: t`Other` },
  ];
  const chosen = own === undefined ? value : OWN;
  const choose = (key: number | string) => {
    if (typeof key === 'number') {
      setOwn(undefined);
      onChange(key);
    } else {
      setOwn('');
      onChange(undefined);
    }
  };
  const [least, most] = [percent(MIN_SLIPPAGE), percent(MAX_SLIPPAGE)];
  const bounds = (
    <Trans>
      Please choose between {least} and {most}.
    </Trans>
  );
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-1.5 p-0 text-sm font-medium">
        <Trans>Slippage</Trans>
      </legend>
      <div className="grid grid-cols-4 gap-2">
        {choices.map(({ key, text }) => (
          <label
            key={key}
            className={cx(
              'relative flex min-h-11 cursor-pointer items-center justify-center rounded-control border text-sm font-semibold transition-colors',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              key === chosen ? 'border-ink bg-ink text-white' : 'border-line bg-white hover:bg-wash',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={key === chosen}
              onChange={() => choose(key)}
            />
            {text}
          </label>
        ))}
      </div>
      {own !== undefined && (
        <AmountInput
          className="mt-3"
          label={<Trans>Your own value</Trans>}
          value={own}
          onChange={(entered) => {
            setOwn(entered);
            onChange(slippageOf(entered));
          }}
          decimals={2}
          placeholder={entryText('0.5', i18n.locale)}
          end={<span className="pr-4 text-sm font-semibold text-muted">%</span>}
          hint={
            <Trans>
              Between {least} and {most}
            </Trans>
          }
          error={Number(own) > 0 && value === undefined ? bounds : undefined}
          wrong={bounds}
          missing={bounds}
        />
      )}
      <p className="m-0 mt-1.5 text-[13px] text-pretty text-muted">
        <Trans>If the price moves further than this until you confirm, nothing is exchanged.</Trans>
      </p>
    </fieldset>
  );
}
