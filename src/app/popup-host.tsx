// Draws the open popup. It stays mounted while it closes, so that its leaving can be seen and focus can return.
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState, type FunctionComponent } from 'react';
import { closePopup, popupAtom, type OpenPopup, type PopupName } from '#lib/popups.ts';
import { popups, type PopupProps } from './popups.ts';
import { withQueries } from './with-queries.tsx';

type AnyPopup = FunctionComponent<PopupProps<PopupName>>;

const drawn = new Map<PopupName, AnyPopup>();

function popupOf(name: PopupName): AnyPopup | undefined {
  const load = popups[name] as (() => Promise<{ Popup: AnyPopup }>) | undefined;
  if (!load) return undefined;
  const known = drawn.get(name) ?? lazy(async () => ({ default: await withQueries(() => load().then(({ Popup }) => Popup)) }));
  drawn.set(name, known);
  return known;
}

export function PopupHost() {
  const open = useAtomValue(popupAtom);
  const [last, setLast] = useState<OpenPopup | null>(null);
  if (open && open !== last) setLast(open);
  const shown = open ?? last;
  const Popup = shown && popupOf(shown.name);
  if (!shown || !Popup) return null;
  return (
    <Suspense fallback={null}>
      <Popup key={shown.name} open={open !== null} onClose={() => closePopup(shown.name)} input={shown.input} />
    </Suspense>
  );
}
