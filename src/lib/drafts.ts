// Form drafts, held in memory for one case: the session expires and the same address signs in again. They are never
// written to the device and do not survive a sign-out, a reload or a sign-in with another address.
import type { PrimitiveAtom } from 'jotai';
import { useLayoutEffect, useState } from 'react';
import { type OpenPopup, openPopup, popupAtom } from './popups.ts';
import { onSessionEnd, walletAtom, walletPhaseAtom } from './session.ts';
import { read, write } from './store.ts';

interface Left {
  address: string;
  /** The page with its query string. */
  url: string;
  /** The open sheet, if it contained a draft. */
  popup: OpenPopup | null;
  values: Map<unknown, unknown>;
}

/** Values of the forms on the screen. */
const shown = new Map<string, unknown>();
/** Names of those that contain something typed. */
const typed = new Set<string>();
/** Drafts that outlive their form for as long as the session lasts, with their values while nothing is typed. */
const atoms = new Map<PrimitiveAtom<never>, unknown>();
let left: Left | undefined;
/** Drafts to restore when the current session's forms render again; each is handed out once. */
let found = new Map<unknown, unknown>();

/** Prefix of the names of drafts in sheets. */
const SHEET = 'sheet:';

/**
 * `useState` for form input. `name` identifies the field; `live` says whether the input could still be sent, so input
 * that has already been sent is not restored.
 */
export function useDraft<T>(name: string, initial: T, live = true) {
  const [value, setValue] = useState<T>(() => {
    const old = found.has(name) ? (found.get(name) as T) : initial;
    found.delete(name);
    return old;
  });
  const [empty] = useState(initial);
  // As soon as the form is gone, a reload that has been waiting for it may begin (src/app/worker.ts).
  useLayoutEffect(() => {
    if (!live) return;
    shown.set(name, value);
    if (value !== empty) typed.add(name);
    return () => {
      shown.delete(name);
      typed.delete(name);
    };
  }, [name, value, empty, live]);
  return [value, setValue] as const;
}

/** The same for a field in a sheet; `live` is true while the sheet is open. The sheet reopens with its draft. */
export const useSheetDraft = <T>(name: string, initial: T, live: boolean) =>
  useDraft(`${SHEET}${name}`, initial, live);

/** Registers a draft that lives in an atom. Its owner clears it when the session ends. */
export const keepDraft = <T>(draft: PrimitiveAtom<T>): void =>
  void atoms.set(draft as unknown as PrimitiveAtom<never>, read(draft));

/** Whether anything is typed that a reload would lose. */
export const isTyped = (): boolean =>
  typed.size > 0 || [...atoms].some(([draft, empty]) => read<unknown>(draft) !== empty);

/** Saves the drafts just before an expired session is ended. `url` is the current page. */
export function leaveDrafts(url: string): void {
  const inSheet = [...shown.keys()].some((name) => name.startsWith(SHEET));
  const values = new Map<unknown, unknown>(shown);
  for (const draft of atoms.keys()) values.set(draft, read(draft));
  left = { address: read(walletAtom).address, url, popup: inSheet ? read(popupAtom) : null, values };
}

/** Called just before all forms are taken off the screen for a while: they come back with what was typed. */
export function carryDrafts(): void {
  found = new Map(shown);
}

/**
 * After a sign-in: restores the drafts if the address is the same, otherwise drops them. Returns the page to go back
 * to.
 */
export function findDrafts(address: string): { url: string; reopen: () => void } | undefined {
  const mine = left?.address === address ? left : undefined;
  left = undefined;
  if (!mine) return undefined;
  found = mine.values;
  for (const draft of atoms.keys()) if (found.has(draft)) write(draft, found.get(draft) as never);
  const { url, popup } = mine;
  return { url, reopen: () => popup && openPopup(popup.name, { ...popup.input }) };
}

onSessionEnd(() => {
  found = new Map();
  if (read(walletPhaseAtom) !== 'expired') left = undefined;
});
