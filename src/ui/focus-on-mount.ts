// Moves the focus to an element when it appears: the button that had it is gone.
import { useEffect, useRef } from 'react';

/** A sheet's next step begins at its top: in a low window, the step before was scrolled down to its button. */
export const toTop = (step: HTMLElement | null): void => step?.closest('[data-kind]')?.scrollTo(0, 0);

/** `inPlace`: it is not a step of a sheet, but a part that opens where it is. */
export function useFocusOnMount<T extends HTMLElement = HTMLDivElement>(inPlace = false) {
  const element = useRef<T>(null);
  useEffect(() => {
    element.current?.focus({ preventScroll: true });
    if (!inPlace) toTop(element.current);
  }, [inPlace]);
  return element;
}
