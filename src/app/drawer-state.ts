// Whether the drawer is open.
import { atom } from 'jotai';
import { write } from '#lib/store.ts';

export const drawerAtom = atom(false);

export const openDrawer = (): void => void write(drawerAtom, true);
