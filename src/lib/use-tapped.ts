// The row of a list that was tapped, and whether its sheet is open: the sheet still shows the row while it closes.
import { useCallback, useState } from 'react';

export function useTapped<T extends object>() {
  const [tapped, setTapped] = useState<T | null>(null);
  const [open, setOpen] = useState(false);
  const onOpen = useCallback((row: T) => {
    setTapped(row);
    setOpen(true);
  }, []);
  return { tapped, open, onOpen, onClose: () => setOpen(false) };
}
