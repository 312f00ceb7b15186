// The menu: a drawer, or from 1024 px a rail that is always there, with the keyboard shortcuts of a desktop.
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { part } from '#ui/part.tsx';
import { Sheet, preloadSheets } from '#ui/sheet.tsx';
import { useDesktop } from '#ui/wide.ts';
import { DrawerContent } from './drawer-content.tsx';
import { drawerAtom } from './drawer-state.ts';

interface MenuProps {
  /** The page being shown. */
  path: string;
}

function Drawer({ path }: MenuProps) {
  const { t } = useLingui();
  const [open, setOpen] = useAtom(drawerAtom);
  const close = () => setOpen(false);
  return (
    <Sheet kind="drawer" open={open} onClose={close} title={t`Menu`}>
      <DrawerContent path={path} onLeave={close} />
    </Sheet>
  );
}

const { Part: Rail } = part<MenuProps>(() => import('./desktop/rail.tsx').then((module) => module.Rail));

export function Menu({ path }: MenuProps) {
  useEffect(() => void preloadSheets(), []);
  if (!useDesktop()) return <Drawer path={path} />;
  return <Rail path={path} />;
}
