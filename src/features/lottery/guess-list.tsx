// The account's guesses, compared digit by digit with the drawn ones; whole hits have a tick.
import { Plural, useLingui } from '@lingui/react/macro';
import { DigitChips } from '#ui/digit-chips.tsx';
import { type Digits, rightDigits, sameDigits } from './lottery.rules.ts';

interface GuessListProps {
  guesses: readonly Digits[];
  drawn?: Digits | null;
  /** For screen readers. */
  label: string;
}

export function GuessList({ guesses, drawn = null, label }: GuessListProps) {
  const { t } = useLingui();
  // In the order in which they were made; none is removed, and two may be equal.
  const rows = guesses.map((guess, place) => ({ guess, key: `${place}` }));
  return (
    <ul aria-label={label} className="m-0 flex list-none flex-wrap gap-x-4 gap-y-2.5 p-0">
      {rows.map(({ guess, key }) => {
        const hit = drawn !== null && sameDigits(guess, drawn);
        return (
          <li key={key}>
            <DigitChips
              digits={guess}
              tone={hit ? 'hit' : 'guess'}
              label={hit ? t`Won:` : undefined}
              drawn={drawn ?? undefined}
            />
            {drawn && !hit && (
              <span className="sr-only">
                {' '}
                <Plural value={rightDigits(guess, drawn)} one="# digit right" other="# digits right" />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
