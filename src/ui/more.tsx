// The end of a list that continues: loads more automatically as it comes near; with a button for users who prefer
// one, or after a failure.
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { askNow } from '#lib/back-off.ts';
import { Button } from './button.tsx';

interface MoreProps {
  /** Why more could not be loaded. */
  failed: string | undefined;
  busy: boolean;
  onMore: () => void;
  /** What the button shows more of. */
  children: ReactNode;
}

/** More is requested when the end is this far below the window. */
const AHEAD = '600px';

export function More(props: MoreProps) {
  const { failed, busy, onMore } = props;
  const area = useRef<HTMLDivElement>(null);
  const waits = busy || failed !== undefined;
  const ask = useEffectEvent(() => {
    if (!waits) onMore();
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
    // Observed again after each page, and once a failure is over: if the end is still near, it requests another page.
    if (!waits) watch.observe(node);
    return () => watch.disconnect();
  }, [waits]);
  return (
    <div ref={area}>
      <MoreButton {...props} />
    </div>
  );
}

/** The button alone, where nothing is loaded before the user asks for it. */
export function MoreButton({ failed, busy, onMore, children }: MoreProps) {
  const press = () => {
    askNow();
    onMore();
  };
  return (
    <div className="grid gap-2 text-center">
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
