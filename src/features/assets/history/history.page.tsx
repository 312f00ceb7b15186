// Fund history: every record of the account, filtered and searched, with details and an export.
import type { I18n } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { useMoney } from '#features/assets/money.ts';
import { CATEGORY_NAMES } from '#features/assets/record-words.ts';
import { go, useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { localDay } from '#lib/day.ts';
import { serverNow, timeWithin } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { HideButton } from '#ui/hide-button.tsx';
import { Body } from '#ui/hero.tsx';
import { useNow } from '#ui/now.ts';
import { SearchField } from '#ui/search-field.tsx';
import { EmptyState } from '#ui/views.tsx';
import { ExportSheet } from './export-sheet.tsx';
import { Filters } from './filters.tsx';
import { addressOf, type Choice, choiceOf, filterOf, inRows } from './history.rules.ts';
import { Records, SearchHint } from './records.tsx';
import { type Asked, askedBy } from './search-words.ts';
import { LONGEST_SEARCH, searchWords } from './search.text.ts';
import { periodText } from './times.ts';
import { type History as Loaded, useHistory } from './use-history.ts';

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  const choice = choiceOf({
    category: useParam('category'),
    coin: useParam('coin'),
    period: useParam('period'),
    from: useParam('from'),
    to: useParam('to'),
    search: useParam('search'),
  });
  if (signedIn) return <History choice={choice} />;
  return (
    <Body overlap={false}>
      <AskToConnect>
        <Trans>Connect your wallet to see your activity.</Trans>
      </AskToConnect>
    </Body>
  );
}

function History({ choice }: { choice: Choice }) {
  const { t, i18n } = useLingui();
  const assets = useQuery(assetsQuery());
  const listed = assets.data?.items;
  const { search = '' } = choice;
  // Whatever makes the search impossible, the list behind it is the unfiltered one.
  const asked: Asked | undefined =
    search === '' ? { search: undefined } : listed && askedBy(search, listed, i18n);
  const today = localDay(serverNow());
  const filter = asked && 'search' in asked ? filterOf(choice, asked.search, today) : {};
  const history = useHistory(filter);
  const { away } = history;
  const money = useMoney(away);
  const [exporting, setExporting] = useState(false);
  const sticky = useRef<HTMLDivElement>(null);
  const height = useHeight(sticky);
  const asOf = history.pages?.[0]?.asOf;
  const show = (next: Choice) => void go(addressOf(next), { replace: true });
  const clear = () => show({});
  const startExport = () => {
    if (away) toast(t`Exporting needs a connection.`);
    else setExporting(true);
  };
  const what = wordsOf(choice, i18n);
  return (
    <>
      <div
        className="frame pad-safe pb-[calc(env(safe-area-inset-bottom)+96px)]"
        style={{ '--filters': `${height}px` } as CSSProperties}
      >
        <div className="flex flex-wrap items-center gap-1 pt-3">
          <p className="m-0 min-w-0 grow basis-[5rem] text-sm text-balance text-muted lg:order-2 lg:text-right">
            {asOf && !away && <Time iso={asOf} />}
          </p>
          <div className="flex flex-wrap items-center gap-1 lg:order-3">
            <HideButton />
            <IconButton
              icon="refresh"
              label={t`Refresh`}
              aria-busy={history.busy}
              onClick={history.refresh}
            />
            <Button
              look="secondary"
              size="sm"
              icon="download"
              className="ml-1 whitespace-nowrap"
              onClick={startExport}
            >
              <Trans>Export</Trans>
            </Button>
          </div>
          <div className="mt-2 flex basis-full lg:order-1 lg:mt-0 lg:mr-4 lg:max-w-100 lg:grow lg:basis-0">
            <SearchField
              label={t`Search activity`}
              search={search}
              longest={LONGEST_SEARCH}
              wordsIn={searchWords}
              onSearch={(words) => {
                const { search: _, ...others } = choice;
                show({ ...others, ...(words !== '' && { search: words }) });
              }}
              busy={search !== '' && history.newest.isFetching}
            />
          </div>
        </div>
        {away && asOf && (
          <div className="pt-3">
            <AsOf asOf={asOf}>
              <Trans>Newer activity shows up later.</Trans>
            </AsOf>
          </div>
        )}
        <div
          ref={sticky}
          className="sticky top-[calc(env(safe-area-inset-top)+14*var(--spacing))] z-10 bg-page"
        >
          <Filters {...{ choice, today }} coins={listed?.map(({ coin }) => coin) ?? []} onChange={show} />
        </div>
        {asked && !('search' in asked) ? (
          <NotAsked asked={asked} onClear={clear} />
        ) : (
          <>
            <Announcement of={what} history={history} />
            <Records
              // Another filter is another list, which starts at its top.
              key={addressOf(choice)}
              choice={choice}
              // Without the list of coins, it is unknown what is being searched for.
              history={asked ? history : { ...history, pages: undefined, newest: assets }}
              onClear={clear}
              onDeposit={() => money('deposit')}
            />
          </>
        )}
      </div>
      <ExportSheet open={exporting} onClose={() => setExporting(false)} filter={filter} what={what} />
    </>
  );
}

/** How tall an element is: headings below it stick under it. */
function useHeight(area: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(60);
  useLayoutEffect(() => {
    const node = area.current;
    if (!node) return;
    const watch = new ResizeObserver(() => setHeight(node.offsetHeight));
    watch.observe(node);
    return () => watch.disconnect();
  }, [area]);
  return height;
}

/** A choice as text: "Swap, BTC, 7 days, “12”". */
const wordsOf = ({ category, coin, search, ...days }: Choice, i18n: I18n): string =>
  [category && i18n._(CATEGORY_NAMES[category]), coin, periodText(days, i18n.locale), search && `“${search}”`]
    .filter(Boolean)
    .join(', ');

interface NotAskedProps {
  asked: { unknown: string } | { problem: string };
  onClear: () => void;
}

/** A search that cannot find anything, and what to type instead. */
function NotAsked({ asked, onClear }: NotAskedProps) {
  const { t } = useLingui();
  const words = 'unknown' in asked ? asked.unknown : '';
  return (
    <Card>
      <div role="status">
        <EmptyState
          icon="search"
          title={'problem' in asked ? asked.problem : t`Nothing found for “${words}”`}
          action={{ label: t`Clear filters`, onClick: onClear }}
        >
          <SearchHint />
        </EmptyState>
      </div>
    </Card>
  );
}

/** Announces the result of a filter. */
function Announcement({ of, history: { pages, hasMore } }: { of: string; history: Loaded }) {
  const { t } = useLingui();
  const what = of || t({ message: 'All', context: 'every category' });
  const count = inRows(pages?.flatMap(({ items }) => items) ?? []).length;
  return (
    <p role="status" className="sr-only">
      {pages &&
        (hasMore ? (
          <Trans>{what}: newest first</Trans>
        ) : (
          <>
            {what}: <Plural value={count} one="# entry" other="# entries" />
          </>
        ))}
    </p>
  );
}

function Time({ iso }: { iso: string }) {
  const { i18n } = useLingui();
  const time = timeWithin(iso, i18n.locale, useNow(15_000));
  return <Trans>As of {time}</Trans>;
}
