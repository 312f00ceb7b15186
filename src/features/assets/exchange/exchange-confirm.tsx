// The final review of a swap: both sides, what it costs, and what has changed since the amount was entered.
import { Trans, useLingui } from '@lingui/react/macro';
import { rateText } from '#features/assets/assets.rules.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { Fact } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { afterOf, inverse, type Quote, takenBy } from './exchange.rules.ts';
import { ageText, money, openMoney } from './exchange.words.ts';
import type { Exchange } from './use-exchange.ts';

export function ExchangeConfirm({ exchange, quote }: { exchange: Exchange; quote: Quote }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { from, to } = quote;
  const text = (amount: string, coin: string) => openMoney(amount, coin, locale);
  const after = afterOf(quote);
  const back = inverse(quote.rate);
  const share = percentText(Number(quote.feeRate), locale);
  const now = text(quote.received, to);
  return (
    <Confirm
      coin={from}
      lead={<Trans>You swap</Trans>}
      figure={openMoney(quote.amount, from, locale, Infinity)}
      facts={
        <>
          <Fact label={<Trans>You receive about</Trans>}>{now}</Fact>
          <Fact label={<Trans>At least</Trans>}>{text(exchange.least ?? '0', to)}</Fact>
          {from === BRAND.symbol && (
            <>
              <Fact label={<Trans>Sold to the repurchase fund</Trans>}>
                {text(takenBy(quote, 'fund'), from)}
              </Fact>
              <Fact label={<Trans>Swapped with the reserve</Trans>}>
                {text(takenBy(quote, 'reserve'), from)}
              </Fact>
            </>
          )}
          <Fact label={<Trans>Rate</Trans>}>
            <span className="block">
              1 {from} = {rateText(quote.rate, to, locale)}
            </span>
            <span className="block text-sm font-normal text-muted">
              1 {to} = {rateText(back ?? '0', from, locale)}
            </span>
          </Fact>
          <Fact label={<Trans>Price updated</Trans>}>
            <Age time={quote.priceAt} />
          </Fact>
        </>
      }
      feeLabel={<Trans>Fee {share}, included</Trans>}
      fee={text(quote.fee, to)}
      afterLabel={<Trans>Balances after</Trans>}
      after={
        <>
          <span className="block">{after.from === null ? '–' : money(after.from, from, locale)}</span>
          <span className="block">{money(after.to, to, locale)}</span>
        </>
      }
    >
      {exchange.seen !== undefined && exchange.seen !== quote.received && exchange.refusal === undefined && (
        <Notice tone="amber" icon="info" alert>
          <Trans>The price changed. You now receive about {now}.</Trans>
        </Notice>
      )}
    </Confirm>
  );
}

function Age({ time }: { time: string }) {
  const { i18n } = useLingui();
  return <time dateTime={time}>{ageText(time, useNow(1000), i18n.locale)}</time>;
}
