// The unstake sheet: what comes back and what the unfinished 24 hours forfeit, then the receipt. Each opening starts
// over.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cached } from '#api/queries.ts';
import type { Output } from '#contract';
import { BRAND } from '#lib/brand.ts';
import type { PopupProps } from '#lib/popups.ts';
import { clockText, serverNow, timeText, timeWithin } from '#lib/time.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { Fact } from '#ui/card.tsx';
import { Confirm, ConfirmActions } from '#ui/confirm.tsx';
import { eachOpening } from '#ui/each-opening.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { adit } from '#ui/figure.ts';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import { QueuedActions, queuedTitle, UnstakeQueued } from './queued-view.tsx';
import { orderQuery } from './staking.queries.ts';
import { heldFor, type Order, periodAt } from './staking.rules.ts';
import { useOver } from './use-over.ts';
import { useSent } from './use-sent.ts';

interface TermsProps {
  order: Order;
  /** Undefined until it is known. */
  balance: string | undefined;
  now: number;
}

function UnstakeTerms({ order, balance, now }: TermsProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const after = balance === undefined ? undefined : fromUnits(toUnits(balance) + toUnits(order.amount));
  return (
    <Confirm
      coin={BRAND.symbol}
      lead={<Trans>You get back</Trans>}
      figure={adit(order.amount, locale)}
      facts={
        <>
          <Fact label={<Trans>Rewards so far, yours to keep</Trans>}>{adit(order.output, locale)}</Fact>
          <Fact label={<Trans>Staked on</Trans>}>{timeText(order.stakedAt, locale)}</Fact>
        </>
      }
      after={after === undefined ? '–' : adit(after, locale)}
    >
      <Timing order={order} now={now} />
    </Confirm>
  );
}

/** When it can be unstaked, or what the current 24 hours would still pay. */
function Timing({ order, now }: Omit<TermsProps, 'balance'>) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const held = heldFor(order, now);
  const period = periodAt(order, now);
  const each = adit(order.periodOutput, locale);
  if (held > 0) {
    const [time, clock] = [timeWithin(order.unlocksAt, locale), clockText(held)];
    return (
      <Notice tone="amber" icon="clock">
        <span className="figures">
          <Trans>
            You can unstake from {time}, in {clock}.
          </Trans>
        </span>
      </Notice>
    );
  }
  if (!period) return null;
  const time = timeWithin(period.endsAt, locale);
  return (
    <Notice tone="amber" icon="info">
      {period.endsAt <= now ? (
        <Trans>Your reward of {each} is on its way and stays yours.</Trans>
      ) : (
        <Trans>
          You lose the unfinished reward of {each}. To keep it, unstake after {time}.
        </Trans>
      )}
    </Notice>
  );
}

interface ActionsProps {
  order: Order;
  sent: ReturnType<typeof useSent<'POST /api/stake/unstake'>>;
  now: number;
  receipt: ReceiptContent | undefined;
  onClose: () => void;
}

/** The buttons of the unstake sheet, and next to them why it was not unstaked. */
function UnstakeActions({ order, sent, now, receipt, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const { refusal, busy } = sent;
  if (receipt) return <ReceiptActions content={receipt} onDone={onClose} />;
  if (sent.queued) return <QueuedActions onClose={onClose} />;
  const amount = adit(order.amount, i18n.locale);
  return (
    <ConfirmActions
      onConfirm={() => sent.send({ id: order.id })}
      onCancel={onClose}
      busy={busy}
      disabled={heldFor(order, now) > 0}
      notice={
        refusal && (
          <Notice tone={refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
            {refusal.text}
          </Notice>
        )
      }
    >
      <Trans>Unstake {amount}</Trans>
    </ConfirmActions>
  );
}

/** What came back, and when. */
function useReceipt(done: Output<'POST /api/stake/unstake'> | undefined, order: Order | undefined) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const [at, setAt] = useState<number>();
  if (!done || !order) return undefined;
  if (at === undefined) setAt(serverNow());
  return {
    coin: BRAND.symbol,
    lead: t`Back in your balance`,
    figure: adit(done.amount, locale),
    facts: [
      { label: t`Rewards earned`, text: adit(order.output, locale) },
      { label: t`Staked on`, text: timeText(order.stakedAt, locale) },
      { label: t`Unstaked on`, text: timeText(order.redeemedAt ?? at ?? 0, locale) },
    ],
  };
}

function Opening({ open, onClose, input: { id } }: PopupProps<'unstake'>) {
  const found = useQuery({ ...orderQuery(id), enabled: open });
  const assets = useQuery({ ...cached('GET /api/assets/list'), enabled: open });
  const order = found.data?.items[0];
  const sent = useSent('POST /api/stake/unstake', {
    about: { id },
    amount: order?.amount,
    shownIn: { open, done: t({ message: 'Unstaked', context: 'done' }) },
  });
  useOver(sent.over, onClose);
  const now = useNow(1000);
  const receipt = useReceipt(sent.done, order);
  // If an answer was lost, it may have been redeemed: the request is resent under the same key, and the order is not
  // assumed to have been redeemed elsewhere.
  const redeemable = order && (order.redeemedAt === null || sent.busy || sent.refusal?.lost === true);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        receipt ? (
          <Trans context="done">Unstaked</Trans>
        ) : sent.queued ? (
          queuedTitle(sent.queued)
        ) : (
          <Trans>Unstake</Trans>
        )
      }
      actions={
        (receipt || redeemable) &&
        order && <UnstakeActions order={order} sent={sent} now={now} receipt={receipt} onClose={onClose} />
      }
    >
      {receipt ? (
        <Receipt {...receipt} />
      ) : order && sent.queued ? (
        <UnstakeQueued order={order} item={sent.queued} />
      ) : redeemable ? (
        <UnstakeTerms
          order={order}
          balance={assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance}
          now={now}
        />
      ) : order ? (
        <EmptyState icon="check" title={<Trans>Already unstaked</Trans>}>
          <Trans>The whole amount is back in your balance.</Trans>
        </EmptyState>
      ) : found.data ? (
        <EmptyState icon="search" title={<Trans>Stake not found</Trans>}>
          <Trans>Nothing was unstaked.</Trans>
        </EmptyState>
      ) : (
        <Absent of={found} lines={6} />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
