// The account's races, newest first: bets, champion, payout, profit or loss. Each row opens the race's result.
import { useNextPage } from '#api/next-page.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { changedByOthers } from '#api/changes.ts';
import { onTopic } from '#api/events.ts';
import { cachedLong } from '#api/queries.ts';
import { go } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { raceTimes } from '#rules/race.ts';
import { openPopup } from '#lib/popups.ts';
import { timeText } from '#lib/time.ts';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Icon } from '#ui/icon.tsx';
import { useOwn } from '#ui/figure.ts';
import { recordsQuery } from './race.queries.ts';
import { Profit } from './profit.tsx';
import type { Lane, RaceRecord } from './race.rules.ts';
import { STATE_NAMES, STATE_TONES } from './race.words.ts';

interface RowProps {
  race: RaceRecord;
  lanes: readonly Lane[];
}

/** One of the account's races: when, the stakes by lane, who won, and the outcome. */
function RecordRow({ race, lanes }: RowProps) {
  const { t, i18n } = useLingui();
  const own = useOwn();
  const { round, bets, stake, champion, payout, profit, state } = race;
  // Without the rules, nothing says which coin runs in which lane.
  const coinOf = (lane: number | null) =>
    lanes.find((each) => each.lane === lane)?.coin ?? t`Lane ${String(lane)}`;
  const winner = coinOf(champion);
  const staked = own.plain(stake);
  const paid = own.plain(payout);
  return (
    <li className="rounded-card bg-white shadow-card [contain-intrinsic-size:auto_122px] [content-visibility:auto]">
      <button
        type="button"
        onClick={() => openPopup('raceResult', { round })}
        className="flex h-full w-full flex-col rounded-card p-4 text-left hover:bg-wash active:bg-wash"
      >
        <span className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="figures shrink-0 font-semibold">
            {timeText(raceTimes(round).drawsAt, i18n.locale)}
          </span>
          <span className="flex grow items-center justify-end gap-1">
            {state === 'settled' ? (
              <span className="text-right text-base font-semibold">
                <Profit amount={profit} max={4} />
              </span>
            ) : (
              <Tag key={state} tone={STATE_TONES[state]}>
                {i18n._(STATE_NAMES[state])}
              </Tag>
            )}
            <Icon name="next" size={18} className="-mr-1 shrink-0 text-muted" />
          </span>
        </span>
        <span className="mt-2.5 flex flex-wrap gap-1.5">
          {bets.map(({ lane, amount }) => (
            <Stake key={lane} coin={coinOf(lane)} amount={own.plain(amount, 4)} won={lane === champion} />
          ))}
        </span>
        <span className="figures mt-2.5 block text-xs text-pretty text-muted">
          {state === 'settled' ? (
            <Trans>
              {winner} won · bet {staked}, paid {paid}
            </Trans>
          ) : (
            <Trans>Bet {staked}</Trans>
          )}
        </span>
      </button>
    </li>
  );
}

function Stake({ coin, amount, won }: { coin: string; amount: string; won: boolean }) {
  return (
    <span
      className={cx(
        'figures inline-flex items-center gap-1.5 rounded-full py-1 pr-2.5 pl-1 text-xs',
        won ? 'bg-malachite-wash font-semibold text-malachite' : 'bg-wash',
      )}
    >
      <CoinIcon coin={coin} size={20} />
      <span>
        {coin} {amount}
      </span>
      {won && (
        <span className="sr-only">
          <Trans>Champion</Trans>
        </span>
      )}
    </span>
  );
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return <Body overlap={false}>{signedIn ? <Records /> : <Guest />}</Body>;
}

const Guest = () => (
  <AskToConnect bare>
    <Trans>Connect your wallet to see your races.</Trans>
  </AskToConnect>
);

function Records() {
  const { t } = useLingui();
  const config = useQuery(cachedLong('GET /api/game/config'));
  const records = useInfiniteQuery(recordsQuery());
  const next = useNextPage(records);
  const away = useAway(records);
  const asOf = away ? records.data?.pages[0]?.asOf : undefined;
  const rows = records.data?.pages.flatMap(({ items }) => items);
  const waiting = rows?.some(({ state }) => state === 'open' || state === 'closed' || state === 'drawing');
  // Other people's stakes cause race events too, so only a race waiting for its result is worth refetching.
  useEffect(
    () => (waiting ? onTopic('race', () => changedByOthers(['GET /api/game/record'])) : undefined),
    [waiting],
  );
  if (!rows && records.isError) return <Absent of={records} />;
  if (!rows || config.isPending)
    return (
      <div role="status" aria-label={t`Loading`} className="grid animate-late gap-3">
        {['one', 'two', 'three', 'four'].map((key) => (
          <Skeleton key={key} className="h-30 rounded-card" />
        ))}
      </div>
    );
  const lanes = config.data?.lanes ?? [];
  if (rows.length === 0)
    return (
      <>
        {asOf !== undefined && <AsOf asOf={asOf} />}
        <Card>
          <EmptyState
            icon="race"
            title={t`No races yet`}
            action={{ label: t`Go to race`, onClick: () => void go('/pages/main/index') }}
          >
            <Trans>Bet on a race and it shows up here.</Trans>
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
        <More failed={next.failed} busy={next.busy} onMore={next.ask}>
          <Trans>Show older races</Trans>
        </More>
      )}
    </>
  );
}
