// What is given and what is taken, with the quote for it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { AmountField } from '#ui/amount-field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Form } from '#ui/form.tsx';
import type { Asset } from './exchange.rules.ts';
import { isAboutAmount, openMoney, refusalText, tooMuchText } from './exchange.words.ts';
import { QuoteView } from './quote-view.tsx';
import { Slippage } from './slippage.tsx';
import type { Exchange } from './use-exchange.ts';

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
  // Where the button was pressed, the field may be out of sight.
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

/** What speaks against the amount here, or what the server says of it. */
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
    <p className="m-0 text-[13px] text-pretty text-muted">
      <Trans>Without a current price and therefore not exchanged: {names}.</Trans>
    </p>
  );
}

/** The whole deal in a sentence, last before the button; read out when it changes. */
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
