// Behind every page: fetches the listed announcements ahead, at the start, after a switch of language, and when the network is back.
import { useEffect } from 'react';
import { useOnline } from '#lib/online.ts';
import { readAhead } from './ahead.ts';
import { useLanguage } from './use-language.ts';

export function Background() {
  const lang = useLanguage();
  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    const stop = new AbortController();
    void readAhead(lang, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [lang, online]);
  return null;
}
