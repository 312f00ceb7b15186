// What became of a race: its ranking with the champion, the account's part in it, the round's figures, and what proves it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { raceTimes } from '#rules/race.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { raceId } from '#draws/rounds.ts';
import { go } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { timeText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { roundSeen } from './draft.ts';
import { configQuery, resultQuery } from './race.queries.ts';
import { Replay } from './replay.tsx';
import { ResultDetails } from './result-details.tsx';
import { Unsettled } from './unsettled.tsx';
import { useOwnRace } from './use-own-race.ts';
import { useWatching } from './use-watching.ts';

interface PopupProps {
  open: boolean;
  onClose: () => void;
  input: { round: number };
}

export function Popup({ open, onClose, input: { round } }: PopupProps) {
  const { i18n } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const config = useQuery({ ...configQuery(), enabled: open });
  const result = useQuery({ ...resultQuery(round), enabled: open });
  const own = useOwnRace(round, open && signedIn);
  const [replayed, setReplayed] = useState(false);
  useWatching(open);
  const here = open && result.data !== undefined;
  useEffect(() => {
    if (here) roundSeen(round);
  }, [here, round]);
  const { data } = result;
  const unknown = result.isError && isRefusal(result.error, 'not_found');
  const failed = [result, config].find((each) => each.isError && !each.data);
  return (
    <Sheet
      open={open}
      onClose={() => {
        setReplayed(false);
        onClose();
      }}
      title={<Trans>Race {round}</Trans>}
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
        <Unsettled round={round} own={own} lanes={config.data?.lanes ?? []} />
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
