// Behind every page: fetches the newest announcements ahead, at the start, after a switch of language, and when the network is back.
import { useEffect } from 'react';
import { useOnline } from '#lib/online.ts';
import { readAhead } from './ahead.ts';
import { useLanguage } from './use-language.ts';

/** The page that was opened comes first. */
const PAUSE_MS = 3000;

export function Background() {
  const lang = useLanguage();
  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void readAhead(lang, stop.signal).catch(() => undefined), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [lang, online]);
  return null;
}
