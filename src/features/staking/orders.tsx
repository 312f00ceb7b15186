// The orders of the account, newest first; older ones come by a button.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { openAdit } from '#ui/figure.ts';
import { OrderRow } from './order-row.tsx';
import { ordersQuery } from './staking.queries.ts';

interface OrdersProps {
  /** The smallest stake, a decimal string; not given while no new stakes are taken. */
  minAmount?: string | undefined;
  /** There is at least one order: it has a row, in place of the empty list's picture. */
  staked: boolean;
}

export function Orders({ minAmount, staked }: OrdersProps) {
  const { t, i18n } = useLingui();
  const least = minAmount !== undefined && openAdit(minAmount, i18n.locale);
  const orders = useInfiniteQuery(ordersQuery());
  const rows = orders.data?.pages.flatMap(({ items }) => items);
  return (
    <Card title={t`Your orders`}>
      {rows === undefined ? (
        orders.isError ? (
          <TryAgain why={errorText(orders.error)} onRetry={() => void orders.refetch()} />
        ) : (
          <div role="status" aria-label={t`Loading`}>
            <Skeleton className={staked ? 'h-16' : 'h-59'} />
          </div>
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="staking" title={t`Nothing is staked yet`}>
          {least && (
            <Trans>
              Stake {least} or more: each stake becomes an order here and pays every 24 hours until you redeem
              it.
            </Trans>
          )}
        </EmptyState>
      ) : (
        <>
          <ul className="m-0 -mx-4 -my-1 list-none p-0">
            {rows.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
          {orders.isFetchNextPageError && !orders.isFetchingNextPage ? (
            <TryAgain why={errorText(orders.error)} onRetry={() => void orders.fetchNextPage()} />
          ) : (
            orders.hasNextPage && (
              <Button
                look="secondary"
                size="sm"
                wide
                className="mt-3"
                busy={orders.isFetchingNextPage}
                onClick={() => void orders.fetchNextPage()}
              >
                <Trans>Show older orders</Trans>
              </Button>
            )
          )}
        </>
      )}
    </Card>
  );
}
