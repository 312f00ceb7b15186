// Shares of a whole: a ring around a figure, and a bar.
import type { ReactNode } from 'react';
import { percentText } from '#lib/amounts.ts';
import { cx } from './class-names.ts';

interface ProgressProps {
  /** 0..1 */
  share: number;
  /** For screen readers. */
  label: string;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
/**
 * The share as drawn: in steps of less than half a pixel, one every 86 s for a day; the last one is the end. A share
 * that grew every second would be in constant motion, drawn sixty times a second.
 */
export const drawnShare = (share: number) => Math.floor(clamp(share) * 1000) / 1000;
/** Less than any share that counts or times can have; products of floats may be short of the exact value by this. */
const TINY = 1e-9;
/** Percent of the way, rounded down: 100 only at the end. */
export const percentDone = (share: number, decimals = 0): number =>
  Math.floor(clamp(share) * 100 * 10 ** decimals + TINY) / 10 ** decimals;

/** The same as text; "<1%" until the first step is done. */
export function progressText(share: number, language: string, decimals = 0): string {
  const done = percentDone(share, decimals);
  return done === 0 && share > 0
    ? `<${percentText(0.01 / 10 ** decimals, language, decimals)}`
    : percentText(done / 100, language, decimals);
}

/** The ring grows with the text in it. */
const REM = 16;

interface RingProps extends ProgressProps {
  size: number;
  children?: ReactNode;
}

/** On basalt. */
export function ProgressRing({ share, label, size, children }: RingProps) {
  const radius = 54;
  const length = 2 * Math.PI * radius;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percentDone(share)}
      className="relative inline-grid place-items-center"
      style={{ width: `${size / REM}rem`, height: `${size / REM}rem` }}
    >
      <svg
        viewBox="0 0 120 120"
        className="absolute inset-0 -rotate-90"
        fill="none"
        strokeWidth="8"
        aria-hidden="true"
      >
        <circle cx="60" cy="60" r={radius} stroke="rgb(255 255 255 / 14%)" />
        <circle
          cx="60"
          cy="60"
          r={radius}
          stroke="var(--color-amber)"
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - drawnShare(share))}
          className={cx(
            'transition-[stroke-dashoffset] duration-grow',
            drawnShare(share) === 0 && 'opacity-0',
          )}
        />
      </svg>
      <div className="relative text-center">{children}</div>
    </div>
  );
}

export function ProgressBar({ share, label }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percentDone(share)}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-amber transition-[width] duration-grow"
        style={{ width: `${drawnShare(share) * 100}%` }}
      />
    </div>
  );
}
