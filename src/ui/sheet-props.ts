// The props of a sheet, shared by its small and its lazily loaded half.
import type { ReactNode } from 'react';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A sentence below the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, always visible at the bottom unless the window is low; the primary one last. */
  actions?: ReactNode;
  /** 'sheet' rises from the bottom (a dialog from 720 px), 'dialog' is always centred, 'drawer' comes from the left. */
  kind?: 'sheet' | 'dialog' | 'drawer';
  /** A sheet that must be answered: neither a tap outside nor a close button dismisses it; back still does. */
  firm?: boolean;
}
