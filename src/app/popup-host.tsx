// Renders the open popup. It stays mounted while it closes, so that its exit animation is visible and focus can return.
// No Suspense, because that would delay a popup by 300 ms although its code is already loaded.
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import { createElement, useEffect, useState, type FunctionComponent } from 'react';
import { pathOf } from '#lib/navigate.ts';
import { closePopup, popupAtom, type OpenPopup, type PopupName, type PopupProps } from '#lib/popups.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { LoadingBar } from '#ui/views.tsx';
import { withQueries } from './with-queries.tsx';

type AnyPopup = FunctionComponent<PopupProps<PopupName>>;

const loaded = new Map<PopupName, AnyPopup>();

async function load(name: PopupName): Promise<void> {
  if (loaded.has(name)) return;
  const { popups } = await import('./popups.ts');
  const part = popups[name] as () => Promise<{ Popup: AnyPopup }>;
  loaded.set(name, await withQueries(() => part().then(({ Popup }) => Popup)));
}

/** Preloads a popup's code. */
export const preloadPopup = (name: PopupName): Promise<unknown> => load(name).catch(() => undefined);

/**
 * The popup's component, once its code is loaded. If it fails to load, the popup closes with a message; the next tap
 * retries.
 */
function usePopup(shown: OpenPopup | null): AnyPopup | undefined {
  const [, redraw] = useState<AnyPopup>();
  useEffect(() => {
    if (!shown || loaded.has(shown.name)) return;
    const page = pathOf(location.hash);
    load(shown.name).then(
      () => {
        // The user has gone elsewhere meanwhile.
        if (pathOf(location.hash) !== page && read(popupAtom) === shown) closePopup();
        redraw(() => loaded.get(shown.name));
      },
      () => {
        if (read(popupAtom) === shown) closePopup();
        toast(t`Couldn't open this. Check your connection.`, 'error');
      },
    );
  }, [shown]);
  return shown ? loaded.get(shown.name) : undefined;
}

export function PopupHost() {
  const open = useAtomValue(popupAtom);
  const [last, setLast] = useState<OpenPopup | null>(null);
  if (open && open !== last) setLast(open);
  const shown = open ?? last;
  const Popup = usePopup(shown);
  if (!shown) return null;
  if (!Popup) return open && <LoadingBar />;
  // Not JSX: the component comes from a table and is not created during render.
  return createElement(Popup, {
    key: shown.name,
    open: open !== null,
    onClose: () => closePopup(shown.name),
    input: shown.input,
  });
}
