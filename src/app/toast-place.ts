// A toast appears at the top of the window, unless the button used last is there: that button is never covered
// (pages.css).
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
    // Keyboards and screen readers trigger clicks too. Capturing runs this before any click handler can show a toast.
    document.addEventListener('click', look, true);
    return () => document.removeEventListener('click', look, true);
  }, []);
}
