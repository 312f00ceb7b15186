// The third view: what the team has earned, in total, day by day and entry by entry; each entry opens its receipt.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { decimalsOf } from '#rules/decimals.ts';
import type { ApiError } from '#api/errors.ts';
import { cached } from '#api/queries.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { go } from '#lib/navigate.ts';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import type { Output } from '#contract';
import { DaysChart } from '#ui/days-chart.tsx';
import { FigureWaits } from '#ui/figure-place.tsx';
import { Missing } from '#ui/try-again.tsx';
import { Entries, EntrySkeletons } from './entries.tsx';
import { earningsQuery, type MemberPage } from './team.queries.ts';
import { addressOf, levelsShown } from './team.rules.ts';
import { useList } from './use-list.ts';
import { SOURCES } from './words.ts';

/** What the team earned on each of the last 30 days, by source. */
function EarningsChart({ days }: { days: UseQueryResult<Output<'GET /api/user/earnings/days'>> }) {
  const { t, i18n } = useLingui();
  return (
    <DaysChart
      label={t`Earnings, last 30 days`}
      series={[
        { name: i18n._(SOURCES.staking.name), tone: 'amber' },
        { name: i18n._(SOURCES.race.name), tone: 'basalt' },
      ]}
      data={days.data?.days.map(({ day, staking, race }) => ({ day, values: [staking, race] }))}
      of={days}
    >
      <Trans>No earnings in the last 30 days.</Trans>
    </DaysChart>
  );
}

const { symbol } = BRAND;

interface SummaryProps {
  summary: UseQueryResult<MemberPage, ApiError>;
}

export function EarningsView({ summary }: SummaryProps) {
  const { t } = useLingui();
  const earnings = useList(earningsQuery());
  const days = useQuery(cached('GET /api/user/earnings/days'));
  const rows = earnings.pages?.flatMap(({ items }) => items);
  // Nothing is shown until everything is known, so that nothing moves.
  const waiting = !earnings.error && (!rows || days.isPending);
  return (
    <div className="grid gap-3 min-[720px]:grid-cols-2 min-[720px]:items-start">
      <div className="grid gap-3">
        <Total summary={summary} />
        {waiting ? <SkeletonCard lines={10} /> : rows?.length !== 0 && <EarningsChart days={days} />}
      </div>
      {waiting ? (
        <div role="status" aria-label={t`Loading`} className="animate-late">
          <EntrySkeletons rows={5} />
        </div>
      ) : earnings.error ? (
        <Absent of={earnings} />
      ) : rows?.length === 0 ? (
        <NoEarnings />
      ) : (
        <Entries list={earnings} rows={rows ?? []} />
      )}
    </div>
  );
}

function Total({ summary: asked }: SummaryProps) {
  const { t, i18n } = useLingui();
  const { isError: failed } = asked;
  const summary = asked.data?.summary;
  const total = summary?.totalEarnings;
  const figure = (amount: string) => amountText(amount, i18n.locale, { max: decimalsOf(amount) });
  return (
    <Card title={t`Total earnings`}>
      <p className="figures m-0 min-h-10 text-2xl leading-tight font-semibold wrap-anywhere">
        {total === undefined ? (
          <FigureWaits failed={failed} className="h-9 w-36" />
        ) : (
          <>
            {figure(total)} <span className="text-base font-medium text-muted">{symbol}</span>
          </>
        )}
      </p>
      <Facts>
        {levelsShown(summary).map(({ level, amount }) => (
          <Fact key={level} label={<Trans>Level {level}</Trans>}>
            {amount === undefined ? (
              <FigureWaits failed={failed} className="ml-auto h-5 w-20" />
            ) : (
              `${figure(amount)} ${symbol}`
            )}
          </Fact>
        ))}
      </Facts>
      <Missing of={asked} />
    </Card>
  );
}

function NoEarnings() {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon="staking"
        title={t`No team earnings yet`}
        action={{
          label: t`Invite friends`,
          onClick: () => void go(addressOf({ view: 'invite' }), { replace: true }),
        }}
      >
        <Trans>Your share shows up when a member's stake pays.</Trans>
      </EmptyState>
    </Card>
  );
}
