// The cross-section of the ground at the top of a page, and the content that overlaps it.
import type { ReactNode } from 'react';
import { AditMouth } from './adit-mouth.tsx';
import { cx } from './class-names.ts';

interface HeroProps {
  children?: ReactNode;
  /** Room below for cards that overlap the hero by 40 px. */
  overlap?: boolean;
  /** The lit mouth of the mine on the right; for the entry page. */
  lamp?: boolean;
  className?: string;
}

/**
 * The picture is drawn for 480 px and stretched where a hero is taller. It is as wide as the window, with its content
 * inside the frame, below the bar (56 px and the safe area).
 */
export function Hero({ children, overlap = true, lamp = false, className }: HeroProps) {
  return (
    <div className="hero-art overflow-x-clip text-white">
      <div
        className={cx(
          'frame pad-safe relative pt-[calc(env(safe-area-inset-top)+64px)]',
          overlap ? 'pb-16' : 'pb-6',
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
  /** Two columns from 720 px, unless there is only one card. */
  columns?: boolean;
}

export function Body({ children, overlap = true, columns = false }: BodyProps) {
  return (
    <div
      className={cx(
        'frame pad-safe relative grid grid-cols-1 gap-3 in-data-moved:animate-arrive pb-[calc(env(safe-area-inset-bottom)+96px)]',
        overlap ? '-mt-10' : 'pt-4',
        columns &&
          'min-[720px]:grid-cols-2 min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start min-[720px]:has-[>:only-child]:grid-cols-1',
      )}
    >
      {children}
    </div>
  );
}
