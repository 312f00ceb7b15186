// The account's withdrawals: the one just sent, pending ones, and those that finished during this visit.
import { useQuery } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { balanceMoved } from '#api/changes.ts';
import type { FundRecord } from '#features/assets/record-words.ts';
import { onSessionEnd, signedInAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { withdrawalsQuery } from './withdraw.queries.ts';
import { isOpen } from './withdraw.rules.ts';

/** By entry: true while its result should be shown, false once the user has dismissed it. */
const watchedAtom = atom<Readonly<Record<string, boolean>>>({});

onSessionEnd(() => write(watchedAtom, {}));

const set = (entry: string, shown: boolean): void =>
  write(watchedAtom, { ...read(watchedAtom), [entry]: shown });

const watch = (entry: string): void => {
  if (!(entry in read(watchedAtom))) set(entry, true);
};

/** Dismisses a finished one. */
export const putAway = (entry: string): void => set(entry, false);

/** Newest first; undefined until they are known. */
export function useWithdrawals(): readonly FundRecord[] | undefined {
  const signedIn = useAtomValue(signedInAtom);
  const watched = useAtomValue(watchedAtom);
  const { data } = useQuery({ ...withdrawalsQuery(), enabled: signedIn });
  useEffect(() => {
    for (const record of data?.items ?? []) if (isOpen(record)) watch(record.entry);
  }, [data]);
  return data?.items.filter((record) => isOpen(record) || watched[record.entry] === true);
}

/**
 * The row of the withdrawal just sent, by its entry, followed to completion while `open`; undefined until the history
 * has it.
 */
export function useSent(entry: string, open: boolean): FundRecord | undefined {
  const [over, setOver] = useState(false);
  const { data } = useQuery({ ...withdrawalsQuery(open && !over), enabled: open });
  const record = data?.items.find((item) => item.entry === entry);
  if (record && !isOpen(record) && !over) setOver(true);
  useEffect(() => watch(entry), [entry]);
  useEffect(() => {
    // A failed one has returned the amount.
    if (over) void balanceMoved();
  }, [over]);
  return record;
}
