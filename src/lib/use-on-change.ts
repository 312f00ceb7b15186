// Runs something after a value has changed; its first known value is not a change.
import { useEffect, useEffectEvent, useRef } from 'react';

export function useOnChange(value: unknown, run: () => void): void {
  const known = useRef(value);
  const onChange = useEffectEvent(run);
  useEffect(() => {
    const before = known.current;
    known.current = value;
    if (before !== undefined && before !== value) onChange();
  }, [value]);
}
