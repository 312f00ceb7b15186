// Sends what waits whenever something has happened that may help, notifies of what became of it, and keeps badge and figures right.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { changed } from '#api/changes.ts';
import {
  addressAtom,
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
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { newsText } from './outbox.words.ts';

const TO_READ_MS = 6000;

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
  // At the start of the page as well: an outbox token may send for who is not signed in.
  useEffect(() => void outboxRead.then(returnToOutbox), [address]);
}

/** Once for all tabs, by the one that is looked at. */
async function notifyOfNews(address: string, language: string): Promise<void> {
  const news = await changeOutbox((box) => notify(box, address, isWatched));
  if (news.length === 0) return;
  const failed = news.some(({ state }) => state === 'failed');
  toast(newsText(news, language), failed ? 'error' : 'success', TO_READ_MS);
}

const ended = (items: readonly OutboxItem[]): string =>
  items
    .filter(isOver)
    .map(({ id }) => id)
    .join();

export function Background() {
  const { i18n } = useLingui();
  const address = useAtomValue(addressAtom);
  const items = useAtomValue(outboxAtom);
  const { waiting: unsent } = useAtomValue(unsentAtom);
  const { waiting, refused } = countsOf(items);
  const over = ended(items);
  const unnotified = items.some((item) => isOver(item) && item.told !== true);
  useSending(address);
  useEffect(() => {
    window.addEventListener('appinstalled', installed);
    return () => window.removeEventListener('appinstalled', installed);
  }, []);
  useEffect(() => {
    if (over)
      void changed(
        ...read(outboxAtom)
          .filter(isOver)
          .map(({ call }) => call),
      );
  }, [over]);
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
