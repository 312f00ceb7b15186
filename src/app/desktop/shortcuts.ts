// Keyboard shortcuts of a desktop. They are single letters, so they can be switched off (WCAG 2.1.4), and they rest while
// somebody types or a sheet is open. A screen reader in its reading mode keeps such keys for itself.
import { atomWithStorage } from 'jotai/utils';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { hasSheet } from '#lib/has-sheet.ts';
import { go } from '#lib/navigate.ts';
import { openPopup } from '#lib/popups.ts';
import { localJson } from '#lib/stored.ts';
import { type Begun, actionFor } from './shortcuts.rules.ts';

/** A setting of this device, since it has nothing to do with an account. */
export const shortcutsAtom = atomWithStorage('shortcuts', true, localJson<boolean>(), { getOnInit: true });

const isTaken = (target: EventTarget | null): boolean =>
  hasSheet() ||
  // The demo wallet's.
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element &&
    target.closest('input, select, textarea, [contenteditable], [role="spinbutton"]') !== null);

export function useShortcuts(): void {
  const on = useAtomValue(shortcutsAtom);
  useEffect(() => {
    if (!on) return;
    let begun: Begun | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTaken(event.target)) return;
      const action = actionFor(event, begun, event.timeStamp);
      begun = undefined;
      if (action === undefined) return;
      if (action === 'list') openPopup('shortcuts', {});
      else if (action === 'search') {
        const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (!field) return;
        // Otherwise the slash would be typed into it.
        event.preventDefault();
        field.focus();
      } else if ('go' in action) void go(action.go);
      else begun = action.begun;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}
