// What is given and what is received, with the quote.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { rateText } from '#features/assets/assets.rules.ts';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { AmountEntry } from '#ui/amount-entry.tsx';
import { AmountInput } from '#ui/amount-field.tsx';
import { tooLittleText } from '#ui/figure.ts';
import { Icon } from '#ui/icon.tsx';
import { Form } from '#ui/form.tsx';
import { percentText } from '#lib/percent.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { entryText } from '#lib/amount-entry.ts';
import {
  type Asset,
  inverse,
  MAX_SLIPPAGE,
  MIN_SLIPPAGE,
  type Pair,
  type Quote,
  slippageOf,
  SLIPPAGES,
  USUAL_SLIPPAGE,
} from './exchange.rules.ts';
import { isAboutAmount, money, openMoney, QUOTE_DECIMALS, refusalText } from './exchange.words.ts';
import type { Exchange } from './use-exchange.ts';

interface SlippageProps {
  /** Hundredths of a percent; undefined while a custom value is incomplete. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

const OWN = 'own';

/** How far the price may move against the user before the swap is cancelled: three common values, or a custom one. */
function Slippage({ value, onChange }: SlippageProps) {
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
      Choose between {least} and {most}.
    </Trans>
  );
  return (
    <details
      className="group"
      onToggle={({ currentTarget }) => {
        // What is wrong with it could not be seen.
        if (!currentTarget.open && value === undefined) choose(USUAL_SLIPPAGE);
      }}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
        <span className="grow" id={`${name}-label`}>
          <Trans>Slippage</Trans>
        </span>
        <span className="figures text-muted">{value === undefined ? '–' : percent(value)}</span>
        <Icon name="down" size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div role="radiogroup" aria-labelledby={`${name}-label`}>
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
        <p className="m-0 mt-1.5 text-sm text-pretty text-muted">
          <Trans>If the price moves further than this, nothing is swapped.</Trans>
        </p>
      </div>
    </details>
  );
}

interface QuoteViewProps {
  pair: Pair;
  quote: Quote | undefined;
  /** False while a newer quote is on its way. */
  current: boolean;
  least: string | undefined;
}

/** The result of a valid amount; until there is a quote, space is reserved for it. */
function QuoteView({ pair, quote, current, least }: QuoteViewProps) {
  const { t, i18n } = useLingui();
  const { from, to } = pair;
  const text = (amount: string | undefined, coin: string) =>
    amount === undefined ? '–' : openMoney(amount, coin, i18n.locale);
  const back = quote && inverse(quote.rate);
  return (
    <section
      aria-label={t`Quote`}
      aria-busy={!current}
      className={cx(
        'transition-opacity duration-change',
        !quote && 'invisible',
        quote && !current && 'opacity-55',
      )}
    >
      <p className="m-0 flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">
          <Trans>You receive about</Trans>
        </span>
        <span className="figures text-lg font-semibold wrap-anywhere">
          <AnimatedNumber open value={quote?.received ?? '0'} max={QUOTE_DECIMALS} /> {to}
        </span>
      </p>
      <Facts>
        <Fact label={<Trans>At least</Trans>}>{text(least, to)}</Fact>
        <Fact label={<Trans>Rate</Trans>}>
          <span className="block">
            1 {from} = {quote ? rateText(quote.rate, to, i18n.locale) : '–'}
          </span>
          <span className="block text-sm font-normal text-muted">
            1 {to} = {back ? rateText(back, from, i18n.locale) : '–'}
          </span>
        </Fact>
      </Facts>
    </section>
  );
}

interface FormProps {
  id: string;
  items: readonly Asset[];
  exchange: Exchange;
}

export function ExchangeForm({ id, items, exchange }: FormProps) {
  const { t } = useLingui();
  const { pair, quoteError, refusal } = exchange;
  const given = items.find(({ coin }) => coin === pair.from);
  const amountError = useAmountError(exchange, given);
  const field = useRef<HTMLDivElement>(null);
  // The field may be out of sight of the pressed button.
  const refused = refusal?.about === 'amount';
  useEffect(() => {
    if (refused) field.current?.querySelector('input')?.focus();
  }, [refused]);
  const unpriced = items.filter(({ price }) => price === null).map(({ coin }) => coin);
  return (
    <Form
      id={id}
      onSubmit={() => {
        if (exchange.ready) exchange.proceed();
      }}
    >
      <CoinPicker
        label={<Trans>You swap</Trans>}
        coins={exchange.givable}
        value={pair.from}
        onChange={exchange.give}
      />
      <div ref={field}>
        <AmountEntry
          label={<Trans>Amount</Trans>}
          value={exchange.amount}
          onChange={exchange.type}
          coin={pair.from}
          price={given?.price ?? null}
          max={given?.balance}
          error={amountError}
        />
      </div>
      <div className="-my-2.5 flex items-center gap-3 text-line before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        <button
          type="button"
          aria-label={t`Switch the two coins`}
          onClick={exchange.turn}
          className="inline-flex size-11 items-center justify-center rounded-full border border-line bg-white text-ink transition-transform hover:bg-wash active:scale-90"
        >
          <Icon name="exchange" size={22} className="rotate-90" />
        </button>
      </div>
      <CoinPicker
        label={<Trans>You receive</Trans>}
        coins={exchange.partners}
        value={pair.to}
        onChange={exchange.take}
      />
      <QuoteView
        pair={pair}
        quote={quoteError || !exchange.online ? undefined : exchange.quote}
        current={exchange.current}
        least={quoteError ? undefined : exchange.least}
      />
      <Slippage value={exchange.slippage} onChange={exchange.setSlippage} />
      {unpriced.length > 0 && <Unpriced coins={unpriced} />}
    </Form>
  );
}

/** What is wrong with the amount, according to the page or the server. */
function useAmountError(exchange: Exchange, given: Asset | undefined): string | undefined {
  const { i18n } = useLingui();
  const { problem, quoteError, refusal, circumstances } = exchange;
  if (problem === 'balance' && given) return tooLittleText(money(given.balance, given.coin, i18n.locale, 6));
  if (quoteError && isAboutAmount(quoteError)) return refusalText(quoteError, circumstances);
  return refusal?.about === 'amount' ? refusal.text : undefined;
}

function Unpriced({ coins }: { coins: readonly string[] }) {
  const { i18n } = useLingui();
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(coins);
  return (
    <p className="m-0 text-sm text-pretty text-muted">
      <Trans>{names} can't be swapped right now: no current price.</Trans>
    </p>
  );
}
