// What the team brought on each of the last 30 days, by where it came from. The days are Singapore's, as everywhere in the app.
import { useLingui } from '@lingui/react/macro';
import { dayText } from '#lib/day.ts';
import { Card } from '#ui/card.tsx';
import { BarChart } from '#ui/chart.tsx';
import { useFigure } from '#ui/figure.ts';
import type { EarningDay } from './team.rules.ts';
import { SOURCES } from './words.ts';

export function EarningsChart({ days }: { days: readonly EarningDay[] }) {
  const { t, i18n } = useLingui();
  const figure = useFigure();
  return (
    <Card title={t`Last 30 days`}>
      <BarChart
        label={t`Earnings of the last 30 days`}
        unit={t`Day`}
        series={[
          { name: i18n._(SOURCES.staking.name), tone: 'amber' },
          { name: i18n._(SOURCES.race.name), tone: 'basalt' },
        ]}
        bars={days.map(({ day, staking, race }) => ({
          key: day,
          label: dayText(day, i18n.locale),
          values: [staking, race],
        }))}
        write={figure}
      />
    </Card>
  );
}
