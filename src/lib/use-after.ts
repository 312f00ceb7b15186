// Whether some time has passed: since the component appeared, or since the key last changed.
import { useEffect, useState } from 'react';

export function useAfter(ms: number, key = ''): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(setPassed, ms, key);
    return () => clearTimeout(timer);
  }, [ms, key]);
  return passed === key;
}
