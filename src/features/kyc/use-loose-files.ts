// Files that come without a chooser: pasted anywhere on the page, or dropped beside the fields, which would otherwise open the file
// in place of the app and take the form with it.
import { useEffect, useEffectEvent } from 'react';

/** `take` gets a file and the place of the form that it was meant for, if any. */
export function useLooseFiles(take: (file: File, place: string | undefined) => void): void {
  const given = useEffectEvent(take);
  useEffect(() => {
    const placeOf = (target: EventTarget | null) =>
      target instanceof Element
        ? target.closest<HTMLElement>('[data-document]')?.dataset['document']
        : undefined;
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      given(file, placeOf(event.target));
    };
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented && placeOf(event.target) !== undefined) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) given(file, undefined);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
