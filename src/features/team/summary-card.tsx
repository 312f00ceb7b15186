// The figures of the team, each with one sentence that says what it counts.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { decimalsOf } from '#rules/amounts.ts';
import { amountText, openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Card } from '#ui/card.tsx';
import { type Summary } from './team.rules.ts';

const { symbol } = BRAND;

interface FigureProps {
  label: ReactNode;
  children: ReactNode;
  /** What it counts. */
  what: ReactNode;
}

function Figure({ label, children, what }: FigureProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-sm font-medium">{label}</dt>
      <dd className="figures m-0 text-right text-[15px] font-semibold wrap-anywhere">{children}</dd>
      <dd className="col-span-2 m-0 text-[13px] text-pretty text-muted">{what}</dd>
    </div>
  );
}

export function SummaryCard({ summary }: { summary: Summary }) {
  const { t, i18n } = useLingui();
  const count = (number: number) => openText(String(number), i18n.locale);
  const { totalEarnings, subTeamPerformance, subTeamHashrate } = summary;
  return (
    <Card title={t`Your team in figures`}>
      <dl className="m-0 divide-y divide-line">
        <Figure label={<Trans>Direct referrals</Trans>} what={<Trans>Signed in first with your code.</Trans>}>
          {count(summary.directReferrals)}
        </Figure>
        <Figure
          label={<Trans>Team members</Trans>}
          what={<Trans>Everybody on the levels shown here, you not included.</Trans>}
        >
          {count(summary.teamMembers)}
        </Figure>
        <Figure
          label={<Trans>Valid users</Trans>}
          what={<Trans>Direct referrals whose verification is approved.</Trans>}
        >
          {count(summary.validUsers)}
        </Figure>
        <Figure
          label={<Trans>Sub-team performance</Trans>}
          what={<Trans>What your team has staked now. It is theirs, not yours.</Trans>}
        >
          {amountText(subTeamPerformance, i18n.locale)} {symbol}
        </Figure>
        <Figure
          label={<Trans>Sub-team hashrate</Trans>}
          what={<Trans>Own hashrate of all members, gifted and purchased, verified or not.</Trans>}
        >
          {amountText(subTeamHashrate, i18n.locale)}
        </Figure>
        <Figure
          label={<Trans>Total earnings</Trans>}
          what={<Trans>Paid to your balance because of your team, from the first day.</Trans>}
        >
          <AnimatedNumber value={totalEarnings} max={decimalsOf(totalEarnings)} /> {symbol}
        </Figure>
      </dl>
    </Card>
  );
}
