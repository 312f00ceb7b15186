// A toast comes at the upper end of the window, unless the button that was used last stands there: it is never covered (pages.css).
import { useEffect } from 'react';

/** Where a toast of three lines ends, below the bar. */
const TOAST_ENDS_PX = 156;

export function useToastPlace(): void {
  useEffect(() => {
    const look = ({ target }: MouseEvent) => {
      const used = target instanceof Element ? target.getBoundingClientRect() : undefined;
      document.documentElement.toggleAttribute(
        'data-used-above',
        used !== undefined && used.top < TOAST_ENDS_PX,
      );
    };
    // Keys and screen readers click as well; before whoever answers the click may speak.
    document.addEventListener('click', look, true);
    return () => document.removeEventListener('click', look, true);
  }, []);
}
