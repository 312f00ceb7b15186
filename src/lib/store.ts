// The one jotai store. Components read it through the provider in src/main.tsx, other modules through these helpers.
import { createStore, type Atom, type WritableAtom } from 'jotai';

export const store = createStore();

export const read = <T>(atom: Atom<T>): T => store.get(atom);

export const write = <Args extends unknown[], R>(atom: WritableAtom<unknown, Args, R>, ...args: Args): R =>
  store.set(atom, ...args);
