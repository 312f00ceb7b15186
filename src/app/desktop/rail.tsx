// The menu of a window of 1024 px and more: always there, on the left. The keyboard shortcuts live with it.
import './desktop.css';
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { DrawerContent } from '#app/drawer-content.tsx';
import { drawerAtom } from '#app/drawer-state.ts';
import { useShortcuts } from './shortcuts.ts';

export function Rail({ path }: { path: string }) {
  const { t } = useLingui();
  useShortcuts();
  const rail = useRef<HTMLElement>(null);
  const [open, setOpen] = useAtom(drawerAtom);
  // Closes the drawer of a formerly narrower window, or the one opened by the wallet's button at the top: what it
  // would show is in the rail.
  useEffect(() => {
    if (!open) return;
    setOpen(false);
    rail.current?.querySelector<HTMLElement>('[data-account] button')?.focus();
  }, [open, setOpen]);
  return (
    <aside ref={rail} aria-label={t`Menu`} className="rail z-20 overflow-y-auto overscroll-contain">
      <DrawerContent rail path={path} />
    </aside>
  );
}
