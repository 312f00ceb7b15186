// The first view: the tree, the team's figures and level, and what each level earns.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWaiting } from '#api/away.ts';
import type { ApiError } from '#api/errors.ts';
import { cached } from '#api/queries.ts';
import { Card, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Skeleton, SkeletonCard } from '#ui/views.tsx';
import { amountText, countText } from '#lib/amounts.ts';
import { cx } from '#ui/class-names.ts';
import { Fold } from '#ui/fold.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import { decimalsOf } from '#rules/decimals.ts';
import { BRAND } from '#lib/brand.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { memberText } from '#lib/member-text.ts';
import { Rates } from './rates.tsx';
import { levelsQuery, type MemberPage } from './team.queries.ts';
import { Tree } from './tree.tsx';
import type { Levels, Summary } from './team.rules.ts';
import { levelName } from './words.ts';

const { symbol } = BRAND;

interface FigureProps {
  label: ReactNode;
  children: ReactNode;
  /** What it counts. */
  what: ReactNode;
}

function Figure({ label, children, what }: FigureProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <dt className="min-w-0 grow basis-32 text-sm">
        <Fold explains title={label}>
          {what}
        </Fold>
      </dt>
      <dd className="figures m-0 ml-auto text-right text-base font-semibold">{children}</dd>
    </div>
  );
}

/** The team's figures; what each counts is behind its label. */
function SummaryCard({ summary }: { summary: Summary }) {
  const { t, i18n } = useLingui();
  const count = (number: number) => countText(number, i18n.locale);
  const { totalEarnings, subTeamPerformance, subTeamHashrate } = summary;
  return (
    <Card title={t`Your team`}>
      <dl className="m-0 -my-2 divide-y divide-line">
        <Figure label={<Trans>Direct referrals</Trans>} what={<Trans>Joined with your code.</Trans>}>
          {count(summary.directReferrals)}
        </Figure>
        <Figure
          label={<Trans>Team members</Trans>}
          what={<Trans>Everyone on all levels, without you.</Trans>}
        >
          {count(summary.teamMembers)}
        </Figure>
        <Figure label={<Trans>Valid users</Trans>} what={<Trans>Direct referrals who are verified.</Trans>}>
          {count(summary.validUsers)}
        </Figure>
        <Figure
          label={<Trans>Sub-team performance</Trans>}
          what={<Trans>Your team's current stakes, plus everything it has bet so far.</Trans>}
        >
          {amountText(subTeamPerformance, i18n.locale)} {symbol}
        </Figure>
        <Figure
          label={<Trans>Sub-team hashrate</Trans>}
          what={<Trans>Gifted and purchased hashrate of all members.</Trans>}
        >
          {amountText(subTeamHashrate, i18n.locale)}
        </Figure>
        <Figure
          label={<Trans>Total earnings</Trans>}
          what={<Trans>Everything your team has earned you so far.</Trans>}
        >
          <AnimatedNumber value={totalEarnings} max={decimalsOf(totalEarnings)} /> {symbol}
        </Figure>
      </dl>
    </Card>
  );
}

/** The account's team level and the distance to the next one. */
function LevelCard({ levels: { level, levels, next, validUsers, progress } }: { levels: Levels }) {
  const { t, i18n } = useLingui();
  const count = (number: number) => countText(number, i18n.locale);
  const valid = count(validUsers);
  const needed = next?.requiredValidUsers ?? 0;
  const name = (step: number) => i18n._(levelName(step));
  const nextName = next && name(next.level);
  return (
    <Card
      title={t`Team level`}
      aside={<Tag tone={level > 0 ? 'good' : 'quiet'}>{level > 0 ? name(level) : t`No level yet`}</Tag>}
    >
      <ProgressBar share={progress} label={t`Progress to the next team level`} />
      <p className="m-0 mt-2 text-sm">
        {next ? (
          <Plural
            value={needed}
            one={`${valid} of # valid user for ${nextName}`}
            other={`${valid} of # valid users for ${nextName}`}
          />
        ) : (
          <Plural value={validUsers} one="Top level, # valid user" other="Top level, # valid users" />
        )}
      </p>
      <ol className="m-0 mt-3 flex list-none flex-wrap gap-2 p-0">
        {levels.map(({ level: step, requiredValidUsers }) => {
          const reached = step <= level;
          return (
            <li
              key={step}
              className={cx(
                'min-w-min flex-1 rounded-control px-1 py-2.5 text-center max-[359px]:px-0',
                reached ? 'bg-malachite-wash text-malachite' : 'bg-wash',
              )}
            >
              <span className="block text-sm leading-tight font-semibold text-balance max-[359px]:text-xs">
                {name(step)}
              </span>
              <span
                className={cx(
                  'figures flex items-center justify-center gap-1 text-xs',
                  !reached && 'text-muted',
                )}
              >
                {reached && <Icon name="check" size={16} label={t`Reached`} />}
                {count(requiredValidUsers)}
              </span>
            </li>
          );
        })}
      </ol>
      <Fold
        explains
        className="-mb-2"
        title={
          <span className="text-sm text-muted">
            <Trans>What is a valid user?</Trans>
          </span>
        }
      >
        <Trans>
          A friend you invited who is verified. Your level is just a badge: it doesn't change your rates.
        </Trans>
      </Fold>
    </Card>
  );
}

interface InviteViewProps {
  invitedBy: string | null | undefined;
  summary: UseQueryResult<MemberPage, ApiError>;
}

export function InviteView({ invitedBy, summary }: InviteViewProps) {
  const levels = useQuery(levelsQuery());
  const index = useQuery(cached('GET /api/index'));
  const figures = summary.data?.summary;
  // Nothing is shown until everything is known, so that nothing moves.
  const waiting = useWaiting(summary, levels, index, useQuery(cached('GET /api/game/config')));
  // A user without a team does not get a list of zeros.
  const alone = figures?.teamMembers === 0 && Number(figures.totalEarnings) === 0;
  const level = levels.data ? <LevelCard levels={levels.data} /> : <Absent of={levels} lines={10} />;
  return (
    <div className="grid gap-3 min-[720px]:grid-cols-2 min-[720px]:items-start">
      <div className="grid gap-3">
        {waiting ? (
          <>
            <Skeleton className="h-76 rounded-card!" />
            <SkeletonCard lines={10} />
          </>
        ) : (
          <>
            {figures ? <Tree counts={figures.membersByLevel} /> : <Absent of={summary} lines={13} />}
            {!alone && level}
          </>
        )}
      </div>
      <div className="grid gap-3">
        {waiting ? (
          <>
            <SkeletonCard lines={17} />
            <SkeletonCard lines={13} />
          </>
        ) : (
          <>
            {alone ? level : figures && <SummaryCard summary={figures} />}
            {index.data ? <Rates features={index.data.features} /> : <Absent of={index} lines={13} />}
            {invitedBy && <Inviter invitedBy={invitedBy} />}
          </>
        )}
      </div>
    </div>
  );
}

const Inviter = ({ invitedBy }: { invitedBy: string }) => (
  <Card>
    <p className="m-0 flex justify-between gap-4 text-sm">
      <Trans>Invited by</Trans>
      <span className="figures font-semibold">{memberText(invitedBy)}</span>
    </p>
  </Card>
);
