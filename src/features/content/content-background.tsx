// Runs behind every page: prefetches the listed announcements at the start, after a language switch, and when the
// network is back.
import { CancelledError } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOnline, useOnline } from '#lib/online.ts';
import { cached, queryClient } from '#api/queries.ts';
import { idle } from '#lib/idle.ts';
import { keepsApp } from '#lib/keeps-app.ts';
import type { Language } from '#contract/languages.ts';
import { currentLanguage } from '#lib/locale.ts';
import { picturesIn } from '#ui/markdown.ts';
import { useLanguage } from './use-language.ts';
import { type ArticleRow, lastText, listQuery, textQuery } from './content.queries.ts';
import { isCurrent } from './content.rules.ts';
import { keepPictures } from './pictures.ts';

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const IDLE_WITHIN_MS = 1000;

/** The pictures in its text and its cover. */
async function fetchOne(lang: Language, row: ArticleRow): Promise<(string | null)[]> {
  const last = await lastText(lang, row.id).recall();
  const text = last && isCurrent(last, row) ? last : await queryClient.query(textQuery(lang, row.id));
  return [row.cover, ...picturesIn(text.body)];
}

/** One after another, while the page is idle. It stops at the first failure: the next start continues. */
async function readAhead(lang: Language, signal: AbortSignal): Promise<void> {
  await keepsApp;
  if (savesData()) return;
  const goesOn = () => !signal.aborted && lang === currentLanguage() && isOnline();
  await idle(IDLE_WITHIN_MS);
  if (!goesOn()) return;
  const [{ pages }, { banners }, { pinned }] = await Promise.all([
    queryClient.infiniteQuery(listQuery(lang)),
    queryClient.query(cached('GET /api/index')),
    queryClient.query(cached('GET /api/article/index')),
  ]);
  const listed = pages[0]?.items ?? [];
  const apart = pinned && !listed.some(({ id }) => id === pinned.id) ? [pinned] : [];
  const pictures: (string | null)[] = banners.map(({ image }) => image);
  for (const row of [...apart, ...listed]) {
    await idle(IDLE_WITHIN_MS);
    if (!goesOn()) return;
    pictures.push(...(await fetchOne(lang, row)));
  }
  // Texts need no worker; pictures pass through it, and it may still be fetching the app's files.
  await keepPictures(pictures);
}

/** A call that is refetched meanwhile is cancelled; then reading goes on where it was. */
async function readOn(lang: Language, signal: AbortSignal): Promise<void> {
  try {
    await readAhead(lang, signal);
  } catch (error) {
    if (error instanceof CancelledError && !signal.aborted) await readOn(lang, signal);
  }
}

export function Background() {
  const lang = useLanguage();
  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    const stop = new AbortController();
    void readOn(lang, stop.signal);
    return () => stop.abort();
  }, [lang, online]);
  return null;
}
