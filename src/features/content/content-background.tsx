// Runs behind every page: prefetches the listed announcements at the start, after a language switch, and when the
// network is back.
import { CancelledError } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOnline, useOnline } from '#lib/online.ts';
import { batched } from '#api/batch.ts';
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
  const rows = [...apart, ...listed];
  const texts = await Promise.all(rows.map(({ id }) => lastText(lang, id).recallSame()));
  const isMissing = (row: ArticleRow, at: number) => !isCurrent(texts[at], row);
  const keys = rows.filter(isMissing).map(({ id }) => textQuery(lang, id).queryKey);
  await batched(keys, async () => {
    for (const [at, row] of rows.entries()) {
      if (!isMissing(row, at)) continue;
      await idle(IDLE_WITHIN_MS);
      if (!goesOn()) return;
      texts[at] = await queryClient.query(textQuery(lang, row.id));
    }
  });
  if (!goesOn()) return;
  keepPictures([
    ...banners.map(({ image }) => image),
    ...rows.flatMap(({ cover }, at) => [cover, ...picturesIn(texts[at]?.body ?? '')]),
  ]);
}

/** A call that is refetched meanwhile is cancelled; then the prefetch continues where it was. */
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
