// What happened to the account as server state, and which of it has been read on this device. Both are kept on the
// device as long as the session is.
import { useQuery } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useWaiting } from '#api/away.ts';
import { lastUnder } from '#api/last.ts';
import { cached } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import { onSessionEnd } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { type ActivityItem, activityItems, withAllRead } from './activity.rules.ts';

const LIMIT = { limit: '30' };
const LASTS = { staleTime: 60_000 };

const NAME = 'activity.read';

/** Null until the device's store has been read; nothing is shown as new or marked before that. */
const marksAtom = atom<readonly string[] | null>(null);
onSessionEnd(() => write(marksAtom, null));

/**
 * The answers are independent: what fails or is switched off is missing from the list. `waiting`: the list still
 * grows, until every answer has come or failed and the marks are loaded, for two seconds at most.
 */
export function useActivity() {
  const index = useQuery(cached('GET /api/index'));
  const { race = false, lottery = false } = index.data?.features ?? {};
  const records = useQuery({ ...cached('GET /api/assets/records', LIMIT), ...LASTS });
  const friends = useQuery({ ...cached('GET /api/user/invites', { ...LIMIT, level: '1' }), ...LASTS });
  const races = useQuery({ ...cached('GET /api/game/record', LIMIT), ...LASTS, enabled: race });
  const guesses = useQuery({ ...cached('GET /api/mining/bet/list', LIMIT), ...LASTS, enabled: lottery });
  const marks = { isFetched: useAtomValue(marksAtom) !== null, fetchStatus: 'fetching' } as const;
  const waiting = useWaiting(index, records, friends, races, guesses, marks);
  const list = activityItems(
    {
      records: records.data?.items ?? [],
      friends: friends.data?.items ?? [],
      races: races.data?.items ?? [],
      guesses: guesses.data?.items ?? [],
    },
    BRAND.symbol,
  );
  return { list, records, waiting };
}

export function useUnread(): (item: ActivityItem) => boolean {
  const marks = useAtomValue(marksAtom);
  useEffect(() => {
    if (marks !== null) return;
    void lastUnder<string[]>(NAME)
      .recall()
      .then((kept) => write(marksAtom, read(marksAtom) ?? kept ?? []));
  }, [marks]);
  return ({ key }) => marks !== null && !marks.includes(key);
}

export function markAllRead(shown: readonly ActivityItem[]): void {
  const known = read(marksAtom);
  if (known === null) return;
  const marks = withAllRead(known, shown);
  write(marksAtom, marks);
  void lastUnder<string[]>(NAME).keep(marks);
}
