// Fetches the newest announcements with their pictures before anybody opens them, so that they can be read without a network.
import { queryClient } from '#api/queries.ts';
import { type Lang } from '#lib/languages.ts';
import { currentLanguage } from '#lib/locale.ts';
import { isOnline } from '#lib/online.ts';
import { picturesIn } from '#ui/markdown.ts';
import { type ArticleRow, lastText, listQuery, textQuery } from './content.queries.ts';
import { AHEAD, isCurrent } from './content.rules.ts';
import { keepPictures, workerAnswers } from './pictures.ts';

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Nothing a person waits for is under way then. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });

async function fetchOne(lang: Lang, row: ArticleRow): Promise<void> {
  const kept = await lastText(lang, row.id).recall();
  const text = kept && isCurrent(kept, row) ? kept : await queryClient.query(textQuery(lang, row.id));
  await keepPictures([row.cover, ...picturesIn(text.body)]);
}

/** One after the other, in the quiet moments of a page. It stops at the first that is lost: the next start goes on. */
export async function readAhead(lang: Lang, signal: AbortSignal): Promise<void> {
  // Without a worker the app does not open without a network, and nobody could read them.
  await workerAnswers();
  if (savesData()) return;
  const goesOn = () => !signal.aborted && lang === currentLanguage() && isOnline();
  await idle();
  if (!goesOn()) return;
  const { pages } = await queryClient.infiniteQuery(listQuery(lang));
  for (const row of pages[0]?.items.slice(0, AHEAD) ?? []) {
    await idle();
    if (!goesOn()) return;
    await fetchOne(lang, row);
  }
}
