// Invite friends: the own code and its link, the team by level, and what it has earned. Guests see what inviting brings.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { refreshShown } from '#api/queries.ts';
import { useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { CodeHero, HeroSkeleton } from './code-hero.tsx';
import { EarningsView } from './earnings-view.tsx';
import { Guest } from './guest.tsx';
import { InviteView } from './invite-view.tsx';
import { useInvitation } from './invitation.ts';
import { MembersView } from './members-view.tsx';
import { infoQuery, summaryQuery } from './team.queries.ts';
import { placeOf } from './team.rules.ts';
import { ViewLinks } from './view-links.tsx';

export function Page() {
  return useAtomValue(signedInAtom) ? <Own /> : <Guest />;
}

function Own() {
  const { t } = useLingui();
  const info = useQuery(infoQuery());
  if (info.data) return <Team code={info.data.inviteCode} invitedBy={info.data.invitedBy} />;
  if (info.isError)
    return (
      <>
        <Hero className="min-h-76" />
        <Body>
          <FailedView message={errorText(info.error)} onRetry={() => void info.refetch()} />
        </Body>
      </>
    );
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      <HeroSkeleton />
      <Body>
        <SkeletonCard lines={6} />
      </Body>
    </div>
  );
}

function Team({ code, invitedBy }: { code: string; invitedBy: string | null }) {
  const place = placeOf(useParam('view'), useParam('level'));
  const summary = useQuery(summaryQuery());
  const away = useAway(summary);
  const invitation = useInvitation(code);
  const [asked, setAsked] = useState(false);
  const refetch = () => {
    setAsked(true);
    void refreshShown().finally(() => setAsked(false));
  };
  return (
    <>
      <CodeHero code={code} invitation={invitation} busy={asked} onRefresh={refetch} />
      <Body>
        <ViewLinks view={place.view} />
        {away && summary.data && (
          <AsOf asOf={summary.data.asOf}>
            <Trans>Your code, its link and the picture work all the same.</Trans>
          </AsOf>
        )}
        {place.view === 'invite' && (
          <InviteView code={code} invitedBy={invitedBy} invitation={invitation} summary={summary} />
        )}
        {place.view === 'members' && <MembersView level={place.level} />}
        {place.view === 'earnings' && <EarningsView summary={summary.data?.summary} />}
      </Body>
    </>
  );
}
