// Draws the open popup. It stays mounted while it closes, so that its leaving can be seen and focus can return.
import { t } from '@lingui/core/macro';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useState, type FunctionComponent } from 'react';
import { closePopup, popupAtom, type OpenPopup, type PopupName } from '#lib/popups.ts';
import { part, type Part } from '#ui/part.tsx';
import { toast } from '#lib/toast.ts';
import { popups, type PopupProps } from './popups.ts';
import { withQueries } from './with-queries.tsx';

type AnyPopup = FunctionComponent<PopupProps<PopupName>>;

const parts = new Map<PopupName, Part<PopupProps<PopupName>>>();

function partOf(name: PopupName): Part<PopupProps<PopupName>> | undefined {
  const load = popups[name] as (() => Promise<{ Popup: AnyPopup }>) | undefined;
  if (!load) return undefined;
  const known = parts.get(name) ?? part(() => withQueries(() => load().then(({ Popup }) => Popup)));
  parts.set(name, known);
  return known;
}

/** Fetches a popup's code before it is asked for. */
export const preloadPopup = (name: PopupName): Promise<unknown> => Promise.resolve(partOf(name)?.preload());

export function PopupHost() {
  const open = useAtomValue(popupAtom);
  const [last, setLast] = useState<OpenPopup | null>(null);
  if (open && open !== last) setLast(open);
  const shown = open ?? last;
  const Popup = usePopup(shown);
  if (!shown || !Popup) return null;
  return (
    <Popup
      key={shown.name}
      open={open !== null}
      onClose={() => closePopup(shown.name)}
      input={shown.input}
    />
  );
}
