// What takes the place of every page while the app is locked (lock.ts).
import { atom } from 'jotai';
import type { FunctionComponent } from 'react';

export const coverAtom = atom<{ Cover: FunctionComponent } | null>(null);
