// Sheets and dialogs. The dialog code (20 kB) is loaded with the first one, or when the page is idle.
import { useDeferredValue, useState } from 'react';
import { allTexts } from '#lib/locale.ts';
import { useBackCloses } from './back.ts';
import { part } from './part.tsx';
import type { SheetProps } from './sheet-props.ts';
import { LoadingBar } from './views.tsx';

const { Part: SheetView, preload } = part<SheetProps>(
  () => Promise.all([import('./sheet-view.tsx'), allTexts()]).then(([{ SheetView }]) => SheetView),
  ({ open }) => open && <LoadingBar />,
);

/** Called when the page is idle, so that it is loaded at the first tap. */
export const preloadSheets = preload;

/**
 * Nothing is rendered or loaded before the first opening; afterwards it stays mounted, so that its exit animation is
 * visible.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  useBackCloses(props.open, props.onClose);
  // The frame after the tap shows the press feedback; the sheet is built for the next one (40 ms of work on a slow
  // phone).
  const open = useDeferredValue(props.open, false);
  if (!wanted) return null;
  return <SheetView {...props} open={open} />;
}
