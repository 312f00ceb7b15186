// The server's clock as a React hook, ticking as fast as a component needs and at once when the clock jumps.
import { useEffect, useState } from 'react';
import { onTimeJump, serverNow } from '#lib/time.ts';

/** Milliseconds since the epoch on the server's clock, updated every `everyMs`; hidden tabs pause. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(() => document.hidden || tick(), everyMs);
    const forget = onTimeJump(tick);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      forget();
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
