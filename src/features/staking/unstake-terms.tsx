// What a redemption gives and what it gives up, before and after.
import { Trans, useLingui } from '@lingui/react/macro';
import { clockText, timeText, timeWithin } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import { adit } from '#ui/figure.ts';
import { heldFor, type Order, periodAt } from './staking.rules.ts';
import { Success } from '#ui/success.tsx';

export function UnstakeTerms({ order, now }: { order: Order; now: number }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const back = adit(order.amount, locale);
  const held = heldFor(order, now);
  return (
    <div className="grid gap-4">
      <p className="m-0 leading-tight">
        <span className="block text-[13px] text-muted">
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

/** The running 24 hours as they are at this second. */
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

export function UnstakeDone({ amount, order }: DoneProps) {
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
