// Changing numbers, clocks, shares and charts with their tables.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { amountText } from '#lib/amounts.ts';
import { serverNow } from '#lib/time.ts';
import { percentDone } from '#lib/percent.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Chart, Ranges, Sparkline } from '#ui/chart.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { DaysChart } from '#ui/days-chart.tsx';
import { Identicon } from '#ui/identicon.tsx';
import { ProgressBar, ProgressRing } from '#ui/progress.tsx';
import { Shaft } from '#ui/shaft.tsx';
import { Piece } from './piece.tsx';

const DAY = 86_400_000;

/** A month of sample data that repeats about every week. */
const bars = Array.from({ length: 30 }, (_, day) => ({
  key: `day ${day}`,
  label: `2026-11-${String(day + 1).padStart(2, '0')}`,
  values: [String(((day * 5) % 9) + 1), String((day * 3) % 7), String(day % 4)],
}));

const month = bars.map(({ label, values: [first = '0'] }) => ({ day: label, values: [first] }));

export function Page() {
  const { t, i18n } = useLingui();
  const [value, setValue] = useState('1234.5678');
  const [share, setShare] = useState(0.4);
  const [range, setRange] = useState<'day' | 'week'>('day');
  const [end] = useState(() => serverNow() + DAY - 1000);
  const write = (amount: string) => `${amountText(amount, i18n.locale)} ADIT`;
  const series = [
    { name: t`Miner`, tone: 'amber' },
    { name: t`Rewards`, tone: 'basalt' },
    { name: t`Invite friends`, tone: 'malachite' },
  ] as const;
  const line = {
    ...{ label: t`Price`, unit: t`Day`, series: [series[0]], write },
    points: bars.map((bar, at) => ({ ...bar, at })),
  };
  return (
    <>
      <Piece of="AnimatedNumber" note="Runs from the old to the new value in 700 ms.">
        <AnimatedNumber value={value} max={4} />
        <Button look="secondary" onClick={() => setValue(value === '0' ? '1234.5678' : '0')}>
          Change
        </Button>
      </Piece>
      <Piece of="Countdown" row>
        <Countdown to={end} className="text-2xl font-semibold" />
      </Piece>
      <Piece of="Shaft" row>
        <Shaft hours={24} share={share} mode="working" label={t`Progress`} className="h-80" />
        <Shaft hours={24} share={1} mode="full" label={t`Progress`} className="h-80" />
        <Shaft hours={24} share={0} mode="idle" label={t`Progress`} className="h-80" />
      </Piece>
      <Piece of="Identicon" row>
        <Identicon address={`0x${'2f7b1c5d9a'.repeat(4)}`} />
        <Identicon address={`0x${'e0446f8b3c'.repeat(4)}`} size={64} />
      </Piece>
      <Piece of="ProgressRing" row>
        <span className="rounded-card bg-basalt p-4 text-white">
          <ProgressRing share={share} label={t`Progress`}>
            {percentDone(share)} %
          </ProgressRing>
        </span>
        <Button look="secondary" onClick={() => setShare((share + 0.3) % 1)}>
          Change
        </Button>
      </Piece>
      <Piece of="ProgressBar">
        <ProgressBar share={share} label={t`Progress`} />
      </Piece>
      <Piece of="Chart" note="Bars, a line, and a line on a hero.">
        <div className="rounded-card bg-white p-4 shadow-card">
          <Chart label={t`Rewards, last 30 days`} unit={t`Day`} series={series} points={bars} write={write} />
          <Chart kind="line" {...line} />
        </div>
        <div className="mt-3 rounded-card bg-basalt p-4 text-white">
          <Chart dark kind="line" {...line} />
        </div>
      </Piece>
      <Piece of="DaysChart" note="Filled, awaited, failed, empty.">
        {[{ data: month }, { data: undefined }, { failed: t`No connection` }, { data: [] }].map(
          ({ data, failed }, at) => (
            <DaysChart
              key={`state ${at + 1}`}
              label={t`Rewards, last 30 days`}
              series={[series[0]]}
              data={data}
              of={{ data, error: failed === undefined ? null : new Error(failed), refetch: () => undefined }}
            >
              {t`Nothing yet`}
            </DaysChart>
          ),
        )}
      </Piece>
      <Piece of="Ranges">
        <Ranges names={{ day: t`24 h`, week: t`7 d` }} range={range} onChange={setRange} />
      </Piece>
      <Piece of="Sparkline">
        <Sparkline points={bars} />
      </Piece>
    </>
  );
}
