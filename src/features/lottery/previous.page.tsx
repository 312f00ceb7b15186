// Finished rounds of the lottery, newest first: what was drawn, where the pool came from and where it went.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { go } from '#lib/navigate.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card } from '#ui/card.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { roundsQuery } from './lottery.queries.ts';
import { RoundRow } from './round-row.tsx';
import { useLottery } from './use-lottery.ts';

export function Page() {
  const { off } = useLottery();
  const rounds = useInfiniteQuery(roundsQuery());
  const away = useAway(rounds);
  const asOf = away ? rounds.data?.pages[0]?.asOf : undefined;
  const rows = rounds.data?.pages.flatMap(({ items }) => items);
  return (
    <Body overlap={false}>
      {asOf !== undefined && <AsOf asOf={asOf} />}
      {rows === undefined ? (
        rounds.isError ? (
          <FailedView message={errorText(rounds.error)} onRetry={() => void rounds.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <Nothing off={off} />
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-line overflow-clip rounded-card bg-white p-0 shadow-card">
            {rows.map((round) => (
              <RoundRow key={round.round} round={round} />
            ))}
          </ul>
          {rounds.hasNextPage && (
            <More
              failed={
                rounds.isFetchNextPageError && !rounds.isFetchingNextPage
                  ? errorText(rounds.error)
                  : undefined
              }
              busy={rounds.isFetchingNextPage}
              onMore={() => void rounds.fetchNextPage({ cancelRefetch: false })}
            >
              <Trans>Show older rounds</Trans>
            </More>
          )}
        </>
      )}
    </Body>
  );
}

function Nothing({ off }: { off: boolean }) {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon="guess"
        title={t`No round has been drawn yet`}
        {...(!off && {
          action: { label: t`To the open round`, onClick: () => void go('/pages/guessing/index') },
        })}
      >
        <Trans>Each round is listed here once it is drawn, every day at 20:00 in Singapore.</Trans>
      </EmptyState>
    </Card>
  );
}

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

function Loading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      <div className="divide-y divide-line rounded-card bg-white shadow-card">
        {ROWS.map((row) => (
          <div key={row} className="flex h-20 items-center justify-between px-4">
            <Skeleton className="h-9 w-28" />
            <Skeleton className="h-9 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
