// The first view: everything to invite with, the tree, the figures of the team, its level, what each level brings.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useWaiting } from '#api/away.ts';
import type { ApiError } from '#api/errors.ts';
import { Card } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Skeleton, SkeletonCard } from '#ui/views.tsx';
import { LevelCard } from './level-card.tsx';
import { LinkCard } from './link-card.tsx';
import { Rates } from './rates.tsx';
import type { Invitation } from './share.ts';
import { SummaryCard } from './summary-card.tsx';
import { indexQuery, levelsQuery, type MemberPage, raceConfigQuery } from './team.queries.ts';
import { Tree } from './tree.tsx';

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
  // Nothing is shown before all of it is known, so that nothing moves.
  const waiting = useWaiting(summary, levels, index, useQuery(raceConfigQuery()));
  // Somebody without a team is not shown a list of zeros.
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
