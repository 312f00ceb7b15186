// Whether the drawer is open.
import { atom } from 'jotai';

export const drawerAtom = atom(false);
