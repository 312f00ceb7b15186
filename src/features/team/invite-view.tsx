// The first view: everything needed to invite, the tree, the team's figures and level, and what each level earns.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWaiting } from '#api/away.ts';
import type { ApiError } from '#api/errors.ts';
import { Card, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Skeleton, SkeletonCard } from '#ui/views.tsx';
import { amountText, countText } from '#lib/amounts.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import { decimalsOf } from '#rules/decimals.ts';
import { BRAND } from '#lib/brand.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { LinkCard } from './link-card.tsx';
import { Rates } from './rates.tsx';
import type { Invitation } from './share.ts';
import { indexQuery, levelsQuery, type MemberPage, raceConfigQuery } from './team.queries.ts';
import { Tree } from './tree.tsx';
import type { Levels, Summary } from './team.rules.ts';

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
      <dd className="figures m-0 text-right text-base font-semibold wrap-anywhere">{children}</dd>
      <dd className="col-span-2 m-0 text-sm text-pretty text-muted">{what}</dd>
    </div>
  );
}

/** The team's figures, each with a sentence that says what it counts. */
function SummaryCard({ summary }: { summary: Summary }) {
  const { t, i18n } = useLingui();
  const count = (number: number) => countText(number, i18n.locale);
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

/** A level of the account; the levels of members are worded differently. */
const Step = ({ step }: { step: number }) => <Trans>Level {step}</Trans>;

/** The team level: the account's level, the distance to the next one, and what a level does and does not mean. */
function LevelCard({ levels: { level, levels, next, validUsers, progress } }: { levels: Levels }) {
  const { t, i18n } = useLingui();
  const count = (number: number) => countText(number, i18n.locale);
  const [valid, needed, nextLevel] = [count(validUsers), count(next?.requiredValidUsers ?? 0), next?.level];
  return (
    <Card
      title={t`Team level`}
      aside={
        <Tag tone={level > 0 ? 'good' : 'quiet'}>{level > 0 ? <Step step={level} /> : t`No level yet`}</Tag>
      }
    >
      <ProgressBar share={progress} label={t`Progress to the next team level`} />
      <p className="m-0 mt-2 text-sm">
        {next ? (
          <Trans>
            {valid} of {needed} valid users for level {nextLevel}
          </Trans>
        ) : (
          <Plural
            value={validUsers}
            one="The highest level, with # valid user"
            other="The highest level, with # valid users"
          />
        )}
      </p>
      <ol className="m-0 mt-3 flex list-none gap-2 p-0">
        {levels.map(({ level: step, requiredValidUsers }) => {
          const reached = step <= level;
          return (
            <li
              key={step}
              className={cx(
                'min-w-0 flex-1 rounded-control px-1 py-2.5 text-center',
                reached ? 'bg-malachite-wash text-malachite' : 'bg-wash',
              )}
            >
              <span className="flex items-center justify-center gap-1 text-sm font-semibold whitespace-nowrap">
                {reached && <Icon name="check" size={16} label={t`Reached`} />}
                <Step step={step} />
              </span>
              <span className={cx('figures block text-xs text-balance', !reached && 'text-muted')}>
                <Plural value={requiredValidUsers} one="# valid user" other="# valid users" />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="m-0 mt-3 text-sm text-pretty text-muted">
        <Trans>
          A valid user is somebody you invited yourself whose verification is approved. The team level only
          says how many they are: it changes no rate and no payout. The levels of members are another thing:
          they say how far below you somebody joined.
        </Trans>
      </p>
    </Card>
  );
}

interface InviteViewProps {
  code: string;
  invitedBy: string | null;
  invitation: Invitation;
  summary: UseQueryResult<MemberPage, ApiError>;
}

export function InviteView({ code, invitedBy, invitation, summary }: InviteViewProps) {
  const levels = useQuery(levelsQuery());
  const index = useQuery(indexQuery());
  const figures = summary.data?.summary;
  // Nothing is shown until everything is known, so that nothing moves.
  const waiting = useWaiting(summary, levels, index, useQuery(raceConfigQuery()));
  // A user without a team is not shown a list of zeros.
  const alone = figures?.teamMembers === 0 && Number(figures.totalEarnings) === 0;
  const level = levels.data ? <LevelCard levels={levels.data} /> : <Absent of={levels} lines={10} />;
  return (
    <div className="grid gap-3 min-[720px]:grid-cols-2 min-[720px]:items-start">
      <div className="grid gap-3">
        <LinkCard code={code} invitation={invitation} />
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
            <Inviter invitedBy={invitedBy} />
          </>
        )}
      </div>
    </div>
  );
}

function Inviter({ invitedBy }: { invitedBy: string | null }) {
  const { t } = useLingui();
  return (
    <Card title={t`Who invited you`}>
      {invitedBy === null ? (
        <p className="m-0 text-sm text-pretty text-muted">
          <Trans>
            Nobody. An invite code counts at the first sign-in only, so this cannot be set or changed later.
          </Trans>
        </p>
      ) : (
        <>
          <p className="figures m-0 font-semibold">{invitedBy}</p>
          <p className="m-0 mt-1 text-sm text-pretty text-muted">
            <Trans>
              This was set at your first sign-in and cannot be changed. What this account gets for you is paid
              on top, not out of what is yours.
            </Trans>
          </p>
        </>
      )}
    </Card>
  );
}
