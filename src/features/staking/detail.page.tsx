// One stake order: what it holds, what it has paid, its next payment, and redeeming it.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useAway } from '#api/away.ts';
import { isRefusal } from '#api/errors.ts';
import { isId } from '#lib/ids.ts';
import { go, useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { useQueuedItem } from '#api/act.ts';
import { percentText } from '#lib/percent.ts';
import { openPopup } from '#lib/popups.ts';
import { clockText, timeText, timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { useAt, useNow } from '#ui/now.ts';
import { drawnShare, ProgressBar } from '#ui/progress.tsx';
import { useFigure } from '#ui/figure.ts';
import { Waits } from '#ui/waits.tsx';
import { PaymentsChart, Timeline, usePayments } from './payments.tsx';
import { orderQuery } from './staking.queries.ts';
import { heldFor, type Order, periodAt, periodsPaid, rateOf } from './staking.rules.ts';

// The parts of an order's page: amount and current period, its figures, and what redeeming means now.

function OrderHead({ order, onDue }: { order: Order; onDue: () => void }) {
  const figure = useFigure();
  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">
          <Trans>Staked</Trans>
        </span>
        {order.redeemedAt === null ? (
          <Tag tone="good">
            <Trans>Active</Trans>
          </Tag>
        ) : (
          <Tag tone="quiet">
            <Trans context="state">Unstaked</Trans>
          </Tag>
        )}
      </div>
      <p className="figures m-0 mt-1 text-2xl leading-tight font-semibold wrap-anywhere">
        {figure(order.amount, Infinity)}
      </p>
      {order.redeemedAt === null ? (
        <Running order={order} onDue={onDue} />
      ) : (
        <Ended redeemedAt={order.redeemedAt} />
      )}
    </Card>
  );
}

function Running({ order, onDue }: { order: Order; onDue: () => void }) {
  const { t, i18n } = useLingui();
  const figure = useFigure();
  const period = useAt(
    (now) => periodAt(order, now),
    1000,
    (at) => at && drawnShare(at.share),
  );
  if (!period) return null;
  const each = figure(order.periodOutput);
  const time = timeWithin(period.endsAt, i18n.locale);
  return (
    <div className="mt-5">
      <p className="m-0 text-sm text-muted">
        <Trans>Next reward</Trans>
      </p>
      <p className="m-0 text-2xl leading-tight font-semibold">
        <Countdown key={period.endsAt} to={period.endsAt} onEnd={onDue} />
      </p>
      <div className="mt-3">
        <ProgressBar share={period.share} label={t`Share of the 24 hours passed`} />
      </div>
      <p className="figures m-0 mt-3 text-sm text-pretty text-muted">
        {period.share === 1 ? (
          <Trans>{each} is arriving.</Trans>
        ) : (
          <Trans>
            {each} {time}
          </Trans>
        )}
      </p>
    </div>
  );
}

function Ended({ redeemedAt }: { redeemedAt: string }) {
  const { i18n } = useLingui();
  const time = timeWithin(redeemedAt, i18n.locale);
  return (
    <p className="m-0 mt-3 text-sm text-pretty text-muted">
      <Trans>Unstaked {time}. All of it is back in your balance.</Trans>
    </p>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const figure = useFigure();
  const { locale } = i18n;
  const rate = percentText(rateOf(order), locale, 4);
  const paid = periodsPaid(order);
  return (
    <Card title={t`Details`}>
      <Facts>
        <Fact label={<Trans>Staked on</Trans>}>{timeText(order.stakedAt, locale)}</Fact>
        <Fact label={<Trans>Daily rate</Trans>}>{rate}</Fact>
        <Fact label={<Trans>Every 24 hours</Trans>}>{figure(order.periodOutput, Infinity)}</Fact>
        <Fact label={<Trans>Paid so far</Trans>}>
          <span className="block">{figure(order.output, Infinity)}</span>
          <span className="block text-sm font-normal text-muted">
            <Plural value={paid} one="# reward" other="# rewards" />
          </span>
        </Fact>
        <Fact label={<Trans>Unstake from</Trans>}>{timeText(order.unlocksAt, locale)}</Fact>
        {order.redeemedAt !== null && (
          <Fact label={<Trans>Unstaked on</Trans>}>{timeText(order.redeemedAt, locale)}</Fact>
        )}
        <Fact label={<Trans>Stake number</Trans>}>{order.id}</Fact>
      </Facts>
    </Card>
  );
}

function OrderRedeem({ order }: { order: Order }) {
  const { t } = useLingui();
  const now = useNow(1000);
  const waiting = useQueuedItem('POST /api/stake/unstake', { id: order.id });
  const held = heldFor(order, now);
  const clock = clockText(held);
  if (waiting)
    return (
      <Card>
        <Waits title={<Trans>Your unstake is waiting to be sent</Trans>} action={t`Unstake`} item={waiting} />
      </Card>
    );
  return (
    <Card>
      <p className="figures m-0 mb-3 text-sm text-pretty text-muted">
        {held > 0 ? (
          <Trans>You can unstake in {clock}.</Trans>
        ) : (
          <Trans>You can unstake any time. You lose today's unfinished reward.</Trans>
        )}
      </p>
      <Button
        wide
        look="dark"
        icon="refund"
        disabled={held > 0}
        onClick={() => openPopup('unstake', { id: order.id })}
      >
        <Trans>Unstake</Trans>
      </Button>
    </Card>
  );
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  const id = useParam('id');
  if (!isId(id)) return <Unknown />;
  return signedIn ? (
    <Detail key={id} id={id} />
  ) : (
    <Body overlap={false}>
      <AskToConnect>
        <Trans>Connect your wallet to see this stake.</Trans>
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
      <Found order={order} asOf={away ? found.data.asOf : undefined} onDue={() => void found.refetch()} />
    );
  if (found.isError)
    return (
      <Body overlap={false}>
        <Absent of={found} />
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

interface FoundProps {
  order: Order;
  /** What is shown may be older than this; undefined if it is up to date. */
  asOf: string | undefined;
  onDue: () => void;
}

function Found({ order, asOf, onDue }: FoundProps) {
  const payments = usePayments(order);
  return (
    <Body overlap={false} columns>
      <div className="grid gap-3">
        {asOf !== undefined && <AsOf asOf={asOf} />}
        <OrderHead order={order} onDue={onDue} />
        {order.redeemedAt === null && <OrderRedeem order={order} />}
        <PaymentsChart order={order} payments={payments} />
      </div>
      <div className="grid gap-3">
        <Timeline order={order} payments={payments} />
        <OrderFacts order={order} />
      </div>
    </Body>
  );
}

/** The address contains no number, or one that is not an order of this account. */
function Unknown() {
  const { t } = useLingui();
  return (
    <Body overlap={false}>
      <Card>
        <EmptyState
          icon="search"
          title={t`Stake not found`}
          action={{
            label: t`Your stakes`,
            onClick: () => void go('/pages/pledge/index', { replace: true }),
          }}
        >
          <Trans>The link may be incomplete, or the stake belongs to another account.</Trans>
        </EmptyState>
      </Card>
    </Body>
  );
}
