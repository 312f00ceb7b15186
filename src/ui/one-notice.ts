// When several parts of a page fail for the same reason, only the first says so: its retry retries all of them
// (src/api/back.ts).
import { useLayoutEffect } from 'react';

const ATTRIBUTE = 'data-failed';

function tell(): void {
  const told = new Set<string | null>();
  // Sheets are outside `main`: a notice behind a sheet doesn't replace the one inside it.
  for (const part of document.querySelectorAll<HTMLElement>(`main [${ATTRIBUTE}]`)) {
    const why = part.getAttribute(ATTRIBUTE);
    part.hidden = told.has(why);
    told.add(why);
  }
}

/** The attributes of an element that says `why` a part has failed. */
export function useOneNotice(why: unknown) {
  useLayoutEffect(() => {
    tell();
    // React removes the element only after this cleanup.
    return () => queueMicrotask(tell);
  }, [why]);
  return { [ATTRIBUTE]: why };
}
