// What was exchanged, and what is held now.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Quote } from './exchange.rules.ts';
import { money } from './exchange.words.ts';

export function ExchangeDone({ done }: { done: Quote }) {
  const { t, i18n } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  const { from, to, balances } = done;
  const text = (amount: string, coin: string, max?: number) => money(amount, coin, i18n.locale, max);
  return (
    <div ref={start} tabIndex={-1} role="group" aria-label={t`Exchanged`} className="grid gap-5 outline-none">
      <div className="flex items-center gap-3">
        <span className="flex size-11 shrink-0 animate-rise items-center justify-center rounded-full bg-malachite-wash text-malachite">
          <Icon name="check" />
        </span>
        <p role="status" className="m-0 min-w-0 leading-tight">
          <span className="block text-[13px] text-muted">
            <Trans>You received</Trans>
          </span>
          <span className="figures text-2xl font-semibold wrap-anywhere">{text(done.received, to)}</span>
        </p>
      </div>
      <Facts>
        <Fact label={<Trans>You gave</Trans>}>{text(done.amount, from)}</Fact>
        <Fact label={<Trans>Rate</Trans>}>
          1 {from} = {text(done.rate, to)}
        </Fact>
        <Fact label={<Trans>Fee, included</Trans>}>{text(done.fee, to)}</Fact>
        <Fact label={<Trans>Your balances now</Trans>}>
          <span className="block">{text(balances[from] ?? '0', from, 6)}</span>
          <span className="block">{text(balances[to] ?? '0', to, 6)}</span>
        </Fact>
      </Facts>
    </div>
  );
}
