// The redeem sheet: what is returned, what the current 24 hours forfeit, then the confirmation. Each opening starts
// over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { adit } from '#ui/figure.ts';
import { clockText, timeText, timeWithin } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import { Success } from '#ui/success.tsx';
import { QueuedActions, UnstakeQueued } from './queued-view.tsx';
import { orderQuery } from './staking.queries.ts';
import { heldFor, type Order, periodAt } from './staking.rules.ts';
import { useOver } from './use-over.ts';
import { useSent } from './use-sent.ts';

// What redeeming returns and what it forfeits, before and after.

function UnstakeTerms({ order, now }: { order: Order; now: number }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const back = adit(order.amount, locale);
  const held = heldFor(order, now);
  return (
    <div className="grid gap-4">
      <p className="m-0 leading-tight">
        <span className="block text-xs text-muted">
          <Trans>Comes back into your balance</Trans>
        </span>
        <span className="figures text-2xl font-semibold wrap-anywhere">{back}</span>
        <span className="mt-1 block text-sm text-muted">
          <Trans>All of the stake, free of charge.</Trans>
        </span>
      </p>
      {held > 0 ? <Held order={order} left={held} /> : <Forfeit order={order} now={now} />}
      <Facts>
        <Fact label={<Trans>Paid so far, stays yours</Trans>}>{adit(order.output, locale)}</Fact>
        <Fact label={<Trans>Order time</Trans>}>{timeText(order.stakedAt, locale)}</Fact>
      </Facts>
    </div>
  );
}

function Held({ order, left }: { order: Order; left: number }) {
  const { i18n } = useLingui();
  const clock = clockText(left);
  const time = timeWithin(order.unlocksAt, i18n.locale);
  return (
    <Notice tone="amber" icon="clock">
      <span className="figures">
        <Trans>
          Hold at least 24 h: it can be redeemed from {time}, in {clock}.
        </Trans>
      </span>
    </Notice>
  );
}

/** The current 24 hours as of this second. */
function Forfeit({ order, now }: { order: Order; now: number }) {
  const { t, i18n } = useLingui();
  const period = periodAt(order, now);
  if (!period) return null;
  const ran = clockText(period.ran);
  const due = period.endsAt <= now;
  const each = adit(order.periodOutput, i18n.locale);
  const time = timeWithin(period.endsAt, i18n.locale);
  return (
    <div className="grid gap-2.5 rounded-control bg-amber-wash px-3.5 py-3 text-sm text-pretty text-amber-ink">
      {due ? (
        <p className="m-0">
          <Trans>24 hours are complete: {each} are being booked and stay yours.</Trans>
        </p>
      ) : (
        <>
          <p className="figures m-0 font-semibold">
            <Trans>The running period has run {ran} of 24 hours. Nothing is paid for it.</Trans>
          </p>
          <ProgressBar share={period.share} label={t`Part of the running 24 hours that has passed`} />
          <p className="m-0">
            <Trans>
              Redeem after {time} instead, and {each} come in before.
            </Trans>
          </p>
        </>
      )}
    </div>
  );
}

interface DoneProps {
  amount: string;
  order: Order | undefined;
}

function UnstakeDone({ amount, order }: DoneProps) {
  const { t, i18n } = useLingui();
  return (
    <Success
      label={t`Redeemed`}
      lead={<Trans>Back in your balance</Trans>}
      figure={adit(amount, i18n.locale)}
    >
      <Facts>
        {order && <Fact label={<Trans>Paid in all</Trans>}>{adit(order.output, i18n.locale)}</Fact>}
      </Facts>
    </Success>
  );
}

interface ActionsProps {
  order: Order;
  sent: ReturnType<typeof useSent<'POST /api/stake/unstake'>>;
  now: number;
  onClose: () => void;
}

/** The buttons of the redeem sheet, and next to them why it was not redeemed. */
function UnstakeActions({ order, sent, now, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const { refusal, busy } = sent;
  if (sent.done)
    return (
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    );
  if (sent.queued) return <QueuedActions onClose={onClose} />;
  const amount = adit(order.amount, i18n.locale);
  return (
    <>
      <Button look="ghost" wide onClick={onClose}>
        <Trans>Keep it staked</Trans>
      </Button>
      <Button
        wide
        busy={busy}
        disabled={!busy && heldFor(order, now) > 0}
        onClick={() => sent.send({ id: order.id })}
      >
        <Trans>Redeem {amount}</Trans>
      </Button>
      {refusal && (
        <Notice tone={refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
          {refusal.text}
        </Notice>
      )}
    </>
  );
}

function Opening({ open, onClose, input: { id } }: OpeningProps<{ id: string }>) {
  const found = useQuery({ ...orderQuery(id), enabled: open });
  const sent = useSent('POST /api/stake/unstake', { id });
  useOver(sent.over, onClose);
  const now = useNow(1000);
  const order = found.data?.items[0];
  // If an answer was lost, it may have been redeemed: the request is sent again under the same key, and the order is
  // not taken to be redeemed elsewhere.
  const redeemable = order && (order.redeemedAt === null || sent.busy || sent.refusal?.lost === true);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        sent.done ? (
          <Trans>Redeemed</Trans>
        ) : sent.queued ? (
          <Trans>Kept for sending</Trans>
        ) : (
          <Trans>Redeem the order</Trans>
        )
      }
      actions={
        (sent.done || redeemable) &&
        order && <UnstakeActions order={order} sent={sent} now={now} onClose={onClose} />
      }
    >
      {sent.done ? (
        <UnstakeDone amount={sent.done.amount} order={order} />
      ) : order && sent.queued ? (
        <UnstakeQueued order={order} item={sent.queued} />
      ) : redeemable ? (
        <UnstakeTerms order={order} now={now} />
      ) : (
        <NotYet
          asked={found.data !== undefined}
          order={order}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);

interface NotYetProps {
  /** The server has answered. */
  asked: boolean;
  order: Order | undefined;
  error: Error | null;
  onRetry: () => void;
}

function NotYet({ asked, order, error, onRetry }: NotYetProps) {
  if (order)
    return (
      <EmptyState icon="check" title={<Trans>This order has been redeemed already</Trans>}>
        <Trans>Its whole amount went back into your balance.</Trans>
      </EmptyState>
    );
  if (asked)
    return (
      <EmptyState icon="search" title={<Trans>This order is not known here</Trans>}>
        <Trans>Nothing was redeemed.</Trans>
      </EmptyState>
    );
  if (error) return <FailedView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={6} />;
}
