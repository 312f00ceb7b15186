// The stage: the newest race as it runs, or as it ended, with its champion in words. Betting on the open round goes on beside it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { dateText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { roundSeen } from './draft.ts';
import { useOwn } from '#ui/figure.ts';
import { useNow } from '#ui/now.ts';
import { firstRaceAt, type Lane, type Opening, type Previous, profitOf } from './race.rules.ts';
import { RankingList } from './ranking-list.tsx';
import { Track } from './track.tsx';
import { useShow } from './use-show.ts';

interface StageProps {
  lanes: readonly Lane[];
  previous: Previous | null;
  /** The round that takes bets, or has just closed. */
  race: Opening;
}

export function Stage({ lanes, previous, race }: StageProps) {
  const { t } = useLingui();
  const show = useShow(previous, race.round);
  const { ranking, running } = show;
  const seen = previous && previous.state !== 'drawing' && !running ? previous.round : null;
  useEffect(() => {
    if (seen !== null) roundSeen(seen);
  }, [seen]);
  return (
    <section
      aria-label={t`Last race`}
      className="min-w-0 rounded-card bg-[#0b0e14] p-4 text-white shadow-card"
    >
      <div className="min-h-54">
        {show.still && ranking ? (
          <RankingList lanes={lanes} ranking={ranking} />
        ) : (
          <>
            <Track
              key={`${previous?.round} ${show.key}`}
              lanes={lanes}
              run={show.run}
              places={show.places}
              ranking={ranking}
              onEnd={show.end}
              skipped={show.skipped}
            />
            {ranking && <RankingList hidden lanes={lanes} ranking={ranking} />}
          </>
        )}
      </div>
      <div
        className={cx(
          'mt-3 flex flex-wrap content-start items-center justify-between gap-x-3 gap-y-2 border-t border-white/10 pt-3',
          // As tall with its buttons as without: a race that ends moves nothing. A narrow one has a line more.
          previous && 'min-h-33 min-[360px]:min-h-28 min-[720px]:min-h-33 min-[960px]:min-h-24',
        )}
      >
        <div role="status" className="min-h-10 min-w-40 flex-1 text-sm leading-snug text-pretty">
          <Words lanes={lanes} previous={previous} race={race} running={running} />
        </div>
        {previous?.state === 'drawing' && <Waiting />}
        {previous?.state === 'settled' && (
          <span key={String(running)} className="flex gap-2">
            {running ? (
              <Small onClick={show.skip}>
                <Trans>Skip to the end</Trans>
              </Small>
            ) : (
              <>
                {!show.still && (
                  <Small onClick={show.replay}>
                    <Trans>Replay</Trans>
                  </Small>
                )}
                <Small onClick={() => openPopup('raceResult', { round: previous.round })}>
                  <Trans>Result</Trans>
                </Small>
              </>
            )}
          </span>
        )}
      </div>
    </section>
  );
}

function Waiting() {
  return (
    <span className="flex h-11 items-center gap-1.5" aria-hidden="true">
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={cx('size-2 animate-pulse-dot rounded-full bg-amber', delay)} />
      ))}
    </span>
  );
}

const Small = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button look="glass" size="sm" onClick={onClick}>
    {children}
  </Button>
);

interface WordsProps extends StageProps {
  running: boolean;
}

/** Before any race has run: what is true of the one that comes. */
function FirstRace({ race }: Pick<StageProps, 'race'>) {
  const { i18n } = useLingui();
  const now = useNow(1000);
  const { round, drawsAt } = race;
  const time = dateText(drawsAt, i18n.locale, { timeStyle: 'short' });
  switch (firstRaceAt(race, now)) {
    case 'unbet':
      return <Trans>No race has been run yet. One is drawn as soon as somebody has bet on it.</Trans>;
    case 'coming':
      return (
        <Trans>
          Race {round} starts at {time}.
        </Trans>
      );
    case 'entered':
      return (
        <Trans>
          Your bet is in. Race {round} starts at {time}.
        </Trans>
      );
    case 'drawing':
      return <Trans>Race {round} waits for the block that draws it.</Trans>;
  }
}

function Words({ lanes, previous, race, running }: WordsProps) {
  const own = useOwn();
  if (!previous)
    return (
      <span className="figures text-mist">
        <FirstRace race={race} />
      </span>
    );
  const { round, state, champion, stake } = previous;
  const coin = lanes.find(({ lane }) => lane === champion)?.coin ?? '';
  if (state === 'drawing') return <Trans>Race {round} waits for the block that draws it.</Trans>;
  if (state === 'void')
    return <Trans>Race {round} is void: it could not be drawn. Every stake went back.</Trans>;
  if (running) return <Trans>Race {round} is running.</Trans>;
  const profit = own.signed(profitOf(previous));
  return (
    <>
      <span className="block font-semibold">
        <Trans>
          {coin} is the champion of race {round}.
        </Trans>
      </span>
      {stake !== '0' && (
        <span className="figures block text-mist">
          {previous.payout === '0' ? (
            <Trans>Your bets did not win: {profit}</Trans>
          ) : (
            <Trans>Your bets on it: {profit}</Trans>
          )}
        </span>
      )}
    </>
  );
}
