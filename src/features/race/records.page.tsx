// The account's races, newest first: bets, champion, payout, profit or loss. Each row opens the race's result.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { errorText } from '#api/errors.ts';
import { onTopic } from '#api/events.ts';
import { go } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { configQuery, recordsQuery } from './race.queries.ts';
import { RecordRow } from './record-row.tsx';

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return <Body overlap={false}>{signedIn ? <Records /> : <Guest />}</Body>;
}

const Guest = () => (
  <AskToConnect>
    <Trans>Your races are shown once your wallet is connected.</Trans>
  </AskToConnect>
);

function Records() {
  const { t } = useLingui();
  const config = useQuery(configQuery());
  const records = useInfiniteQuery(recordsQuery());
  const away = useAway(records);
  const asOf = away ? records.data?.pages[0]?.asOf : undefined;
  const rows = records.data?.pages.flatMap(({ items }) => items);
  const waiting = rows?.some(({ state }) => state === 'open' || state === 'closed' || state === 'drawing');
  // Stakes of others move the race too: only a race that still waits for its result is worth asking again for.
  useEffect(
    () => (waiting ? onTopic('race', () => void stale('GET /api/game/record')) : undefined),
    [waiting],
  );
  if (!rows || !config.data) {
    const failed = [records, config].find((each) => each.isError && !each.data);
    return failed ? (
      <FailedView
        message={errorText(failed.error)}
        onRetry={() => void Promise.all([records.refetch(), config.refetch()])}
      />
    ) : (
      <div role="status" aria-label={t`Loading`} className="grid animate-late gap-3">
        {['one', 'two', 'three', 'four'].map((key) => (
          <Skeleton key={key} className="h-30 rounded-card" />
        ))}
      </div>
    );
  }
  const { lanes } = config.data;
  if (rows.length === 0)
    return (
      <>
        {asOf !== undefined && <AsOf asOf={asOf} />}
        <Card>
          <EmptyState
            icon="race"
            title={t`No races yet`}
            action={{ label: t`To the race`, onClick: () => void go('/pages/main/index') }}
          >
            <Trans>Every race you bet on is listed here with its result, from its first minute.</Trans>
          </EmptyState>
        </Card>
      </>
    );
  return (
    <>
      {asOf !== undefined && <AsOf asOf={asOf} />}
      <ul aria-label={t`My races`} className="m-0 grid list-none gap-3 p-0 min-[720px]:grid-cols-2">
        {rows.map((race) => (
          <RecordRow key={race.round} race={race} lanes={lanes} />
        ))}
      </ul>
      {records.hasNextPage && (
        <More
          failed={
            records.isFetchNextPageError && !records.isFetchingNextPage ? errorText(records.error) : undefined
          }
          busy={records.isFetchingNextPage}
          onMore={() => void records.fetchNextPage({ cancelRefetch: false })}
        >
          <Trans>Show older races</Trans>
        </More>
      )}
    </>
  );
}
