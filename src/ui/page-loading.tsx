// A page that waits for its first answer: hero and cards as skeletons, as tall as the content. Shown after 200 ms,
// because most answers arrive sooner.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Body, Hero } from './hero.tsx';
import { SkeletonCard } from './views.tsx';

interface PageLoadingProps {
  /** The hero's minimum height, as a class. */
  hero: string;
  /** Number of lines of one card, or of two. */
  lines: readonly [first: number, second?: number];
  /** Skeletons in the hero. */
  children: ReactNode;
}

export function PageLoading({ hero, lines: [first, second], children }: PageLoadingProps) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      <Hero className={hero}>{children}</Hero>
      <Body columns={second !== undefined}>
        <SkeletonCard lines={first} />
        {second !== undefined && <SkeletonCard lines={second} />}
      </Body>
    </div>
  );
}
