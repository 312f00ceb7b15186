// What the exchange would come to: received, rate both ways, fee, least received, balances after, and how old the price is.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { percentText } from '#lib/amounts.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { useNow } from '#ui/now.ts';
import { type Pair, type Quote, afterOf, feeShare, inverse } from './exchange.rules.ts';
import { QUOTE_DECIMALS, ageText, money, openMoney } from './exchange.words.ts';

interface QuoteViewProps {
  pair: Pair;
  quote: Quote | undefined;
  /** False while a newer one is on its way. */
  current: boolean;
  least: string | undefined;
}

/** Stands where a figure will be, so that nothing moves when it comes. */
const NOTHING = '–';

export function QuoteView({ pair, quote, current, least }: QuoteViewProps) {
  const { t, i18n } = useLingui();
  const { from, to } = pair;
  const text = (amount: string | null | undefined, coin: string): ReactNode =>
    typeof amount === 'string' ? openMoney(amount, coin, i18n.locale) : NOTHING;
  const held = (amount: string | null | undefined, coin: string): ReactNode =>
    typeof amount === 'string' ? money(amount, coin, i18n.locale, 6) : NOTHING;
  const after = quote && afterOf(quote);
  const back = quote && inverse(quote.rate);
  const share = percentText(quote ? feeShare(quote) : 0, i18n.locale);
  return (
    <section aria-label={t`Quote`} aria-busy={!current} className="rounded-control bg-wash px-3.5 pt-3 pb-1">
      <div className={cx('transition-opacity duration-change', quote && !current && 'opacity-55')}>
        <p className="m-0 text-[13px] text-muted">
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
          <Fact label={<Trans>Rate</Trans>}>
            {quote ? (
              <>
                <span className="block">
                  1 {from} = {text(quote.rate, to)}
                </span>
                <span className="block text-[13px] font-normal text-muted">
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
