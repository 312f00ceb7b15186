// The exchange sheet: one coin of the account for another at the current price. Each opening starts over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { errorText } from '#api/errors.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { useOnline } from '#lib/online.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Success } from '#ui/success.tsx';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { type Exchange, useExchange } from './use-exchange.ts';
import type { Quote } from './exchange.rules.ts';
import { isAboutAmount, money, openMoney, refusalText } from './exchange.words.ts';

interface ActionsProps {
  exchange: Exchange;
  /** Id of the form. */
  id: string;
  onClose: () => void;
}

/** The buttons of the exchange sheet. Without a network, none of them moves money. */
function ExchangeActions({ exchange, id, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  if (exchange.done)
    return (
      <>
        <Button
          look="ghost"
          wide
          onClick={() => void go('/pages/asset/capital?category=exchange').finally(onClose)}
        >
          <Trans>View in fund history</Trans>
        </Button>
        <Button look="secondary" wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </>
    );
  const amount = openMoney(exchange.amount, exchange.pair.from, i18n.locale);
  return (
    <>
      <Button
        wide
        type="submit"
        form={id}
        busy={exchange.busy}
        disabled={!exchange.busy && (!exchange.online || exchange.waits)}
      >
        {exchange.problem === null ? <Trans>Exchange {amount}</Trans> : <Trans>Exchange</Trans>}
      </Button>
      {exchange.online ? <Obstacle exchange={exchange} /> : <OfflineNotice />}
    </>
  );
}

/**
 * Why there is no quote, or why nothing was swapped, next to the button. Problems with the amount are shown at its
 * field.
 */
function Obstacle({ exchange }: { exchange: Exchange }) {
  const { refusal, quoteError, circumstances } = exchange;
  if (refusal && refusal.about !== 'amount')
    return (
      <Notice tone={refusal.about === 'moved' ? 'amber' : 'bad'} icon="warn" alert>
        {refusal.text}
      </Notice>
    );
  if (!quoteError || isAboutAmount(quoteError)) return null;
  return (
    <Notice tone="amber" icon="clock" alert>
      {refusalText(quoteError, circumstances)}
    </Notice>
  );
}

/** What was swapped, and the balances now. */
function ExchangeDone({ done }: { done: Quote }) {
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

function Opening({ open, onClose, input }: OpeningProps<{ from?: string; to?: string }>) {
  const id = useId();
  const list = useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 });
  const exchange = useExchange({ list: list.data, wanted: input, open });
  const ready = list.data?.exchangeOpen === true;
  const { done } = exchange;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={done ? <Trans>Exchanged</Trans> : <Trans>Exchange</Trans>}
      actions={(ready || done) && <ExchangeActions exchange={exchange} id={id} onClose={onClose} />}
    >
      {done ? (
        <ExchangeDone done={done} />
      ) : list.data && ready ? (
        <ExchangeForm id={id} items={list.data.items} exchange={exchange} />
      ) : (
        <NotYet
          closed={list.data?.exchangeOpen === false}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);

interface NotYetProps {
  /** The operator has disabled the exchange. */
  closed: boolean;
  error: Error | null;
  onRetry: () => void;
}

function NotYet({ closed, error, onRetry }: NotYetProps) {
  const online = useOnline();
  if (closed)
    return (
      <EmptyState icon="exchange" title={<Trans>The exchange is closed at present</Trans>}>
        <Trans>The operator has switched it off. Your balances stay as they are.</Trans>
      </EmptyState>
    );
  if (error && !online) return <OfflineNotice />;
  if (error) return <FailedView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={8} />;
}
