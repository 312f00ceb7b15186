// Sheets and dialogs. The dialog machinery (20 kB) is loaded at the first one, or when the page is idle.
import { useDeferredValue, useState } from 'react';
import { allTexts } from '#lib/locale.ts';
import { useBackCloses } from './back.ts';
import { part } from './part.tsx';
import type { SheetProps } from './sheet-props.ts';

const { Part: SheetView, preload } = part<SheetProps>(() =>
  Promise.all([import('./sheet-view.tsx'), allTexts()]).then(([{ SheetView }]) => SheetView),
);

/** Called when the page is idle, so that the first tap finds it loaded. */
export const preloadSheets = preload;

/** Nothing is drawn or loaded before it is opened once; afterwards it stays, so that its leaving can be seen. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  useBackCloses(props.open, props.onClose);
  // The frame after the tap shows that it was felt; the sheet is built for the next one (40 ms of work on a slow phone).
  const open = useDeferredValue(props.open, false);
  if (!wanted) return null;
  return <SheetView {...props} open={open} />;
}
