// Closes a sheet whose queued action has since been sent or cancelled; a toast reports the result.
import { useEffect, useEffectEvent } from 'react';

export function useOver(over: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (over) close();
  }, [over]);
}
