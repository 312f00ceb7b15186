// The daily limit: what stands, what is spent of it today, a higher one that waits, and a new one.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { allowanceAt, type Limits } from '#api/limits.rules.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { adit } from '#ui/figure.ts';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { ProgressBar } from '#ui/progress.tsx';
import { LimitChange } from './limit-change.tsx';
import { spentShare } from './limits.rules.ts';
import type { UseLimits } from './use-limits.ts';

interface LimitPartProps {
  data: Limits;
  state: UseLimits;
  online: boolean;
}

export function LimitPart({ data, state, online }: LimitPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="m-0 text-[15px] font-semibold">
        <Trans>Daily bet limit</Trans>
      </h3>
      <Standing data={data} />
      {data.pendingAt !== null && (
        <Waiting data={data} pendingAt={data.pendingAt} state={state} online={online} />
      )}
      <LimitChange data={data} state={state} online={online} />
    </section>
  );
}

function Standing({ data }: { data: Limits }) {
  const { t: say, i18n } = useLingui();
  const { locale } = i18n;
  const allowance = allowanceAt(data, useNow(15_000));
  return (
    <div className="rounded-control bg-wash px-3.5 py-2">
      <Facts>
        <Fact label={<Trans>Limit a day</Trans>}>
          {allowance === null ? <Trans>none</Trans> : adit(allowance.limit, locale)}
        </Fact>
        <Fact label={<Trans>Spent today</Trans>}>{adit(allowance?.spent ?? data.spentToday, locale)}</Fact>
        {allowance && <Fact label={<Trans>Left today</Trans>}>{adit(allowance.left, locale)}</Fact>}
      </Facts>
      {allowance && (
        <div className="pt-1 pb-1.5">
          <ProgressBar share={spentShare(allowance)} label={say`Part of the limit that is spent today`} />
        </div>
      )}
      <p className="m-0 py-1 text-[13px] text-pretty text-muted">
        <Trans>Race bets and paid guesses count. The day changes at midnight in Singapore.</Trans>
      </p>
    </div>
  );
}

/** A higher limit that was asked for, and the way to leave it at what stands. */
function Waiting({ data, pendingAt, state, online }: LimitPartProps & { pendingAt: string }) {
  const { i18n } = useLingui();
  const from = timeWithin(pendingAt, i18n.locale);
  const next = data.pendingLimit === null ? '' : adit(data.pendingLimit, i18n.locale);
  const standing = data.dailyBetLimit;
  return (
    <Notice tone="amber" icon="clock">
      {data.pendingLimit === null ? (
        <Trans>The limit ends {from}. Until then it holds.</Trans>
      ) : (
        <Trans>
          A limit of {next} begins {from}. Until then the present one holds.
        </Trans>
      )}
      {standing !== null && (
        <Button
          look="secondary"
          size="sm"
          className="mt-2"
          busy={state.busy === 'limit'}
          disabled={!online}
          onClick={() => void state.limit(standing)}
        >
          <Trans>Keep the present limit</Trans>
        </Button>
      )}
    </Notice>
  );
}
