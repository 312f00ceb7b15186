// The redeem sheet: what comes back, what the running 24 hours forfeit, then that it is done. Each opening starts anew.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { UnstakeQueued } from './queued-view.tsx';
import { orderQuery } from './staking.queries.ts';
import type { Order } from './staking.rules.ts';
import { UnstakeActions } from './unstake-actions.tsx';
import { UnstakeDone, UnstakeTerms } from './unstake-terms.tsx';
import { useOver } from './use-over.ts';
import { useSent } from './use-sent.ts';

function Opening({ open, onClose, input: { id } }: OpeningProps<{ id: string }>) {
  const found = useQuery({ ...orderQuery(id), enabled: open });
  const sent = useSent('POST /api/stake/unstake', { id });
  useOver(sent.over, onClose);
  const now = useNow(1000);
  const order = found.data?.items[0];
  // A lost answer may have redeemed it: it is asked for again under the same key, not taken for somebody else's doing.
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
