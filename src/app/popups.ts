// Who draws which popup. A module exports `Popup`, a component that gets {open, onClose, input} and draws a Sheet.
import type { ComponentType } from 'react';
import type { PopupInputs, PopupName } from '#lib/popups.ts';

export interface PopupProps<K extends PopupName> {
  open: boolean;
  onClose: () => void;
  input: PopupInputs[K];
}

type Loader<K extends PopupName> = () => Promise<{ Popup: ComponentType<PopupProps<K>> }>;

export const popups: { [K in PopupName]?: Loader<K> } = {};
