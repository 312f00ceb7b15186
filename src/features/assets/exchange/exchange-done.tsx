// What was exchanged, and what is held now.
import { Trans, useLingui } from '@lingui/react/macro';
import { Fact, Facts } from '#ui/card.tsx';
import { Success } from '#ui/success.tsx';
import type { Quote } from './exchange.rules.ts';
import { money, openMoney } from './exchange.words.ts';

export function ExchangeDone({ done }: { done: Quote }) {
  const { t, i18n } = useLingui();
  const { from, to, balances } = done;
  const text = (amount: string, coin: string, max?: number) => money(amount, coin, i18n.locale, max);
  return (
    <Success label={t`Exchanged`} lead={<Trans>You received</Trans>} figure={text(done.received, to)}>
      <Facts>
        <Fact label={<Trans>You gave</Trans>}>{text(done.amount, from)}</Fact>
        <Fact label={<Trans>Rate</Trans>}>
          1 {from} = {openMoney(done.rate, to, i18n.locale)}
        </Fact>
        <Fact label={<Trans>Fee, included</Trans>}>{text(done.fee, to)}</Fact>
        <Fact label={<Trans>Your balances now</Trans>}>
          <span className="block">{text(balances[from] ?? '0', from, 6)}</span>
          <span className="block">{text(balances[to] ?? '0', to, 6)}</span>
        </Fact>
      </Facts>
    </Success>
  );
}
