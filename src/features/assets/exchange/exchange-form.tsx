// What is given and what is received, with the quote.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { AmountField, AmountInput } from '#ui/amount-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Form } from '#ui/form.tsx';
import { percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { useNow } from '#ui/now.ts';
import { entryText } from '#lib/amount-entry.ts';
import {
  afterOf,
  type Asset,
  inverse,
  MAX_SLIPPAGE,
  MIN_SLIPPAGE,
  type Pair,
  type Quote,
  takenBy,
  slippageOf,
  SLIPPAGES,
} from './exchange.rules.ts';
import {
  ageText,
  isAboutAmount,
  money,
  openMoney,
  QUOTE_DECIMALS,
  refusalText,
  tooMuchText,
} from './exchange.words.ts';
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
      <p className="m-0 mt-1.5 text-sm text-pretty text-muted">
        <Trans>If the price moves further than this until you confirm, nothing is exchanged.</Trans>
      </p>
    </fieldset>
  );
}

interface QuoteViewProps {
  pair: Pair;
  quote: Quote | undefined;
  /** False while a newer quote is on its way. */
  current: boolean;
  least: string | undefined;
}

/** Placeholder for a figure, so that nothing moves when it arrives. */
const NOTHING = '–';

/** The quote in detail: received, rate both ways, fee, minimum received, balances after, and the age of the price. */
function QuoteView({ pair, quote, current, least }: QuoteViewProps) {
  const { t, i18n } = useLingui();
  const { from, to } = pair;
  const text = (amount: string | null | undefined, coin: string): ReactNode =>
    typeof amount === 'string' ? openMoney(amount, coin, i18n.locale) : NOTHING;
  const held = (amount: string | null | undefined, coin: string): ReactNode =>
    typeof amount === 'string' ? money(amount, coin, i18n.locale, 6) : NOTHING;
  const after = quote && afterOf(quote);
  const back = quote && inverse(quote.rate);
  const share = percentText(Number(quote?.feeRate ?? 0), i18n.locale);
  return (
    <section aria-label={t`Quote`} aria-busy={!current} className="rounded-control bg-wash px-3.5 pt-3 pb-1">
      <div className={cx('transition-opacity duration-change', quote && !current && 'opacity-55')}>
        <p className="m-0 text-sm text-muted">
          <Trans>You receive about</Trans>
        </p>
        <p className="figures m-0 mb-2 text-2xl leading-tight font-semibold wrap-anywhere">
          {quote ? <AnimatedNumber open value={quote.received} max={QUOTE_DECIMALS} /> : NOTHING}{' '}
          <span className="text-base font-medium text-muted">{to}</span>
        </p>
        <Facts>
          <Fact label={<Trans>At least</Trans>}>{text(least, to)}</Fact>
          <Fact label={quote ? <Trans>Fee {share}, included</Trans> : <Trans>Fee</Trans>}>
            {text(quote?.fee, to)}
          </Fact>
          {from === BRAND.symbol && (
            <>
              <Fact label={<Trans>Sold to the repurchase fund</Trans>}>
                {text(quote && takenBy(quote, 'fund'), from)}
              </Fact>
              <Fact label={<Trans>Exchanged with the reserve</Trans>}>
                {text(quote && takenBy(quote, 'reserve'), from)}
              </Fact>
            </>
          )}
          <Fact label={<Trans>Rate</Trans>}>
            {quote ? (
              <>
                <span className="block">
                  1 {from} = {text(quote.rate, to)}
                </span>
                <span className="block text-xs font-normal text-muted">
                  1 {to} = {text(back, from)}
                </span>
              </>
            ) : (
              <span className="block pb-5">{NOTHING}</span>
            )}
          </Fact>
          <Fact label={<Trans>Price set</Trans>}>{quote ? <Age time={quote.priceAt} /> : NOTHING}</Fact>
          <Fact label={<Trans>Balances after</Trans>}>
            <span className="block">{held(after?.from, from)}</span>
            <span className="block">{held(after?.to, to)}</span>
          </Fact>
        </Facts>
      </div>
    </section>
  );
}

function Age({ time }: { time: string }) {
  const { i18n } = useLingui();
  return <time dateTime={time}>{ageText(time, useNow(1000), i18n.locale)}</time>;
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
        if (exchange.ready && !exchange.busy) exchange.confirm();
      }}
    >
      <CoinPicker
        label={<Trans>You give</Trans>}
        coins={exchange.givable}
        value={pair.from}
        onChange={exchange.give}
      />
      <div ref={field}>
        <AmountField
          label={<Trans>Amount</Trans>}
          value={exchange.amount}
          onChange={exchange.type}
          coin={pair.from}
          {...(given && { max: given.balance })}
          error={amountError}
        />
      </div>
      <div className="-my-2.5 flex items-center gap-3 text-line before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        <button
          type="button"
          aria-label={t`Turn the direction round`}
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
        quote={quoteError ? undefined : exchange.quote}
        current={exchange.current}
        least={quoteError ? undefined : exchange.least}
      />
      <Slippage value={exchange.slippage} onChange={exchange.setSlippage} />
      {unpriced.length > 0 && <Unpriced coins={unpriced} />}
      <InWords exchange={exchange} />
    </Form>
  );
}

/** What is wrong with the amount, according to the page or the server. */
function useAmountError(exchange: Exchange, given: Asset | undefined): string | undefined {
  const { i18n } = useLingui();
  const { problem, quoteError, refusal, circumstances } = exchange;
  if (problem === 'balance' && given) return tooMuchText(given, i18n.locale);
  if (quoteError && isAboutAmount(quoteError)) return refusalText(quoteError, circumstances);
  return refusal?.about === 'amount' ? refusal.text : undefined;
}

function Unpriced({ coins }: { coins: readonly string[] }) {
  const { i18n } = useLingui();
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(coins);
  return (
    <p className="m-0 text-sm text-pretty text-muted">
      <Trans>Without a current price and therefore not exchanged: {names}.</Trans>
    </p>
  );
}

/** The whole deal in a sentence, right above the button; read out when it changes. */
function InWords({ exchange }: { exchange: Exchange }) {
  const { i18n } = useLingui();
  const { pair, quote, least, ready } = exchange;
  const { locale } = i18n;
  const gives = quote && openMoney(quote.amount, pair.from, locale, 18);
  const receives = quote && openMoney(quote.received, pair.to, locale);
  const atLeast = least !== undefined && openMoney(least, pair.to, locale);
  return (
    <p aria-live="polite" className="m-0 text-sm text-pretty empty:hidden">
      {ready && (
        <Trans>
          You give {gives} and receive about {receives}, at least {atLeast}. It happens at once and cannot be
          undone.
        </Trans>
      )}
    </p>
  );
}
