// Sends queued actions whenever something happens that may help, notifies of their results, and updates badge and
// figures.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { ended } from '#api/changes.ts';
import {
  drainSoon,
  isWatched,
  outboxAtom,
  outboxRead,
  returnToOutbox,
  unsentAtom,
} from '#api/outbox-page.ts';
import { countsOf, isOver, notify, type OutboxItem } from '#api/outbox.rules.ts';
import { changeOutbox } from '#api/outbox.ts';
import { setBadge } from '#lib/badge.ts';
import { onOnlineChange } from '#lib/online.ts';
import { keepForGood } from '#lib/persist.ts';
import { addressAtom, tokenAtom } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { newsText } from './outbox.words.ts';

const installed = () => void keepForGood('installed').catch(() => undefined);

function useSending(address: string | null): void {
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') drainSoon();
    };
    document.addEventListener('visibilitychange', seen);
    const forget = onOnlineChange(drainSoon);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      forget();
    };
  }, []);
  const resuming = useAtomValue(tokenAtom) === '';
  // At page start too: an outbox token may send for a user who is not signed in. If it has expired, the session sends.
  useEffect(() => void outboxRead.then(returnToOutbox), [address, resuming]);
}

/** It may come up while the page has just been opened and something else is being read. */
const NEWS_MS = 5000;

/** Once for all tabs, by the visible one. */
async function notifyOfNews(address: string, language: string): Promise<void> {
  const news = await changeOutbox((box) => notify(box, address, isWatched));
  if (news.length === 0) return;
  const failed = news.some(({ state }) => state === 'failed');
  toast(newsText(news, language), failed ? 'error' : 'success', NEWS_MS);
}

/**
 * What each action changes is refetched once it has ended; the user may have tapped a refused one because of stale
 * data.
 */
function useEnded(items: readonly OutboxItem[]): void {
  const known = useRef<readonly string[]>([]);
  const over = items.filter(isOver);
  const ids = over.map(({ id }) => id);
  useEffect(() => {
    const news = over.filter(({ id }) => !known.current.includes(id));
    known.current = ids;
    const callsOf = (state: OutboxItem['state']) =>
      news.filter((item) => item.state === state).map(({ call }) => call);
    if (news.length > 0) void ended(callsOf('done'), callsOf('failed'));
    // oxlint-disable-next-line react/exhaustive-deps -- the ids say whether anything has ended
  }, [ids.join()]);
}

export function Background() {
  const { i18n } = useLingui();
  const address = useAtomValue(addressAtom);
  const items = useAtomValue(outboxAtom);
  const { waiting: unsent } = useAtomValue(unsentAtom);
  const { waiting, refused } = countsOf(items);
  const unnotified = items.some((item) => isOver(item) && item.told !== true);
  useSending(address);
  useEnded(items);
  useEffect(() => {
    window.addEventListener('appinstalled', installed);
    return () => window.removeEventListener('appinstalled', installed);
  }, []);
  useEffect(() => {
    if (!unnotified || address === null) return;
    const say = () => {
      if (document.visibilityState === 'visible')
        void notifyOfNews(address, i18n.locale).catch(() => undefined);
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [unnotified, address, i18n.locale]);
  const count = address === null ? unsent : waiting + refused;
  useEffect(() => void outboxRead.then(() => setBadge('queue', count)), [count]);
  return null;
}
