// The end of a list that goes on: asks for more by itself as it comes near; a button for who would rather press one, or when
// that has failed.
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorText } from '#api/errors.ts';
import { Button } from '#ui/button.tsx';

interface MoreArticlesProps {
  failed: Error | null;
  busy: boolean;
  onMore: () => void;
}

/** Older ones are asked for while the end is this far below the window. */
const NEAR = '600px';

export function MoreArticles({ failed, busy, onMore }: MoreArticlesProps) {
  const area = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(() => {
    if (!busy && !failed) onMore();
  });
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) ask();
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    );
    // Watched anew after each page: one that is still near asks again.
    if (!busy) watch.observe(node);
    return () => watch.disconnect();
  }, [busy]);
  return (
    <div ref={area} className="grid gap-2 text-center">
      {failed && (
        <p role="alert" className="m-0 text-sm text-pretty">
          {errorText(failed)}
        </p>
      )}
      <Button look="secondary" size="sm" wide busy={busy} onClick={onMore}>
        {failed ? <Trans>Try again</Trans> : <Trans>Show older announcements</Trans>}
      </Button>
    </div>
  );
}
