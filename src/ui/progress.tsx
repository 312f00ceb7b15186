// Shares of a whole: a ring around a figure, and a bar.
import type { ReactNode } from 'react';
import { percentDone } from '#lib/percent.ts';
import { cx } from './class-names.ts';

interface ProgressProps {
  /** 0..1 */
  share: number;
  /** For screen readers. */
  label: string;
}

/**
 * The share as drawn: in steps of less than half a pixel, one every 86 s for a day; the last one is the end. A share
 * that grew every second would be in constant motion, drawn sixty times a second.
 */
export const drawnShare = (share: number): number => percentDone(share, 1) / 100;

interface RingProps extends ProgressProps {
  children?: ReactNode;
}

/** On basalt. It grows with the text in it. */
export function ProgressRing({ share, label, children }: RingProps) {
  const radius = 54;
  const length = 2 * Math.PI * radius;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percentDone(share)}
      className="relative inline-grid place-items-center"
      style={{ width: '8.25rem', height: '8.25rem' }}
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
