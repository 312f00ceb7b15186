// The second view: members by level, found by their address. The level stands in the address of the page.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Level } from '#rules/team.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { EmptyState } from '#ui/views.tsx';
import { LevelFilter } from './level-filter.tsx';
import { ListEnd } from './list-end.tsx';
import { MemberList, MemberSkeletons } from './member-list.tsx';
import { NoMembers } from './no-members.tsx';
import { SearchField } from './search-field.tsx';
import { indexQuery, membersQuery } from './team.queries.ts';
import { addressOf, searchOf } from './team.rules.ts';
import { type List, useList } from './use-list.ts';

/** Typing rests this long before the server is asked. */
const REST_MS = 300;

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

const show = (level: Level | undefined) =>
  void go(addressOf({ view: 'members', ...(level && { level }) }), { replace: true });

export function MembersView({ level }: { level: Level | undefined }) {
  const { t } = useLingui();
  const on = useQuery(indexQuery()).data?.features.teamLevels ?? 3;
  const [typed, setTyped] = useState('');
  const search = searchOf(useRested(typed));
  const asked = search.state === 'ask' ? search.search : undefined;
  if (level !== undefined && level > on) return <LevelOff level={level} />;
  return (
    <section aria-label={t`Members`} className="min-w-0">
      <SearchField value={typed} onChange={setTyped} state={searchOf(typed).state} />
      <LevelFilter level={level} levels={on} onChange={show} />
      <Members
        // Another filter is another list, which is read from its top.
        key={`${level} ${asked}`}
        level={level}
        search={asked}
        onClear={() => setTyped('')}
      />
    </section>
  );
}

interface MembersProps {
  level: Level | undefined;
  search: string | undefined;
  onClear: () => void;
}

function Members({ level, search, onClear }: MembersProps) {
  const members = useList(membersQuery({ ...(level && { level }), ...(search !== undefined && { search }) }));
  const { pages, error } = members;
  const rows = pages?.flatMap(({ items }) => items);
  if (error && isRefusal(error, 'forbidden') && level) return <LevelOff level={level} />;
  if (error) return <FailedView message={errorText(error)} onRetry={members.refetch} />;
  return (
    <>
      <Announcement rows={rows?.length} list={members} />
      {!rows ? (
        <div className="animate-late">
          <MemberSkeletons rows={6} />
        </div>
      ) : rows.length === 0 ? (
        <NoMembers level={level} searched={search !== undefined} onClear={onClear} />
      ) : (
        <>
          <MemberList
            rows={rows}
            more={members.hasMore}
            onMore={members.more}
            withLevel={level === undefined}
          />
          <ListEnd list={members} skeleton={<MemberSkeletons rows={2} />} />
        </>
      )}
    </>
  );
}

/** Says aloud what a filter has brought. */
function Announcement({ rows, list }: { rows: number | undefined; list: Pick<List, 'hasMore'> }) {
  const { t } = useLingui();
  return (
    <p role="status" className="sr-only">
      {rows === undefined ? (
        t`Loading`
      ) : list.hasMore ? (
        <Trans>The newest members are shown.</Trans>
      ) : (
        <Plural value={rows} one="# member" other="# members" />
      )}
    </p>
  );
}

function LevelOff({ level }: { level: Level }) {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon="invite"
        title={t`Level ${level} is switched off here`}
        action={{ label: t`Show all members`, onClick: () => show(undefined) }}
      >
        <Trans>Its members are not counted and bring nothing.</Trans>
      </EmptyState>
    </Card>
  );
}
