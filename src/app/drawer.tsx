// The drawer: opened by its button, or by a swipe from the left edge (drawer-swipe.ts). Its content is loaded with the
// sheets.
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { whenIdle } from '#lib/idle.ts';
import { Sheet } from '#ui/sheet.tsx';
import { drawerAtom } from './drawer-state.ts';
import { withQueries } from './with-queries.tsx';

const load = () => withQueries(() => import('./drawer-content.tsx').then((module) => module.DrawerContent));
const Content = lazy(() => load().then((DrawerContent) => ({ default: DrawerContent })));

export function Drawer({ path }: { path: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useAtom(drawerAtom);
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
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
