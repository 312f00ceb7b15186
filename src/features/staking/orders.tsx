// The account's orders, newest first; a button loads older ones.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNextPage } from '#api/next-page.ts';
import { Button } from '#ui/button.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { Missing, TryAgain } from '#ui/try-again.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { useQueuedItem } from '#api/act.ts';
import { clockText, timeText } from '#lib/time.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { ordersQuery } from './staking.queries.ts';
import { heldFor, type Order, orderAddress, periodAt } from './staking.rules.ts';

/**
 * One order in the list: its amount and time on the left, what it has paid and its next payment on the right. Links to
 * the order.
 */
function OrderRow({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const { amount, stakedAt, output, redeemedAt } = order;
  const waiting = useQueuedItem('POST /api/stake/unstake', { id: order.id });
  const now = useNow(60_000);
  return (
    <li className="border-b border-line last:border-0">
      <PageLink
        to={orderAddress(order.id)}
        className="flex min-h-18 items-center gap-2 px-4 py-2.5 text-inherit no-underline transition-colors hover:bg-wash active:bg-wash"
      >
        <span className="flex min-w-0 grow flex-wrap gap-x-3 gap-y-1">
          <span className="max-w-full grow basis-24">
            <span className="figures block leading-tight font-semibold wrap-break-word">
              {figure(amount)}
            </span>
            <span className="figures mt-0.5 block text-xs text-muted">
              {timeText(stakedAt, i18n.locale, now)}
            </span>
          </span>
          <span className="max-w-full grow basis-24 text-right">
            <Paid output={output} />
            {redeemedAt !== null ? <Redeemed /> : waiting ? <Redeeming /> : <Next order={order} />}
          </span>
        </span>
        <Icon name="next" size={18} className="-mr-1 shrink-0 text-muted" />
      </PageLink>
    </li>
  );
}

function Paid({ output }: Pick<Order, 'output'>) {
  const { t } = useLingui();
  const figure = useFigure();
  return (
    <span
      className={cx(
        'figures block leading-tight font-semibold wrap-break-word',
        output === '0' ? 'text-muted' : 'text-malachite',
      )}
    >
      <span className="sr-only">{t`Rewards so far`}</span> {output !== '0' && '+'}
      {figure(output)}
    </span>
  );
}

const Redeemed = () => (
  <span className="mt-1 block">
    <Tag tone="quiet">
      <Trans context="state">Unstaked</Trans>
    </Tag>
  </span>
);

const Redeeming = () => (
  <span className="mt-1 block">
    <Tag tone="amber">
      <Trans>Unstake waiting</Trans>
    </Tag>
  </span>
);

/** Counts down without announcing each second to a screen reader. */
function Next({ order }: { order: Order }) {
  const now = useNow(1000);
  const period = periodAt(order, now);
  if (!period) return null;
  const left = period.endsAt - now;
  const clock = clockText(left);
  const held = heldFor(order, now) > 0;
  return (
    <span className="figures mt-0.5 block text-xs text-muted">
      {left <= 0 ? (
        <Trans>arriving</Trans>
      ) : held ? (
        <Trans>Locked for {clock}</Trans>
      ) : (
        <Trans>Next in {clock}</Trans>
      )}
    </span>
  );
}

interface OrdersProps {
  /** The smallest stake, a decimal string; omitted while no new stakes are accepted. */
  minAmount?: string;
  /** There is at least one order: reserves a row instead of the empty list's picture. */
  staked: boolean;
}

export function Orders({ minAmount, staked }: OrdersProps) {
  const { t, i18n } = useLingui();
  const least = minAmount !== undefined && openAdit(minAmount, i18n.locale);
  const orders = useInfiniteQuery(ordersQuery());
  const next = useNextPage(orders);
  const rows = orders.data?.pages.flatMap(({ items }) => items);
  return (
    <Card title={t`Your stakes`}>
      {rows === undefined ? (
        orders.isError ? (
          <Missing of={orders} />
        ) : (
          <div role="status" aria-label={t`Loading`}>
            <Skeleton className={staked ? 'h-16' : 'h-59'} />
          </div>
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="staking" title={t`No stakes yet`}>
          {least && <Trans>Stake {least} or more to get a reward every 24 hours.</Trans>}
        </EmptyState>
      ) : (
        <>
          <ul className="m-0 -mx-4 -my-1 list-none p-0">
            {rows.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
          {next.failed !== undefined ? (
            <TryAgain why={next.failed} onRetry={next.ask} />
          ) : (
            orders.hasNextPage && (
              <Button look="secondary" size="sm" wide className="mt-3" busy={next.busy} onClick={next.ask}>
                <Trans>Show older</Trans>
              </Button>
            )
          )}
        </>
      )}
    </Card>
  );
}
