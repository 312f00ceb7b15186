// Announcements, newest first, all of them or those that match a search. Without a network, cached ones are listed and
// searched.
import { useNextPage } from '#api/next-page.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { go, useParam } from '#lib/navigate.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Button } from '#ui/button.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { Picture } from '#ui/picture.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { ListPane, TwoPanes } from '#ui/two-panes.tsx';
import { useDesktop } from '#ui/wide.ts';
import { type ArticleRow, listQuery } from './content.queries.ts';
import { markAllRead, useUnread } from './marks.ts';
import { keepPictures } from './pictures.ts';
import { LONGEST_SEARCH, searchWords } from './search.rules.ts';
import { useLanguage } from './use-language.ts';
import { addressOf, publishedText } from './content.rules.ts';

// The announcements of the list, its placeholders, and its empty state.

/** The announcement opened last, whose picture moves to its text and back. */
const openedAtom = atom('');

interface ArticleCardProps {
  article: ArticleRow;
  unread: boolean;
  large: boolean;
  place: ListPlace;
}

/** Where the list is: on its own page, or beside an announcement or its placeholder. */
interface ListPlace {
  pane: boolean;
  chosen: string | undefined;
  search: string;
}

/** An announcement in the list: the newest large, the others with a small picture; unread ones stand out. */
function ArticleCard({ article, unread, large, place: { pane, chosen, search } }: ArticleCardProps) {
  const { i18n } = useLingui();
  const { id, lang, title, summary, cover, publishedAt } = article;
  const [opened, setOpened] = useAtom(openedAtom);
  const time = publishedText(publishedAt, i18n.locale, useNow(60_000));
  return (
    <li className={cx('min-w-0', large && '@min-[680px]:col-span-2')}>
      <PageLink
        to={addressOf({ chosen: id, search: pane ? search : '' })}
        lang={lang}
        aria-current={chosen === id || undefined}
        onClick={() => setOpened(id)}
        className={cx(
          'flex h-full overflow-hidden rounded-card bg-white text-ink aria-[current]:bg-amber-wash no-underline shadow-card transition-transform duration-press active:scale-[0.99]',
          large ? 'flex-col @min-[680px]:flex-row' : 'gap-3.5 p-3.5',
        )}
      >
        <Picture
          src={cover}
          alt=""
          first={large}
          className={cx(
            large
              ? 'w-full shrink-0 @min-[680px]:w-120'
              : 'w-28 max-w-[36%] shrink-0 self-start rounded-xl max-[359px]:w-20 @min-[680px]:w-36',
            // Beside a text, the text's picture has the name instead.
            opened === id && chosen === undefined && '[view-transition-name:article]',
          )}
        />
        <span className={cx('flex min-w-0 grow flex-col', large && 'p-4 @min-[680px]:p-6')}>
          <span
            className={cx(
              'text-pretty',
              unread ? 'font-bold' : 'font-medium',
              large
                ? 'text-lg leading-snug @min-[680px]:text-lg'
                : 'line-clamp-3 text-base leading-snug wrap-anywhere',
            )}
          >
            {unread && (
              <>
                <span className="mr-1.5 inline-block size-2.5 -translate-y-px rounded-full bg-amber" />
                <span lang={i18n.locale} className="sr-only">
                  <Trans>Unread:</Trans>{' '}
                </span>
              </>
            )}
            {title}
          </span>
          <span
            className={cx(
              'mt-1 text-muted text-pretty',
              large ? 'line-clamp-4 text-base' : 'line-clamp-2 text-sm leading-normal',
            )}
          >
            {summary}
          </span>
          <time dateTime={publishedAt} lang={i18n.locale} className="mt-auto pt-2 text-xs text-muted">
            {time}
          </time>
        </span>
      </PageLink>
    </li>
  );
}

interface ListProps {
  rows: ArticleRow[];
  place: ListPlace;
  /** The rows shown are from the previous search. */
  busy: boolean;
}

function ArticleList({ rows, place, busy }: ListProps) {
  const { search, chosen, pane } = place;
  const { t } = useLingui();
  const isUnread = useUnread();
  const count = rows.length;
  if (count === 0 && !busy) return search ? <NothingFound words={search} chosen={chosen} /> : <NothingYet />;
  return (
    <>
      {search && !busy && (
        <p role="status" className="sr-only">
          <Plural value={count} one="# announcement found" other="# announcements found" />
        </p>
      )}
      <ul
        aria-label={t`Announcements`}
        aria-busy={busy}
        className={cx(
          'm-0 grid list-none gap-3 p-0 transition-opacity @min-[680px]:grid-cols-2',
          busy && 'opacity-50',
        )}
      >
        {rows.map((article, at) => (
          <ArticleCard
            key={article.id}
            article={article}
            unread={isUnread(article)}
            large={at === 0 && search === '' && !pane}
            place={place}
          />
        ))}
      </ul>
    </>
  );
}

const NothingYet = () => (
  <Card>
    <EmptyState icon="notice" title={<Trans>No announcements yet</Trans>}>
      <Trans>News and guides will be here.</Trans>
    </EmptyState>
  </Card>
);

function NothingFound({ words, chosen }: { words: string; chosen: string | undefined }) {
  const { t } = useLingui();
  return (
    <Card>
      <div role="status">
        <EmptyState
          icon="search"
          title={t`Nothing found for “${words}”`}
          action={{ label: t`Show all announcements`, onClick: () => void searchFor('', chosen) }}
        >
          <Trans>Try a shorter or different word.</Trans>
        </EmptyState>
      </div>
    </Card>
  );
}

function ListLoading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid animate-late gap-3">
      <div className="overflow-hidden rounded-card bg-white shadow-card">
        <Skeleton className="aspect-video w-full rounded-none" />
        <Skeleton className="m-4 h-5 w-3/5" />
        <Skeleton className="m-4 h-4 w-4/5" />
      </div>
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className="flex gap-3.5 rounded-card bg-white p-3.5 shadow-card">
          <Skeleton className="aspect-video w-28 shrink-0" />
          <div className="grow">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="mt-3 h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Replaces the previous search: going back leaves the list instead of undoing one letter. */
const searchFor = (search: string, chosen?: string): Promise<void> =>
  go(addressOf({ search, chosen }), { replace: true });

function List({ pane = false, chosen }: { pane?: boolean; chosen?: string }) {
  const { t } = useLingui();
  const search = searchWords(useParam('search') ?? '');
  const list = useInfiniteQuery(listQuery(useLanguage(), search));
  const next = useNextPage(list);
  const away = useAway(list);
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const asOf = list.data?.pages[0]?.asOf;
  useEffect(() => {
    keepPictures(list.data?.pages[0]?.items.map(({ cover }) => cover) ?? []);
  }, [list.data]);
  return (
    <>
      <div className="flex gap-2">
        <SearchField
          label={t`Search announcements`}
          search={search}
          longest={LONGEST_SEARCH}
          wordsIn={searchWords}
          onSearch={(words) => void searchFor(words, chosen)}
          busy={list.isPlaceholderData}
        />
        <AllRead rows={rows ?? []} />
      </div>
      {away && asOf !== undefined && (
        <AsOf asOf={asOf}>
          {search ? (
            <Trans>Only saved announcements were searched.</Trans>
          ) : (
            <Trans>You can open saved ones.</Trans>
          )}
        </AsOf>
      )}
      {rows ? (
        <ArticleList rows={rows} place={{ pane, chosen, search }} busy={list.isPlaceholderData} />
      ) : list.isError ? (
        <Absent of={list} />
      ) : (
        <ListLoading />
      )}
      {list.hasNextPage && (
        <More failed={next.failed} busy={next.busy} onMore={next.ask}>
          <Trans>Show older</Trans>
        </More>
      )}
    </>
  );
}

/** The list beside an announcement. */
export const ArticlePane = ({ chosen }: { chosen?: string }) => (
  <ListPane>
    <List pane chosen={chosen} />
  </ListPane>
);

export function Page() {
  const { t } = useLingui();
  const desktop = useDesktop();
  return (
    <Body overlap={false}>
      {desktop ? (
        <TwoPanes list={<ArticlePane />} label={t`Announcement`}>
          <p className="m-0 grid min-h-80 place-items-center rounded-card border border-dashed border-line p-6 text-center text-muted">
            <Trans>Choose an announcement to read it here.</Trans>
          </p>
        </TwoPanes>
      ) : (
        <div className="@container grid gap-3">
          <List />
        </div>
      )}
    </Body>
  );
}

/** Beside the search, and present from the start, so that what follows does not move. */
function AllRead({ rows }: { rows: ArticleRow[] }) {
  const { t } = useLingui();
  const isUnread = useUnread();
  return (
    <Button
      look="secondary"
      title={t`Mark all as read`}
      icon="check"
      disabled={!rows.some(isUnread)}
      onClick={() => void markAllRead(rows)}
      className="shrink-0 @max-[680px]:px-3.5"
    >
      <span className="@max-[680px]:sr-only">
        <Trans>Mark all as read</Trans>
      </span>
    </Button>
  );
}
