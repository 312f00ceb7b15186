// One stake order: what it holds, what it has paid, what comes next, and the way to redeem it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useAway } from '#api/away.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { go, useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { OrderFacts, OrderHead, OrderRedeem } from './order-view.tsx';
import { orderQuery } from './staking.queries.ts';
import { isOrderId } from './staking.rules.ts';

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  const id = useParam('id');
  if (!isOrderId(id)) return <Unknown />;
  return signedIn ? (
    <Detail key={id} id={id} />
  ) : (
    <Body overlap={false}>
      <AskToConnect>
        <Trans>This order is shown once your wallet is connected.</Trans>
      </AskToConnect>
    </Body>
  );
}

function Detail({ id }: { id: string }) {
  const { t } = useLingui();
  const found = useQuery(orderQuery(id));
  const away = useAway(found);
  const order = found.data?.items[0];
  if ((found.data && !order) || isRefusal(found.error, 'not_found')) return <Unknown />;
  if (found.data && order)
    return (
      <Body overlap={false} columns>
        <div className="grid gap-3">
          {away && <AsOf asOf={found.data.asOf} />}
          <OrderHead order={order} onDue={() => void found.refetch()} />
          {order.redeemedAt === null && <OrderRedeem order={order} />}
        </div>
        <OrderFacts order={order} />
      </Body>
    );
  if (found.isError)
    return (
      <Body overlap={false}>
        <FailedView message={errorText(found.error)} onRetry={() => void found.refetch()} />
      </Body>
    );
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      <Body overlap={false} columns>
        <SkeletonCard lines={5} />
        <SkeletonCard lines={7} />
      </Body>
    </div>
  );
}

/** No number in the address, or one that is no order of this account. */
function Unknown() {
  const { t } = useLingui();
  return (
    <Body overlap={false}>
      <Card>
        <EmptyState
          icon="search"
          title={t`This order is not known here`}
          action={{
            label: t`To your orders`,
            onClick: () => void go('/pages/pledge/index', { replace: true }),
          }}
        >
          <Trans>The address may be incomplete, or the order belongs to another account.</Trans>
        </EmptyState>
      </Card>
    </Body>
  );
}
