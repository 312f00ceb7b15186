// The swap sheet: one coin of the account for another at the current price. Each opening starts over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import type { PopupProps } from '#lib/popups.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { rateText } from '#features/assets/assets.rules.ts';
import { Notice, OutcomeNotice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import { ConfirmActions } from '#ui/confirm.tsx';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { Button } from '#ui/button.tsx';
import { ExchangeConfirm } from './exchange-confirm.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { type Exchange, useExchange } from './use-exchange.ts';
import type { Quote } from './exchange.rules.ts';
import { isAboutAmount, money, openMoney, refusalText } from './exchange.words.ts';

interface ActionsProps {
  exchange: Exchange;
  /** Id of the form. */
  id: string;
  receipt: ReceiptContent | undefined;
  onClose: () => void;
}

/** The buttons of the swap sheet. Without a network, none of them moves money. */
function ExchangeActions({ exchange, id, receipt, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  if (receipt) return <ReceiptActions content={receipt} onDone={onClose} />;
  const notice = <Obstacle exchange={exchange} />;
  if (exchange.checking) {
    const amount = openMoney(exchange.amount, exchange.pair.from, i18n.locale, Infinity);
    return (
      <ConfirmActions
        onConfirm={exchange.confirm}
        onCancel={exchange.cancel}
        busy={exchange.busy}
        disabled={!exchange.ready}
        notice={notice}
      >
        <Trans>Swap {amount}</Trans>
      </ConfirmActions>
    );
  }
  return (
    <>
      <Button wide type="submit" form={id} disabled={!exchange.online || exchange.waits}>
        <Trans>Continue</Trans>
      </Button>
      {notice}
    </>
  );
}

/**
 * Why there is no quote, or why nothing was swapped, next to the button. Problems with the amount are shown at its
 * field.
 */
function Obstacle({ exchange }: { exchange: Exchange }) {
  const { refusal, quoteError, circumstances, online, unsure } = exchange;
  const whole = refusal?.about === 'amount' ? undefined : refusal;
  if (whole || !online || !quoteError)
    return (
      <OutcomeNotice lost={unsure !== undefined} {...(whole?.about === 'moved' && { tone: 'amber' })}>
        {whole?.text}
      </OutcomeNotice>
    );
  if (isAboutAmount(quoteError)) return null;
  return (
    <Notice tone="amber" icon="clock" alert>
      {refusalText(quoteError, circumstances)}
    </Notice>
  );
}

/** What was swapped, according to the server. */
function useReceipt(done: Quote | undefined): ReceiptContent | undefined {
  const { t, i18n } = useLingui();
  if (!done) return undefined;
  const { from, to } = done;
  return {
    coin: to,
    lead: t`You received`,
    figure: money(done.received, to, i18n.locale, Infinity),
    facts: [
      { label: t`You swapped`, text: money(done.amount, from, i18n.locale, Infinity) },
      { label: t`Rate`, text: `1 ${from} = ${rateText(done.rate, to, i18n.locale)}` },
      { label: t`Fee, included`, text: money(done.fee, to, i18n.locale, Infinity) },
    ],
  };
}

function Opening({ open, onClose, input }: PopupProps<'exchange'>) {
  const id = useId();
  const list = useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 });
  const exchange = useExchange({ list: list.data, wanted: input, open });
  const ready = list.data?.exchangeOpen === true;
  const receipt = useReceipt(exchange.done);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={receipt ? <Trans>Swapped</Trans> : <Trans>Swap</Trans>}
      actions={
        (ready || receipt) && (
          <ExchangeActions exchange={exchange} id={id} receipt={receipt} onClose={onClose} />
        )
      }
    >
      {receipt ? (
        <Receipt {...receipt} />
      ) : ready && exchange.checking && exchange.quote ? (
        <ExchangeConfirm exchange={exchange} quote={exchange.quote} />
      ) : list.data && ready ? (
        <ExchangeForm id={id} items={list.data.items} exchange={exchange} />
      ) : list.data ? (
        <EmptyState icon="exchange" title={<Trans>Swaps are closed right now</Trans>}>
          <Trans>Your balances are safe.</Trans>
        </EmptyState>
      ) : (
        <Absent of={list} lines={8} />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
