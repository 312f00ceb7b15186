// What is given and what is taken, with the quote for it.
import { Trans, useLingui } from '@lingui/react/macro';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { Notice } from '#features/assets/notice.tsx';
import { AmountField } from '#ui/amount-field.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Asset } from './exchange.rules.ts';
import { amountProblemText, isAboutAmount, money, refusalText } from './exchange.words.ts';
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
  const { pair, amount, quoteError, refusal } = exchange;
  const given = items.find(({ coin }) => coin === pair.from);
  const words = useWords(exchange, given);
  const unpriced = items.filter(({ price }) => price === null).map(({ coin }) => coin);
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (exchange.ready && !exchange.busy) exchange.confirm();
      }}
    >
      <CoinPicker
        label={<Trans>You give</Trans>}
        coins={exchange.givable}
        value={pair.from}
        onChange={exchange.give}
      />
      <AmountField
        label={<Trans>Amount</Trans>}
        value={amount}
        onChange={exchange.type}
        coin={pair.from}
        {...(given && { max: given.balance })}
        error={words.amount}
      />
      <div className="-my-1 flex items-center gap-3 text-line before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
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
      {unpriced.length > 0 && <Unpriced coins={unpriced} />}
      {words.whole !== undefined && (
        <Notice
          tone={refusal?.about === 'whole' ? 'bad' : 'amber'}
          icon={quoteError && !refusal ? 'clock' : 'warn'}
          alert
        >
          {words.whole}
        </Notice>
      )}
      <QuoteView
        pair={pair}
        quote={quoteError ? undefined : exchange.quote}
        current={exchange.current}
        least={quoteError ? undefined : exchange.least}
      />
      <Slippage value={exchange.slippage} onChange={exchange.setSlippage} />
      <InWords exchange={exchange} />
    </form>
  );
}

/** Refusals at the place that they are about. */
function useWords(exchange: Exchange, given: Asset | undefined) {
  const { i18n } = useLingui();
  const { problem, quoteError, refusal, circumstances, amount } = exchange;
  const typed = problem !== null && problem !== 'empty' && given && !amount.endsWith('.');
  const asked = quoteError ? refusalText(quoteError, circumstances) : undefined;
  const ofAmount =
    quoteError && isAboutAmount(quoteError) ? asked : refusal?.about === 'amount' ? refusal.text : undefined;
  return {
    amount: typed ? amountProblemText(problem, given, i18n.locale) : ofAmount,
    whole:
      refusal && refusal.about !== 'amount'
        ? refusal.text
        : quoteError && !isAboutAmount(quoteError)
          ? asked
          : undefined,
  };
}

function Unpriced({ coins }: { coins: readonly string[] }) {
  const { i18n } = useLingui();
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(coins);
  return (
    <p className="-mt-2 mb-0 text-[13px] text-pretty text-muted">
      <Trans>Without a current price and therefore not exchanged: {names}.</Trans>
    </p>
  );
}

/** The whole deal in a sentence, last before the button. */
function InWords({ exchange }: { exchange: Exchange }) {
  const { i18n } = useLingui();
  const { pair, quote, least, ready } = exchange;
  if (!ready || !quote || least === undefined) return null;
  const gives = money(quote.amount, pair.from, i18n.locale, 18);
  const receives = money(quote.received, pair.to, i18n.locale);
  const atLeast = money(least, pair.to, i18n.locale);
  return (
    <p className="m-0 text-sm text-pretty">
      <Trans>
        You give {gives} and receive about {receives}, at least {atLeast}. It happens at once and cannot be
        undone.
      </Trans>
    </p>
  );
}
