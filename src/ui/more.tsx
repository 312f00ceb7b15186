// The end of a list that goes on: asks for more by itself as it comes near; a button for who would rather press one, or when
// that has failed.
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { askNow } from '#lib/back-off.ts';
import { Button } from './button.tsx';

interface MoreProps {
  /** Why more could not be had, in words. */
  failed: string | undefined;
  busy: boolean;
  onMore: () => void;
  /** What the button shows more of. */
  children: ReactNode;
}

/** More is asked for while the end is this far below the window. */
const AHEAD = '600px';

export function More({ failed, busy, onMore, children }: MoreProps) {
  const area = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(() => {
    if (!busy && failed === undefined) onMore();
  });
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask();
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    // Watched anew after each page: one that is still near asks again.
    if (!busy) watch.observe(node);
    return () => watch.disconnect();
  }, [busy]);
  const press = () => {
    askNow();
    onMore();
  };
  return (
    <div ref={area} className="grid gap-2 text-center">
      {failed !== undefined && (
        <p role="alert" className="m-0 text-sm text-pretty">
          {failed}
        </p>
      )}
      <Button look="secondary" size="sm" wide busy={busy} onClick={press}>
        {failed === undefined ? children : <Trans>Try again</Trans>}
      </Button>
    </div>
  );
}
