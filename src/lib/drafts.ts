// What is typed into forms, kept in memory for one case: the session expires, and the same address signs in again. Nothing of it is
// ever written to the device; another address, a sign-out or a reload finds none of it.
import type { PrimitiveAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { type OpenPopup, openPopup, popupAtom } from './popups.ts';
import { onSessionEnd, walletAtom, walletPhaseAtom } from './session.ts';
import { read, write } from './store.ts';

interface Left {
  address: string;
  /** The page with its parameters. */
  url: string;
  /** The sheet that had something typed in it. */
  popup: OpenPopup | null;
  values: Map<unknown, unknown>;
}

/** Forms on the screen with what stands in them. */
const shown = new Map<string, unknown>();
/** Drafts that outlive their form while the session lasts. */
const atoms = new Set<PrimitiveAtom<never>>();
let left: Left | undefined;
/** What the current session's forms find when they render again; each value is handed out once. */
let found = new Map<unknown, unknown>();

/** Names of drafts in sheets begin with it. */
const SHEET = 'sheet:';

/**
 * `useState` for what a person types: `name` is the form's own; `live` says whether it could still be sent, so that what was done is
 * not found again.
 */
export function useDraft<T>(name: string, initial: T, live = true) {
  const [value, setValue] = useState<T>(() => {
    const old = found.has(name) ? (found.get(name) as T) : initial;
    found.delete(name);
    return old;
  });
  useEffect(() => {
    if (!live) return;
    shown.set(name, value);
    return () => void shown.delete(name);
  }, [name, value, live]);
  return [value, setValue] as const;
}

/** The same in a sheet, `live` while the sheet is open: the sheet opens again with its draft. */
export const useSheetDraft = <T>(name: string, initial: T, live: boolean) =>
  useDraft(`${SHEET}${name}`, initial, live);

/** A draft that lies in an atom, and is emptied by its owner when the session ends. */
export const keepDraft = <T>(draft: PrimitiveAtom<T>): void =>
  void atoms.add(draft as unknown as PrimitiveAtom<never>);

/** Before an expired session is ended. `url` is where the person is. */
export function leaveDrafts(url: string): void {
  const inSheet = [...shown.keys()].some((name) => name.startsWith(SHEET));
  const values = new Map<unknown, unknown>(shown);
  for (const draft of atoms) values.set(draft, read(draft));
  left = { address: read(walletAtom).address, url, popup: inSheet ? read(popupAtom) : null, values };
}

/** After a sign-in: the account that left gets its drafts back, any other drops them. Returns the way back. */
export function findDrafts(address: string): { url: string; reopen: () => void } | undefined {
  const mine = left?.address === address ? left : undefined;
  left = undefined;
  if (!mine) return undefined;
  found = mine.values;
  for (const draft of atoms) if (found.has(draft)) write(draft, found.get(draft) as never);
  const { url, popup } = mine;
  return { url, reopen: () => popup && openPopup(popup.name, { ...popup.input }) };
}

onSessionEnd(() => {
  found = new Map();
  if (read(walletPhaseAtom) !== 'expired') left = undefined;
});
