// One drum that is turned by hand: by swiping, by the wheel, by tapping above or below the digit, by arrow keys and by typing.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useRef } from 'react';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { DrumView } from '#ui/drum-view.tsx';
import { stepped } from './lottery.rules.ts';
import { useTurning } from './use-turning.ts';
import { useOwnTouch, useWheel } from './use-wheel.ts';

interface DrumProps {
  /** "First digit". */
  label: string;
  digit: number | null;
  onChange: (digit: number | null) => void;
  /** The focus goes so many drums on: after typing, and by the arrow keys to the sides. */
  onMove: (by: 1 | -1) => void;
  /** Has to be set and is not. */
  missing: boolean;
  /** Of the sentence below the drums. */
  describedBy: string;
}

export function Drum({ label, digit, onChange, onMove, missing, describedBy }: DrumProps) {
  const { t } = useLingui();
  const area = useRef<HTMLDivElement>(null);
  const drum = useRef<HTMLDivElement>(null);
  const { turn, ms, holding, hand } = useTurning(digit, onChange);
  const step = (by: number) => onChange(stepped(digit, by));
  useWheel(area, step);
  useOwnTouch(area);
  const empty = digit === null && !holding;
  // Arrow keys go on where a finger or a mouse has begun.
  const tap = (by: number) => {
    step(by);
    drum.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'ArrowUp') step(1);
    else if (key === 'ArrowDown') step(-1);
    else if (key === 'Home') onChange(0);
    else if (key === 'End') onChange(9);
    else if (key === 'Backspace' || key === 'Delete') onChange(null);
    else if (/^\d$/.test(key)) {
      onChange(Number(key));
      onMove(1);
    } else if (key === 'ArrowRight') onMove(1);
    else if (key === 'ArrowLeft') onMove(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={area} className="relative touch-none select-none" {...hand}>
      <div
        ref={drum}
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={9}
        aria-valuenow={digit ?? 0}
        aria-valuetext={digit === null ? t`not set` : String(digit)}
        aria-invalid={missing || undefined}
        aria-describedby={describedBy}
        onKeyDown={keys}
        className="rounded-control"
      >
        <DrumView turn={turn} ms={ms} empty={empty} wrong={missing} />
      </div>
      <Step label={t`${label}: one up`} up shown={empty} onStep={() => tap(1)} />
      <Step label={t`${label}: one down`} shown={empty} onStep={() => tap(-1)} />
    </div>
  );
}

interface StepProps {
  label: string;
  /** Above the digit, else below it. */
  up?: boolean;
  /** Without a digit nothing else stands there. */
  shown: boolean;
  onStep: () => void;
}

/** Above or below the digit. Keys have the drum itself. */
function Step({ label, up = false, shown, onStep }: StepProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onStep}
      className={cx(
        'absolute inset-x-0 flex h-11 items-center justify-center text-mist active:bg-white/10',
        up ? 'top-0 rounded-t-control' : 'bottom-0 rounded-b-control',
      )}
    >
      {shown && <Icon name="down" size={20} className={cx(up && 'rotate-180')} />}
    </button>
  );
}
