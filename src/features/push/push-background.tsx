// Runs on every page: updates the push subscription whenever something that it depends on has changed, and handles
// messages from the worker.
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { go } from '#lib/navigate.ts';
import { notifyAtom, onSignOut, pushAtom, quietAtom, watchPermission } from '#lib/notify.ts';
import { isOnline, onOnlineChange } from '#lib/online.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { farewell, keepInStep } from './keep-in-step.ts';

interface Said {
  type?: unknown;
  /** Path of a page, after "/#". */
  url?: string;
}

const saidBy = (data: unknown): Said | null => (typeof data === 'object' ? data : null);

export function Background() {
  const on = useAtomValue(notifyAtom);
  const token = useAtomValue(tokenAtom);
  const quiet = useAtomValue(quietAtom);
  const { i18n } = useLingui();
  const language = i18n.locale;
  useEffect(watchPermission, []);
  useEffect(() => onSignOut(farewell), []);
  useEffect(() => {
    void keepInStep();
  }, [on, token, quiet, language]);
  useEffect(() => {
    const again = () => void keepInStep();
    const forget = onOnlineChange(() => isOnline() && again());
    // The push service did not answer the last time.
    const seen = () => !document.hidden && read(pushAtom) === 'none' && again();
    document.addEventListener('visibilitychange', seen);
    const hear = ({ data, ports }: MessageEvent<unknown>) => {
      const said = saidBy(data);
      // The browser has replaced its subscription.
      if (said?.type === 'PUSH_CHANGED') again();
      // A notification was tapped while this page is open.
      if (said?.type !== 'SHOW') return;
      ports[0]?.postMessage(true);
      void go(said.url?.replace('/#', ''));
    };
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => {
      forget();
      document.removeEventListener('visibilitychange', seen);
      navigator.serviceWorker?.removeEventListener('message', hear);
    };
  }, []);
  return null;
}
