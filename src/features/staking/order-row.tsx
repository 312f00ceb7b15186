// One order in the list: its amount and time on the left, what it has paid and what comes next on the right. A link to all of it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useWaiting } from '#api/act.ts';
import { clockText, timeText } from '#lib/time.ts';
import { decimalsOf } from '#ui/amount-shown.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { useFigure } from '#ui/figure.ts';
import { heldFor, type Order, orderAddress, periodAt } from './staking.rules.ts';

/** A row is narrow; the order's own page has all digits. */
const rowDecimals = (amount: string): number => Math.min(4, decimalsOf(amount));

export function OrderRow({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const { amount, stakedAt, output, redeemedAt } = order;
  const waiting = useWaiting('POST /api/stake/unstake', { id: order.id });
  return (
    <li className="border-b border-line last:border-0">
      <PageLink
        to={orderAddress(order.id)}
        className="flex min-h-18 items-center gap-2 px-4 py-2.5 text-inherit no-underline transition-colors hover:bg-wash active:bg-wash"
      >
        <span className="min-w-0 grow">
          <span className="figures block leading-tight font-semibold wrap-anywhere">
            {figure(amount, rowDecimals(amount))}
          </span>
          <span className="figures mt-0.5 block text-[13px] whitespace-nowrap text-muted">
            {timeText(stakedAt, i18n.locale)}
          </span>
        </span>
        <span className="min-w-0 text-right">
          <Paid output={output} />
          {redeemedAt !== null ? <Redeemed /> : waiting ? <Redeeming /> : <Next order={order} />}
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
        'figures block leading-tight font-semibold wrap-anywhere',
        output === '0' ? 'text-muted' : 'text-malachite',
      )}
    >
      <span className="sr-only">{t`Paid so far`}</span> {output !== '0' && '+'}
      {figure(output, rowDecimals(output))}
    </span>
  );
}

const Redeemed = () => (
  <span className="mt-1 block">
    <Tag tone="quiet">
      <Trans>Redeemed</Trans>
    </Tag>
  </span>
);

const Redeeming = () => (
  <span className="mt-1 block">
    <Tag tone="amber">
      <Trans>Redemption waits</Trans>
    </Tag>
  </span>
);

/** Counts down without telling a screen reader each second. */
function Next({ order }: { order: Order }) {
  const now = useNow(1000);
  const period = periodAt(order, now);
  if (!period) return null;
  const left = period.endsAt - now;
  const clock = clockText(left);
  const held = heldFor(order, now) > 0;
  return (
    <span className="figures mt-0.5 block text-[13px] text-muted">
      {left <= 0 ? (
        <Trans>being booked</Trans>
      ) : held ? (
        <Trans>Held for {clock}</Trans>
      ) : (
        <Trans>Next in {clock}</Trans>
      )}
    </span>
  );
}
