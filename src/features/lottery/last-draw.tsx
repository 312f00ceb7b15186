// The last round with a guess: drums that turn to the drawn digits, the account's guesses compared with them, what was
// won, and how to check it.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DRAW_VOID_HOURS } from '#rules/figures.ts';
import { dayText } from '#lib/day.ts';
import { openAdit, useFigure, usualDecimals } from '#ui/figure.ts';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { DrumView } from '#ui/drum-view.tsx';
import { GuessList } from './guess-list.tsx';
import { type Digits, type Lottery, proofAddress } from './lottery.rules.ts';
import { roundQuery } from './lottery.queries.ts';
import { digitsText } from './lottery.words.ts';
import { LotteryHash } from './lottery-hash.tsx';

const PLACES = ['first', 'second', 'third'] as const;

/** Two full turns before the digit, each drum a little later. */
const WHOLE_TURNS = 20;
const LATER_MS = 250;
const TURN_MS = 1400;

/** Three small drums that turn to the drawn digits once these are known. Decorative: the parent states them as text. */
function DrawnDrums({ drawn }: { drawn: Digits | null }) {
  const [turning, setTurning] = useState(false);
  const known = drawn !== null;
  useEffect(() => {
    if (!known) return;
    const frame = requestAnimationFrame(() => setTurning(true));
    return () => cancelAnimationFrame(frame);
  }, [known]);
  return (
    <div aria-hidden="true" className="mx-auto grid max-w-75 grid-cols-3 gap-2.5">
      {PLACES.map((place, at) => (
        <DrumView
          key={place}
          size="small"
          turn={turning ? (drawn?.[at] ?? 0) + WHOLE_TURNS : 0}
          ms={turning ? TURN_MS : 0}
          delay={at * LATER_MS}
          empty={!known}
        />
      ))}
    </div>
  );
}

type Previous = NonNullable<Lottery['previous']>;

export function LastDraw({ previous }: { previous: Previous }) {
  const { t, i18n } = useLingui();
  const { round, state, drawn } = previous;
  return (
    <Card
      title={t`Last draw`}
      aside={<span className="figures text-xs text-muted">{dayText(round, i18n.locale)}</span>}
    >
      <div aria-live="polite">
        <DrawnDrums key={round} drawn={drawn} />
        <p className="m-0 mt-3 text-sm text-pretty">
          {state === 'drawing' ? (
            <Trans>Waiting for the block that decides. You don't have to stay.</Trans>
          ) : state === 'void' ? (
            <Trans>
              Void: it couldn't be drawn within {DRAW_VOID_HOURS} hours. Paid guesses were refunded, the rest
              rolled over.
            </Trans>
          ) : (
            <Outcome previous={previous} />
          )}
        </p>
      </div>
      <Mine previous={previous} />
      {state === 'settled' && <Proof round={round} />}
    </Card>
  );
}

/** The drums are a picture, so the digits are stated here. */
function Outcome({ previous: { drawn, winners, share } }: { previous: Previous }) {
  const { i18n } = useLingui();
  const each = openAdit(share, i18n.locale, usualDecimals(share));
  const figures = drawn ? digitsText(drawn) : '';
  return (
    <>
      <span className="sr-only">
        <Trans>Drawn: {figures}.</Trans>{' '}
      </span>
      {winners === 0 ? (
        <Trans>Nobody won. The pool rolled over.</Trans>
      ) : (
        <Plural value={winners} one={`# guess won ${each}.`} other={`# guesses won ${each} each.`} />
      )}
    </>
  );
}

/** The account's guesses of that round, with hits marked, and what they won. */
function Mine({ previous: { myGuesses, myReward, drawn, state } }: { previous: Previous }) {
  const { t } = useLingui();
  const figure = useFigure();
  if (myGuesses.length === 0) return null;
  const won = myReward !== '0';
  return (
    <div className="mt-3 border-t border-line pt-3">
      <GuessList guesses={myGuesses} drawn={drawn} label={t`Your guesses in the last round`} />
      {state === 'settled' && (
        <div className="mt-2">
          <Facts>
            <Fact label={<Trans>Your prize</Trans>}>
              {won ? <span className="text-malachite">+{figure(myReward)}</span> : <Trans>None</Trans>}
            </Fact>
          </Facts>
        </div>
      )}
      {state === 'drawing' && (
        <p className="m-0 mt-2">
          <Tag tone="amber">
            <Trans>Being drawn</Trans>
          </Tag>
        </p>
      )}
    </div>
  );
}

/** The hash is only requested when somebody wants to see it. */
function Proof({ round }: { round: string }) {
  const [wanted, setWanted] = useState(false);
  const found = useQuery({ ...roundQuery(round), enabled: wanted });
  const hash = found.data?.items[0]?.hash;
  return (
    <details
      className="group mt-2 border-t border-line"
      onToggle={(event) => {
        if (event.currentTarget.open) setWanted(true);
      }}
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between text-sm font-semibold">
        <Trans>How it was drawn</Trans>
        <Icon name="down" size={18} className="text-muted transition-transform group-open:rotate-180" />
      </summary>
      {found.isError && !hash ? null : <LotteryHash hash={hash ?? undefined} />}
      <LinkButton to={proofAddress(round)} className="mt-3">
        <Trans>Check this draw</Trans>
      </LinkButton>
    </details>
  );
}
