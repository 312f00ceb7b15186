// Moves the focus to an element when it appears: the button that had it is gone.
import { useEffect, useRef } from 'react';

export function useFocusOnMount<T extends HTMLElement = HTMLDivElement>() {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
