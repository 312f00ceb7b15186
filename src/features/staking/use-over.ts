// Closes a sheet whose action was queued and has been sent or taken back meanwhile: what became of it is said in passing.
import { useEffect, useEffectEvent } from 'react';

export function useOver(over: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (over) close();
  }, [over]);
}
