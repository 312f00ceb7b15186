// Three digits as small plates, as they stand in lists; hits stand out by colour and by a tick.
import { Icon } from '#ui/icon.tsx';
import { cx } from '#ui/class-names.ts';
import { digitsText } from './lottery.words.ts';

/** Names of the three places. */
const PLACES = ['first', 'second', 'third'] as const;

const TONES = {
  drawn: 'bg-basalt text-white',
  guess: 'bg-wash text-ink',
  hit: 'bg-malachite-wash text-malachite',
} as const;

interface DigitChipsProps {
  digits: readonly number[];
  tone: keyof typeof TONES;
  /** Said before the digits: "Drawn". */
  label?: string;
}

export function DigitChips({ digits, tone, label }: DigitChipsProps) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <span className="sr-only">
        {label} {digitsText(digits)}
      </span>
      <span aria-hidden="true" className="inline-flex gap-1">
        {PLACES.map((place, at) => (
          <span
            key={place}
            className={cx(
              'figures grid h-8 w-7 place-items-center rounded-lg text-[15px] leading-none font-semibold',
              TONES[tone],
            )}
          >
            {digits[at]}
          </span>
        ))}
      </span>
      {tone === 'hit' && <Icon name="check" size={18} className="text-malachite" />}
    </span>
  );
}
