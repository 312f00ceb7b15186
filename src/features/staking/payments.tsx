// What a stake has paid and pays next: a chart of its days, and a timeline whose payments open their details.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNextPage } from '#api/next-page.ts';
import { openPopup } from '#lib/popups.ts';
import { clockText, timeText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { daysOf } from '#lib/chart-days.ts';
import { cx } from '#ui/class-names.ts';
import { DaysChart } from '#ui/days-chart.tsx';
import { useFigure } from '#ui/figure.ts';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { paymentsQuery } from './staking.queries.ts';
import { comingTimes, type Order, periodAt, periodsPaid } from './staking.rules.ts';

/** Rows of the timeline at first, and how many more a tap shows. */
const SHOWN = 5;
const MORE = 25;

/** The payments of an order, for its chart and its timeline. */
export function usePayments(order: Order) {
  /** How many there are. */
  const paid = periodsPaid(order);
  const list = useInfiniteQuery({ ...paymentsQuery(order), enabled: paid > 0 });
  /** The newest ones, newest first; undefined while they load. */
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return {
    paid,
    list,
    rows,
    /** They could not be loaded. */
    failed: !rows && list.isError,
    hasMore: list.hasNextPage,
    next: useNextPage(list),
  };
}

interface PaymentsProps {
  order: Order;
  payments: ReturnType<typeof usePayments>;
}

/** Shown once something was paid. */
export function PaymentsChart({ order: { redeemedAt }, payments }: PaymentsProps) {
  const { t } = useLingui();
  const now = useNow(60_000);
  const { paid, list, rows } = payments;
  if (paid === 0) return null;
  return (
    <DaysChart
      title={redeemedAt === null ? undefined : t`Its last 30 days`}
      label={t`Rewards, last 30 days`}
      series={[{ name: t`This stake`, tone: 'amber' }]}
      data={rows && daysOf(rows, redeemedAt === null ? now : Date.parse(redeemedAt))}
      of={list}
    >
      <Trans>No rewards in the last 30 days.</Trans>
    </DaysChart>
  );
}

/** Below a chart that failed to load, only the upcoming payments, which the order itself contains. */
export function Timeline({ order, payments }: PaymentsProps) {
  const { paid, rows, failed, hasMore, next } = payments;
  const { t } = useLingui();
  const [shown, setShown] = useState(SHOWN);
  const coming = comingTimes(order);
  const older = () => {
    setShown(shown + MORE);
    if (hasMore && rows && shown + MORE > rows.length) next.ask();
  };
  return (
    <Card title={t`Rewards`}>
      {paid === 0 && <NonePaid order={order} />}
      {coming.length > 0 && (
        <Line label={t`Coming next`}>
          {coming.map((time) => (
            <Row key={time} time={time} amount={order.periodOutput} />
          ))}
        </Line>
      )}
      {paid > 0 && !failed && (
        <Line label={t`Paid so far`}>
          {rows
            ? rows
                .slice(0, shown)
                .map((payment) => <Row key={payment.period} {...payment} entry={payment.entry} />)
            : Array.from({ length: Math.min(paid, SHOWN) }, (_, row) => (
                <li key={`row ${row}`} className="flex h-11 items-center pl-4">
                  <Skeleton className="h-4 w-full" />
                </li>
              ))}
        </Line>
      )}
      {next.failed !== undefined && <TryAgain why={next.failed} onRetry={next.ask} />}
      {!failed && next.failed === undefined && paid > shown && (
        <Button wide look="secondary" size="sm" className="mt-2" busy={next.busy} onClick={older}>
          <Trans>Show older</Trans>
        </Button>
      )}
      {paid > 0 && (
        <PageLink
          to="/pages/asset/capital?category=staking"
          className="mt-1 -mb-2 flex min-h-11 items-center justify-between text-sm font-semibold text-inherit no-underline"
        >
          <Trans>See in your activity</Trans>
          <Icon name="next" size={20} className="text-muted" />
        </PageLink>
      )}
    </Card>
  );
}

function NonePaid({ order }: { order: Order }) {
  const { t } = useLingui();
  const figure = useFigure();
  const now = useNow(1000);
  const period = periodAt(order, now);
  const each = figure(order.periodOutput);
  const clock = clockText(period ? period.endsAt - now : 0);
  return (
    <EmptyState icon="clock" title={t`No rewards yet`}>
      {period &&
        (period.endsAt <= now ? <Trans>{each} is arriving.</Trans> : <Trans>First reward in {clock}.</Trans>)}
    </EmptyState>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <h3 className="m-0 mb-1 text-xs font-medium text-muted not-first-of-type:mt-3">{label}</h3>
      <ol aria-label={label} className="m-0 ml-1.5 list-none border-l-2 border-line p-0">
        {children}
      </ol>
    </>
  );
}

interface RowProps {
  time: string;
  amount: string;
  /** Its journal entry, once it is paid. */
  entry?: string;
}

/** A past payment, which opens its details, or an upcoming one. */
function Row({ time, amount, entry }: RowProps) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const paid = entry !== undefined;
  const row = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'absolute -left-1.5 size-2.5 rounded-full',
          paid ? 'bg-malachite' : 'border-2 border-faint bg-white',
        )}
      />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 leading-tight">
        <time dateTime={time} className="figures grow basis-16 text-sm leading-tight text-muted">
          {timeText(time, i18n.locale)}
        </time>
        <span
          className={cx(
            'figures ml-auto max-w-full text-right font-semibold wrap-break-word',
            paid ? 'text-malachite' : 'text-muted',
          )}
        >
          {paid && '+'}
          {figure(amount)}
        </span>
      </span>
    </>
  );
  const look = 'flex min-h-11 w-full items-center gap-3 pl-4 text-left';
  return (
    <li className="relative">
      {paid ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className={cx(look, 'hover:bg-wash active:bg-wash')}
          onClick={() => openPopup('reward', { entry, amount })}
        >
          {row}
          <Icon name="next" size={18} className="-mr-1 shrink-0 text-muted" />
        </button>
      ) : (
        <span className={look}>{row}</span>
      )}
    </li>
  );
}
