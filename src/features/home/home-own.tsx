// The parts of home that show a member's own figures, with their queries.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CatchBoundary, type ErrorComponentProps, type ErrorRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { HideButton } from '#ui/hide-button.tsx';
import { ErrorView, SkeletonCard } from '#ui/views.tsx';
import { ActivityRows, type RowsProps } from './activity-rows.tsx';
import { useActivity, useUnread } from './activity.ts';
import { Bell, HeroLive, HeroWaits } from './hero-live.tsx';
import { Beside, Entries, News, Pinned, Queries } from './home-live.tsx';
import { Member } from './member.tsx';

/** How many of the latest are shown on home itself. */
const LATEST = 3;

/** The last few things that happened, and the link to all of them. */
function Activity({ list, isUnread }: Pick<RowsProps, 'list' | 'isUnread'>) {
  const { t } = useLingui();
  const count = list.filter(isUnread).length;
  return (
    <Card
      title={t`Activity`}
      aside={
        <button
          type="button"
          onClick={() => openPopup('activity', {})}
          className="-my-3 -mr-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-sm font-semibold text-muted active:bg-wash"
        >
          {count > 0 ? <Plural value={count} other="# new" /> : <Trans>Show all</Trans>}
          <Icon name="next" size={18} />
        </button>
      }
    >
      <ActivityRows list={list.slice(0, LATEST)} isUnread={isUnread} />
    </Card>
  );
}

/** What happened, and the news: shown together, so that nothing is pushed down. */
function Latest() {
  const { list, waiting } = useActivity();
  const isUnread = useUnread();
  return (
    <>
      <Beside>
        {waiting ? (
          <SkeletonCard lines={6} />
        ) : (
          <>
            {list.length > 0 && <Activity list={list} isUnread={isUnread} />}
            <Pinned />
          </>
        )}
      </Beside>
      {!waiting && <News />}
    </>
  );
}

function BrokenLatest({ reset }: ErrorComponentProps) {
  const { t } = useLingui();
  return (
    <>
      <Beside>
        <ErrorView message={t`Couldn't load this part. Nothing changed.`} onRetry={reset} />
        <Pinned />
      </Beside>
      <News />
    </>
  );
}

/** A part that fails to render leaves the others in place. */
const Apart = ({ children, or }: { children: ReactNode; or: ErrorRouteComponent }) => (
  <CatchBoundary getResetKey={() => 'home'} errorComponent={or}>
    {children}
  </CatchBoundary>
);

const Nothing = (): ReactNode => null;

export const LiveHero = () => (
  <Queries>
    <span className="col-start-1 row-start-1 -mt-2 flex self-start justify-self-end">
      <HideButton />
      <Apart or={Nothing}>
        <Bell />
      </Apart>
    </span>
    <Apart or={HeroWaits}>
      <HeroLive />
    </Apart>
  </Queries>
);

export const LiveMember = () => (
  <Queries>
    <Member>
      <Entries />
      <Apart or={BrokenLatest}>
        <Latest />
      </Apart>
    </Member>
  </Queries>
);
