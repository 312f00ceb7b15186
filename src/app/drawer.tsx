// The drawer: opened by its button or a swipe from the left edge. Its contents are loaded with the sheets.
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import { drawerAtom, openDrawer } from './drawer-state.ts';
import { whenIdle } from './behind.tsx';
import { withQueries } from './with-queries.tsx';

const load = () => withQueries(() => import('./drawer-content.tsx').then((module) => module.DrawerContent));
const Content = lazy(() => load().then((DrawerContent) => ({ default: DrawerContent })));

/** A swipe counts when it starts within 24 px of the edge and goes 48 px to the right, more sideways than down. */
const EDGE_PX = 24;
const SWIPE_PX = 48;

function useEdgeSwipe(open: () => void) {
  useEffect(() => {
    let start: { x: number; y: number } | undefined;
    const down = (event: TouchEvent) => {
      const touch = event.touches[0];
      start =
        touch && event.touches.length === 1 && touch.clientX <= EDGE_PX
          ? { x: touch.clientX, y: touch.clientY }
          : undefined;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const [right, aside] = [touch.clientX - start.x, Math.abs(touch.clientY - start.y)];
      if (aside > right + 12) start = undefined;
      else if (right > SWIPE_PX) {
        start = undefined;
        open();
      }
    };
    document.addEventListener('touchstart', down, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    return () => {
      document.removeEventListener('touchstart', down);
      document.removeEventListener('touchmove', move);
    };
  }, [open]);
}

export function Drawer({ path }: { path: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useAtom(drawerAtom);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  useEdgeSwipe(openDrawer);
  function close() {
    setOpen(false);
  }
  return (
    <Sheet kind="drawer" open={open} onClose={close} title={t`Menu`}>
      <Suspense fallback={null}>
        <Content path={path} onLeave={close} />
      </Suspense>
    </Sheet>
  );
}
