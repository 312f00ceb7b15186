// Keeps open pages up to date: when the server announces a change, the calls that show it are made again, and after a
// lost connection, failed calls recover automatically. Pulling down refetches everything the page shows, and what
// pages show without a network is prefetched. The wallet's stored figures follow the coin list
// (features/wallet/figures.ts). Guests get an event stream where a page wants one. From here on, toasts also trigger
// haptics.
import { useAtomValue } from 'jotai';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { topicNames } from '#contract/topics.ts';
import { isCached } from '#api/away.ts';
import { startRecovery } from '#api/back.ts';
import { balanceMoved, isRefreshNeeded, listening, markStale, notified } from '#api/changes.ts';
import { followEvents, onTopic } from '#api/events.ts';
import { watchLeftBehind } from '#api/left-behind.ts';
import { queryClient } from '#api/queries.ts';
import { useRefresh } from '#api/refresh.ts';
import { liveWantedAtom } from '#lib/live.ts';
import { notifyAtom } from '#lib/notify.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { useAfter } from '#lib/use-after.ts';
import { feelToasts } from '#ui/haptics.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { useAhead } from './ahead.ts';
import { useLingui } from '@lingui/react/macro';
import { useAbsence } from '#lib/online.ts';

// Tells a screen reader once that the connection is lost, and once that it is back. All other indications are silent.

/** A live region is announced when it changes, not when it appears, so it stays empty for this long first. */
const EMPTY_MS = 300;

function Connection() {
  const { t } = useLingui();
  const absence = useAbsence();
  const heard = useAfter(EMPTY_MS);
  /**
   * False once the connection was lost, true once something has been answered after that; until then, every call may
   * still fail.
   */
  const [back, setBack] = useState<boolean>();
  if (absence !== null && back !== false) setBack(false);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (!isCached(event.query.state)) setBack((was) => was === false || was);
      }),
    [],
  );
  const words = {
    offline: t`You're offline. What you see may be old.`,
    unreachable: t`We can't reach the server. What you see may be old.`,
    back: back ? t`Back online.` : '',
  }[absence ?? 'back'];
  return (
    <p aria-live="polite" className="sr-only">
      {heard && words}
    </p>
  );
}

/**
 * A hidden page receives no events (src/api/events.ts), so its figures are marked as stale for as long as the tab
 * lives: newer ones clear the mark, and otherwise the next page refetches them.
 */
function useStaleFigures() {
  const page = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (isRefreshNeeded()) void balanceMoved();
  }, [page]);
  useEffect(() => {
    const mark = () => {
      if (document.hidden) markStale();
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, []);
}

export function Background() {
  const token = useAtomValue(tokenAtom);
  const wanted = useAtomValue(liveWantedAtom) > 0;
  const follows = Boolean(token) || wanted;
  useEffect(() => {
    if (!follows) return;
    const forget = topicNames.map((topic) => onTopic(topic, () => notified(topic)));
    const stop = followEvents(listening);
    return () => {
      for (const end of forget) end();
      stop();
    };
  }, [token, follows]);
  useAhead();
  useStaleFigures();
  useEffect(startRecovery, []);
  useEffect(() => watchLeftBehind(read(notifyAtom)), []);
  useEffect(feelToasts, []);
  const [pulled, pull] = useRefresh();
  return (
    <>
      <Connection />
      <PullToRefresh onRefresh={pull} busy={pulled} />
    </>
  );
}
