// Which announcements are already on the device, and how their dates are shown.
import { DAY_MS } from '#rules/days.ts';
import { dateText, timeText } from '#lib/time.ts';
import type { ArticleRow, ArticleText } from './content.queries.ts';

const SHOWN = ['lang', 'title', 'summary', 'cover', 'publishedAt'] as const;

/** A cached text is refetched when the list shows the announcement differently: the operator has changed it. */
export const isCurrent = (stored: ArticleText | undefined, row: ArticleRow): boolean =>
  stored !== undefined && SHOWN.every((field) => stored[field] === row[field]);

const NEAR_MS = DAY_MS;

/** After a day, the exact time of publication does not matter to anyone. */
export const publishedText = (iso: string, language: string, nowMs: number): string =>
  Math.abs(nowMs - Date.parse(iso)) < NEAR_MS
    ? timeText(iso, language, nowMs)
    : dateText(iso, language, { dateStyle: 'medium' });

interface ListPlace {
  /** The announcement beside the list, if there is one. */
  chosen?: string;
  search: string;
}

/** The address of the list, or of an announcement with the list beside it. */
export function addressOf({ chosen, search }: ListPlace): string {
  const words = search === '' ? [] : [`search=${encodeURIComponent(search)}`];
  const asked = [...(chosen === undefined ? [] : [`id=${chosen}`]), ...words].join('&');
  return `/pages/notice/${chosen === undefined ? 'index' : 'details'}${asked && `?${asked}`}`;
}
