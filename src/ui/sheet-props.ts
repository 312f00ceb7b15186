// What a sheet is told, shared by its small and its loaded half.
import type { ReactNode } from 'react';

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
