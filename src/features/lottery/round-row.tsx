// A finished round: its day, digits, pool and what became of it; everything else when it is opened.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Tag } from '#ui/card.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { Icon } from '#ui/icon.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { fateOf, type Round } from './lottery.rules.ts';
import { roundText } from './lottery.words.ts';
import { RoundDetails } from './round-details.tsx';

/** A row is narrow; opened it has all digits. */
const DECIMALS = 2;

export function RoundRow({ round }: { round: Round }) {
  const { t, i18n } = useLingui();
  // Its insides are made when they are looked at.
  const [opened, setOpened] = useState(false);
  return (
    <li>
      <details
        className="group"
        onToggle={(event) => {
          if (event.currentTarget.open) setOpened(true);
        }}
      >
        <summary className="flex min-h-20 cursor-pointer list-none items-center gap-2 px-4 py-3 transition-colors hover:bg-wash focus-visible:-outline-offset-3 active:bg-wash [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 grow gap-y-1.5">
            <span className="flex items-baseline justify-between gap-3">
              <time dateTime={round.round} className="text-[15px] font-semibold">
                {roundText(round.round, i18n.locale)}
              </time>
              <span className="figures text-right text-[15px] font-semibold wrap-anywhere">
                <span className="sr-only">{t`Pool`}</span> {openAdit(round.pool, i18n.locale, DECIMALS)}
              </span>
            </span>
            <span className="flex min-h-8 items-center justify-between gap-3">
              {round.drawn ? (
                <DigitChips digits={round.drawn} tone="drawn" label={t`Drawn:`} />
              ) : (
                <span className="text-[13px] text-muted">
                  <Trans>Not drawn</Trans>
                </span>
              )}
              <Became round={round} />
            </span>
            {round.myGuesses.length > 0 && <Mine round={round} />}
          </span>
          <Icon
            name="down"
            size={18}
            className="-mr-1 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {opened && <RoundDetails round={round} />}
      </details>
    </li>
  );
}

function Became({ round }: { round: Round }) {
  const { i18n } = useLingui();
  const fate = fateOf(round);
  const each = openAdit(round.share, i18n.locale, DECIMALS);
  if (fate === 'void')
    return (
      <Tag tone="bad">
        <Trans>Void</Trans>
      </Tag>
    );
  return (
    <span className="figures text-right text-[13px] text-muted">
      {fate === 'idle' ? (
        <Trans>No guesses</Trans>
      ) : fate === 'rolled' ? (
        <Trans>Nobody won</Trans>
      ) : (
        <Plural value={round.winners} one={`# winner: ${each}`} other={`# winners: ${each} each`} />
      )}
    </span>
  );
}

function Mine({ round: { myGuesses, myReward, state } }: { round: Round }) {
  const figure = useFigure();
  return (
    <span className="figures flex items-baseline justify-between gap-3 text-[13px]">
      <span className="text-muted">
        <Plural value={myGuesses.length} one="You: # guess" other="You: # guesses" />
      </span>
      {myReward !== '0' ? (
        <span className="font-semibold text-malachite">
          <Trans>won {figure(myReward, DECIMALS)}</Trans>
        </span>
      ) : (
        <span className="text-muted">
          {state === 'void' ? <Trans>returned</Trans> : <Trans>nothing won</Trans>}
        </span>
      )}
    </span>
  );
}
