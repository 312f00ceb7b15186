// The second view: members by level, searchable by address. The level is in the page's address.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NEW_MEMBER_DAYS } from '#rules/figures.ts';
import { type Level, LEVELS } from '#rules/team.ts';
import { isRefusal } from '#api/errors.ts';
import { cached } from '#api/queries.ts';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { EmptyState } from '#ui/views.tsx';
import { IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { MemberList, MemberSkeletons } from './member-list.tsx';
import { membersQuery } from './team.queries.ts';
import { addressOf, isNew, type Member, type Search, searchOf } from './team.rules.ts';
import { type List, useList } from './use-list.ts';

interface NoMembersProps {
  level: Level | undefined;
  searched: boolean;
  onClear: () => void;
}

/** An empty list of members: why, and what to do. */
function NoMembers({ level, searched, onClear }: NoMembersProps) {
  const { t } = useLingui();
  if (searched)
    return (
      <Card>
        <EmptyState
          icon="search"
          title={t`Nobody found`}
          action={{ label: t`Clear the search`, onClick: onClear }}
        >
          <Trans>Check the address and try again.</Trans>
        </EmptyState>
      </Card>
    );
  const invite = {
    label: t`Invite friends`,
    onClick: () => void go(addressOf({ view: 'invite' }), { replace: true }),
  };
  return (
    <Card>
      {level === 2 || level === 3 ? (
        <EmptyState icon="invite" title={t`Nobody on level ${level} yet`}>
          {level === 2 ? (
            <Trans>Friends of your friends show up here.</Trans>
          ) : (
            <Trans>Friends of level 2 members show up here.</Trans>
          )}
        </EmptyState>
      ) : (
        <EmptyState icon="invite" title={t`Your team is empty`} action={invite}>
          <Trans>Friends who join with your link show up here.</Trans>
        </EmptyState>
      )}
    </Card>
  );
}

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  state: Search['state'];
}

/** The field to type or paste an address to search for a member. */
function SearchField({ value, onChange, state }: SearchFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange('');
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field}>
      <Field
        label={t`Find a member`}
        type="search"
        inputMode="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={60}
        placeholder="0x1234…"
        value={value}
        onChange={onChange}
        hint={t`Whole address, or its first or last four digits`}
        error={
          state === 'wrong'
            ? t`Addresses only have digits and the letters a to f.`
            : state === 'part'
              ? t`Enter the whole address, or just its first or last four digits.`
              : undefined
        }
        className="[&_input::-webkit-search-cancel-button]:hidden"
        end={
          value === '' ? (
            <Icon name="search" size={20} className="mr-3.5 shrink-0 text-faint" />
          ) : (
            <IconButton icon="close" label={t`Clear the search`} onClick={clear} className="text-muted" />
          )
        }
      />
    </div>
  );
}

interface LevelFilterProps {
  level: Level | undefined;
  /** How many levels are enabled. */
  levels: number;
  onChange: (level: Level | undefined) => void;
}

/** Which level of members is shown, as radio buttons that stay visible while scrolling. */
function LevelFilter({ level: shown, levels, onChange }: LevelFilterProps) {
  const { t } = useLingui();
  const row = useRef<HTMLDivElement>(null);
  // The one named in the address may be past the row's edge.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('label:has(:checked)');
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - row.current.offsetWidth / 2;
  }, []);
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={t`Level`}
      className="sticky top-[calc(env(safe-area-inset-top)+14*var(--spacing))] z-10 -mx-4 flex gap-2 overflow-x-auto overscroll-x-contain bg-page px-4 py-2 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
    >
      {[undefined, ...LEVELS.slice(0, levels)].map((level) => (
        <Chip key={level ?? 'all'} name="level" checked={level === shown} onChange={() => onChange(level)}>
          {level ? t`Level ${level}` : t({ message: 'All', context: 'every level of members' })}
        </Chip>
      ))}
    </div>
  );
}

interface ListEndProps {
  list: Pick<List, 'hasMore' | 'next'>;
  skeleton: ReactNode;
}

/** Below the last loaded row: more rows loading, or a failed load with a retry. */
function ListEnd({ list: { hasMore, next }, skeleton }: ListEndProps) {
  if (!hasMore) return null;
  if (next.failed === undefined) return <div className="mt-3">{skeleton}</div>;
  return (
    <Card className="mt-3">
      <TryAgain why={next.failed} onRetry={next.ask} />
    </Card>
  );
}

/** The server is asked once typing has paused this long. */
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
  const on = useQuery(cached('GET /api/index')).data?.features.teamLevels ?? 3;
  const [typed, setTyped] = useState('');
  const search = searchOf(useRested(typed));
  const asked = search.state === 'ask' ? search.search : undefined;
  if (level !== undefined && level > on) return <LevelOff level={level} />;
  return (
    <section aria-label={t`Members`} className="min-w-0">
      <SearchField value={typed} onChange={setTyped} state={searchOf(typed).state} />
      <LevelFilter level={level} levels={on} onChange={show} />
      <Members
        // Another filter is another list, which starts at its top.
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
  const now = useNow(60_000);
  if (error && isRefusal(error, 'forbidden') && level) return <LevelOff level={level} />;
  if (error) return <Absent of={members} />;
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
          {search === undefined && <Newcomers rows={rows} more={members.hasMore} now={now} />}
          <MemberList
            rows={rows}
            more={members.hasMore}
            onMore={members.next.more}
            withLevel={level === undefined}
            now={now}
          />
          <ListEnd list={members} skeleton={<MemberSkeletons rows={2} />} />
        </>
      )}
    </>
  );
}

interface NewcomersProps {
  rows: readonly Member[];
  /** There are more rows. */
  more: boolean;
  now: number;
}

/** How many of the rows, newest first, are new: possibly more than are loaded. */
function Newcomers({ rows, more, now }: NewcomersProps) {
  const days = NEW_MEMBER_DAYS;
  const count = rows.filter((member) => isNew(member, now)).length;
  const shown = more && count === rows.length ? `${count}+` : count;
  return (
    <p className="figures m-0 mb-2 px-1 text-sm text-muted">
      {count === 0 ? (
        <Trans>Nobody new in the last {days} days</Trans>
      ) : (
        <>
          <span aria-hidden="true" className="mr-1.5 inline-block size-2 rounded-full bg-amber" />
          <Trans>
            {shown} new in the last {days} days
          </Trans>
        </>
      )}
    </p>
  );
}

/** Announces the result of a filter. */
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
        <Trans>Members on this level don't count.</Trans>
      </EmptyState>
    </Card>
  );
}
