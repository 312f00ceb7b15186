// The result of a race: its ranking with the champion, the account's part in it, the round's figures, and the proof.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { DRAW_VOID_HOURS } from '#rules/figures.ts';
import { raceTimes } from '#rules/race.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { raceId } from '#draws/rounds.ts';
import { go } from '#lib/navigate.ts';
import type { PopupProps } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { timeText } from '#lib/time.ts';
import { useCounted } from '#lib/use-counted.ts';
import { Button } from '#ui/button.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { tellError } from '#api/act.ts';
import { cachedLong } from '#api/queries.ts';
import { useStill } from '#ui/still.ts';
import { roundSeen, watchedAtom } from './awaited.ts';
import { newestQuery, recordsQuery, resultQuery, speedQuery } from './race.queries.ts';
import { ResultDetails } from './result-details.tsx';
import { type Lane, type RaceRecord, standing } from './race.rules.ts';
import { raceTime } from './race.words.ts';
import { BetList } from './bet-terms.tsx';
import { Track } from './track.tsx';

interface ReplayProps {
  lanes: readonly Lane[];
  round: number;
  ranking: readonly number[];
  onEnd: () => void;
}

/** A replay of a race inside its result sheet; it ends immediately if motion is reduced. */
function Replay({ lanes, round, ranking, onEnd }: ReplayProps) {
  const still = useStill();
  const speed = useQuery(speedQuery(round));
  const { error } = speed;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' }), []);
  useEffect(() => {
    if (error) tellError(error);
    if (error || still) onEnd();
  }, [error, still, onEnd]);
  return (
    <div ref={box} className="mb-4 rounded-card bg-[#0b0e14] px-4 py-3 text-white">
      <Track
        lanes={lanes}
        run={still ? undefined : speed.data}
        places={still ? standing(ranking) : new Map()}
        ranking={null}
        onEnd={onEnd}
        skipped={false}
      />
    </div>
  );
}

interface UnsettledProps {
  own: RaceRecord | undefined;
  lanes: readonly Lane[];
}

/** The result sheet of a race without a result: still open, being drawn, void, or without bets. */
function Unsettled({ own, lanes }: UnsettledProps) {
  return (
    <>
      {own?.state === 'void' ? (
        <EmptyState icon="refund" title={<Trans>This race is void</Trans>}>
          <Trans>
            It couldn't be drawn within {DRAW_VOID_HOURS} hours. Your bet is back and doesn't count toward
            your limit.
          </Trans>
        </EmptyState>
      ) : own ? (
        <EmptyState icon="clock" title={<Trans>This race is not drawn yet</Trans>}>
          <Trans>We'll show the result here once the chain has its block.</Trans>
        </EmptyState>
      ) : (
        <EmptyState icon="race" title={<Trans>No result</Trans>}>
          <Trans>It isn't drawn yet, it was void, or nobody bet on it.</Trans>
        </EmptyState>
      )}
      {own && <BetList lanes={lanes} bets={own.bets} />}
    </>
  );
}

/** The account's entry in a race: from the records already loaded, or from the newest ones. */
function useOwnRace(round: number, enabled: boolean): RaceRecord | undefined {
  const client = useQueryClient();
  const newest = useQuery({ ...newestQuery(), enabled });
  if (!enabled) return undefined;
  const listed = client.getQueryData(recordsQuery().queryKey)?.pages.flatMap(({ items }) => items) ?? [];
  const known = newest.data?.items ?? [];
  return [...known, ...listed].find((race) => race.round === round);
}

export function Popup({ open, onClose, input: { round } }: PopupProps<'raceResult'>) {
  const { i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const config = useQuery({ ...cachedLong('GET /api/game/config'), enabled: open });
  const result = useQuery({ ...resultQuery(round), enabled: open });
  const own = useOwnRace(round, open && signedIn);
  const [replayed, setReplayed] = useState(false);
  useCounted(watchedAtom, open);
  const here = open && result.data !== undefined;
  useEffect(() => {
    if (here) roundSeen(round);
  }, [here, round]);
  const { data, isError, refetch } = result;
  // It was asked for before the draw.
  useEffect(() => {
    if (own?.state === 'settled' && isError) void refetch();
  }, [own?.state, isError, refetch]);
  const time = raceTime(round, i18n.locale);
  const unknown = result.isError && isRefusal(result.error, 'not_found');
  const failed = [result, config].find((each) => each.isError && !each.data);
  return (
    <Sheet
      open={open}
      onClose={() => {
        setReplayed(false);
        onClose();
      }}
      title={<Trans>Race at {time}</Trans>}
      description={timeText(raceTimes(round).drawsAt, i18n.locale)}
      actions={
        data && (
          <>
            <Button
              look="ghost"
              wide
              onClick={() => void go(`/pages/main/result?round=${raceId(round)}`).finally(onClose)}
            >
              <Trans>Check this draw</Trans>
            </Button>
            <Button look="secondary" wide disabled={replayed} onClick={() => setReplayed(true)}>
              <Trans>Replay</Trans>
            </Button>
          </>
        )
      }
    >
      {data && config.data ? (
        <>
          {replayed && (
            <Replay
              lanes={config.data.lanes}
              round={round}
              ranking={data.ranking}
              onEnd={() => setReplayed(false)}
            />
          )}
          <ResultDetails result={data} own={own} />
        </>
      ) : unknown ? (
        <Unsettled own={own} lanes={config.data?.lanes ?? []} />
      ) : failed ? (
        <FailedView
          message={errorText(failed.error)}
          onRetry={() => void Promise.all([result.refetch(), config.refetch()])}
        />
      ) : (
        <SkeletonCard lines={9} />
      )}
    </Sheet>
  );
}
