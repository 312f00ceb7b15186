// What the team brought on each of the last 30 days, by where it came from.
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Output } from '#contract';
import { errorText } from '#api/errors.ts';
import { DaysChart } from '#ui/days-chart.tsx';
import { daySumsOf } from './team.rules.ts';
import { SOURCES } from './words.ts';

export function EarningsChart({ days }: { days: UseQueryResult<Output<'GET /api/user/earnings/days'>> }) {
  const { t, i18n } = useLingui();
  const { data, isError, error, refetch } = days;
  return (
    <DaysChart
      label={t`Earnings of the last 30 days`}
      series={[
        { name: i18n._(SOURCES.staking.name), tone: 'amber' },
        { name: i18n._(SOURCES.race.name), tone: 'basalt' },
      ]}
      data={
        data && {
          ...daySumsOf(data.days),
          days: data.days.map(({ day, staking, race }) => ({ day, values: [staking, race] })),
        }
      }
      failed={isError ? errorText(error) : undefined}
      onRetry={() => void refetch()}
    >
      <Trans>Nothing came from the team on these days.</Trans>
    </DaysChart>
  );
}
