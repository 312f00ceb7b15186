// Three digits as small plates for lists, or as large ones; hits stand out by colour and by a tick.
import { Icon } from './icon.tsx';
import { cx } from './class-names.ts';

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
  /** Announced before the digits: "Drawn". */
  label?: string;
  large?: boolean;
  /** Compared digit by digit: matching ones stand out. */
  drawn?: readonly number[];
}

export function DigitChips({ digits, tone, label, large = false, drawn }: DigitChipsProps) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <span className="sr-only">
        {label} {digits.join(' ')}
      </span>
      <span aria-hidden="true" className={cx('inline-flex', large ? 'gap-2' : 'gap-1')}>
        {PLACES.map((place, at) => (
          <span
            key={place}
            className={cx(
              'figures grid place-items-center leading-none font-semibold',
              large ? 'h-14 w-12 rounded-control text-2xl' : 'h-8 w-7 rounded-lg text-base',
              drawn?.[at] !== undefined && drawn[at] === digits[at]
                ? 'border-b-2 border-malachite bg-malachite-wash text-malachite'
                : TONES[tone],
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
