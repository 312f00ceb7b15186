// Text sizes in the selected language, radii, shadows, and durations.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Piece } from './piece.tsx';

const SIZES = [
  ['text-4xl leading-tight font-semibold figures', 'large amount, 40'],
  ['text-2xl leading-tight font-semibold', 'figure of a card, 28'],
  ['text-lg leading-snug font-semibold', 'title of a sheet, 20'],
  ['text-base font-semibold', 'button, 16'],
  ['text-sm', 'text, 14'],
  ['text-xs text-muted', 'beside a figure, 12'],
] as const;

const RADII = ['rounded-card', 'rounded-control', 'rounded-full'];
const SHADOWS = ['shadow-card', 'shadow-float'];
const DURATIONS = ['duration-press', 'duration-change', 'duration-move', 'duration-slide', 'duration-grow'];

export function Page() {
  const { t } = useLingui();
  const [there, setThere] = useState(false);
  return (
    <>
      <Piece of="Type">
        {SIZES.map(([look, name]) => (
          <div key={name}>
            <span className="block text-xs text-muted">{name}</span>
            <span className={cx('block', look)}>0123456789 · {t`Miner Management`}</span>
          </div>
        ))}
      </Piece>
      <Piece of="Radii and shadows" row>
        {[...RADII, ...SHADOWS].map((look) => (
          <span key={look} className={cx('grid h-20 w-36 place-items-center bg-white text-sm', look)}>
            {look}
          </span>
        ))}
      </Piece>
      <Piece
        of="Durations"
        note="A press, a change of state, a move, a slide, a share that grows. One millisecond where nothing shall move."
      >
        <Button look="secondary" onClick={() => setThere(!there)}>
          Move
        </Button>
        {DURATIONS.map((look) => (
          <div key={look} className="text-sm text-muted">
            {look}
            <span className="@container block">
              <span
                className={cx(
                  'block size-6 rounded-full bg-amber transition-transform ease-out-soft',
                  look,
                  there && 'translate-x-[calc(100cqw-24px)]',
                )}
              />
            </span>
          </div>
        ))}
      </Piece>
    </>
  );
}
