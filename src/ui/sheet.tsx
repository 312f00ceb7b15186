// Sheets and dialogs. The dialog machinery (20 kB) is loaded at the first one, or when the page is idle.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { allTexts } from '#lib/locale.ts';
import { useBackCloses } from './back.ts';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, kept in sight at the lower end; the primary one last. */
  actions?: ReactNode;
  /** 'sheet' rises from below (a dialog from 720 px), 'dialog' is always in the middle, 'drawer' comes from the left. */
  kind?: 'sheet' | 'dialog' | 'drawer';
  /** A sheet that must be answered: neither a tap outside nor the close button leaves it; back still does. */
  firm?: boolean;
}

const load = () => Promise.all([import('./sheet-view.tsx'), allTexts()]);
const SheetView = lazy(() => load().then(([{ SheetView }]) => ({ default: SheetView })));

/** Called when the page is idle, so that the first tap finds it loaded. */
export const preloadSheets = (): Promise<unknown> => load().catch(() => undefined);

/** Nothing is drawn or loaded before it is opened once; afterwards it stays, so that its leaving can be seen. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  useBackCloses(props.open, props.onClose);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <SheetView {...props} />
    </Suspense>
  );
}
