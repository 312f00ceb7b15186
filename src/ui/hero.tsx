// The cross-section of the ground at the top of a page, and the content that overlaps it.
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** The lit mouth of the mine on the entry page: the lamp is lit once the page is alive. */
export function AditMouth() {
  return (
    <svg
      viewBox="0 0 240 240"
      className="pointer-events-none absolute -right-14 -bottom-6 size-60 animate-light min-[720px]:right-10 min-[720px]:-bottom-10 min-[720px]:size-80"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <radialGradient id="mouth-glow">
        <stop stopColor="#f5a524" stopOpacity=".6" />
        <stop offset=".4" stopColor="#f5a524" stopOpacity=".18" />
        <stop offset="1" stopColor="#f5a524" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="mouth-depth" x2="0" y2="1">
        <stop stopColor="#2a1d08" />
        <stop offset="1" stopColor="#c27d12" />
      </linearGradient>
      <circle cx="120" cy="116" r="118" fill="url(#mouth-glow)" />
      <path d="M84 160v-44a36 36 0 0 1 72 0v44z" fill="#0b0e14" />
      <path d="M92 160v-42a28 28 0 0 1 56 0v42z" fill="url(#mouth-depth)" opacity=".7" />
      <path d="M104 160v-36a16 16 0 0 1 32 0v36z" fill="#0b0e14" opacity=".55" />
      <path
        d="M112 160 118 140M128 160 122 140M109 154h22M113 147h14"
        stroke="#f5a524"
        strokeOpacity=".7"
        strokeWidth="1.5"
      />
      <path d="M84 160v-44a36 36 0 0 1 72 0v44M70 160h100" stroke="#f5a524" strokeWidth="2.5" />
      <path d="M120 81v16" stroke="#f5a524" strokeWidth="1.5" />
      <circle cx="120" cy="103" r="6" fill="#ffe0a3" />
    </svg>
  );
}

interface HeroProps {
  children?: ReactNode;
  /** The lit mouth of the mine on the right; for the entry page. */
  lamp?: boolean;
  className?: string;
}

/**
 * The picture is drawn for 480 px and stretched where a hero is taller. It is as wide as the window, and its content
 * is inside the frame, below the bar (56 px plus the safe area), with room at its end for the cards that overlap it by
 * 40 px.
 */
export function Hero({ children, lamp = false, className }: HeroProps) {
  return (
    <div className="hero-art overflow-x-clip text-white">
      <div
        className={cx(
          'frame pad-safe relative pt-[calc(env(safe-area-inset-top)+16*var(--spacing))] pb-16',
          className,
        )}
      >
        {lamp && <AditMouth />}
        {children}
      </div>
    </div>
  );
}

interface BodyProps {
  children: ReactNode;
  /** Pulls the first card up over the hero. */
  overlap?: boolean;
  /** Two columns from 720 px, unless there is only one card; three on a desktop if there are that many. */
  columns?: boolean | 3;
}

export function Body({ children, overlap = true, columns = false }: BodyProps) {
  return (
    <div
      className={cx(
        'frame pad-safe relative grid gap-3 in-data-moved:animate-arrive pb-[calc(env(safe-area-inset-bottom)+96px)]',
        overlap ? '-mt-10' : 'pt-4',
        columns === 3 && 'min-[1024px]:grid-cols-3',
        columns &&
          'min-[720px]:grid-cols-2 min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start min-[720px]:has-[>:only-child]:grid-cols-1',
      )}
    >
      {children}
    </div>
  );
}
