// The team page's own decisions: the view in an address, the link for a code, search input, and how many lamps of the
// tree are lit.
import type { Output } from '#contract';
import { DAY_MS } from '#rules/days.ts';
import { SHOWN_DIGITS } from '#rules/addresses.ts';
import { NEW_MEMBER_DAYS } from '#rules/figures.ts';
import { readSearch } from '#rules/search.ts';
import { LEVELS, type Level } from '#rules/team.ts';

export type Summary = Output<'GET /api/user/invites'>['summary'];
export type Member = Output<'GET /api/user/invites'>['items'][number];
export type Earning = Output<'GET /api/user/earnings'>['items'][number];
export type ReceiptLine = Output<'GET /api/user/earnings/receipt'>['items'][number];
export type Levels = Output<'GET /api/user/levels'>;

/** Anyone who joined within the last days is new. */
export const isNew = ({ joinedAt }: Pick<Member, 'joinedAt'>, now: number): boolean =>
  now - Date.parse(joinedAt) < NEW_MEMBER_DAYS * DAY_MS;

/** What each level has earned, for those that are enabled or have earned something. Amounts are missing while they load. */
export const levelsShown = (
  summary: Pick<Summary, 'membersByLevel' | 'earningsByLevel'> | undefined,
): { level: Level; amount: string | undefined }[] =>
  LEVELS.map((level) => ({ level, amount: summary?.earningsByLevel?.[level - 1] })).filter(
    ({ level, amount = '0' }) => !summary || level <= summary.membersByLevel.length || amount !== '0',
  );

export type Place = { view: 'invite' } | { view: 'members'; level?: Level } | { view: 'earnings' };

/** The view in a query string. A level on its own selects its members; unknown values are ignored. */
export function placeOf(view: string | undefined, level: string | undefined): Place {
  const known = LEVELS.find((each) => String(each) === level);
  if (known) return { view: 'members', level: known };
  if (view === 'members' || view === 'earnings') return { view };
  return { view: 'invite' };
}

export const ROUTE = '/pages/invite/index';

/** The page's address with a view. */
export function addressOf(place: Place): string {
  if (place.view === 'invite') return ROUTE;
  if (place.view === 'members' && place.level) return `${ROUTE}?level=${place.level}`;
  return `${ROUTE}?view=${place.view}`;
}

/** The code comes before the hash, because messengers and wallet browsers drop what follows it. */
export const linkOf = (origin: string, code: string): string => `${origin}/?code=${encodeURIComponent(code)}`;

export type Search =
  | { state: 'none' }
  /** Too few digits to search for. */
  | { state: 'short' }
  /** More digits of an address than lists show, but not all of them. */
  | { state: 'part' }
  /** Cannot be part of an address. */
  | { state: 'wrong' }
  | { state: 'ask'; search: string };

const SHAPE = /^(?:0x?)?([0-9a-f]*)(?:…|\.+|\*+)?([0-9a-f]*)$/i;

/** The search to send for what the user has typed or pasted. */
export function searchOf(typed: string): Search {
  const search = typed.replace(/\s/g, '');
  if (search === '') return { state: 'none' };
  if (readSearch(search)) return { state: 'ask', search };
  const [whole, start = '', end = ''] = SHAPE.exec(search) ?? [];
  if (whole === undefined) return { state: 'wrong' };
  return { state: Math.max(start.length, end.length) > SHOWN_DIGITS ? 'part' : 'short' };
}

/** How many lamps fit on each ring. */
export const ROOM: readonly number[] = [5, 9, 13];

export interface Lamp {
  x: number;
  y: number;
  /** The lamp of the ring above that it hangs on; null for the first ring, which hangs on the account. */
  on: number | null;
}

/** Degrees from the left end of a ring to its right end. */
const FIRST = 22;
const LAST = 158;

/** The positions of the lamps of each ring below a point: one per member, as far as there is room. */
export function lampsOf(
  counts: readonly number[],
  radii: readonly number[],
  at: { x: number; y: number },
): Lamp[][] {
  let above = 0;
  return counts.map((count, ring) => {
    const shown = Math.min(count, ROOM[ring] ?? 0);
    const parents = above;
    above = shown;
    return Array.from({ length: shown }, (_, place) => {
      const degrees = FIRST + ((LAST - FIRST) * (place + 0.5)) / shown;
      const angle = (degrees * Math.PI) / 180;
      const radius = radii[ring] ?? 0;
      return {
        x: at.x - Math.cos(angle) * radius,
        y: at.y + Math.sin(angle) * radius,
        on: parents === 0 ? null : Math.min(parents - 1, Math.floor(((place + 0.5) * parents) / shown)),
      };
    });
  });
}

/**
 * Lines of at most `width`; `pieces` are the segments between which a line may break (words, or parts of words in
 * scripts without spaces).
 */
export function linesOf(
  pieces: readonly string[],
  width: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trim());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trim()].filter((each) => each !== '');
}

/**
 * The same number of lines, balanced as well as possible: no word is left alone on the last line. `step` is the
 * granularity of the widths tried.
 */
export function evenLinesOf(
  pieces: readonly string[],
  width: number,
  measure: (text: string) => number,
  step: number,
): string[] {
  let best = linesOf(pieces, width, measure);
  for (let narrower = width - step; narrower > width / 2; narrower -= step) {
    const lines = linesOf(pieces, narrower, measure);
    if (lines.length > best.length || lines.some((line) => measure(line) > narrower)) break;
    best = lines;
  }
  return best;
}

/** What each level earns from race bets; undefined if the race or its referral is disabled, or not known. */
export const raceReferral = (
  features: Pick<Output<'GET /api/index'>['features'], 'race'>,
  config: Pick<Output<'GET /api/game/config'>, 'referral'> | undefined,
): readonly string[] | undefined =>
  features.race && config?.referral.some((share) => Number(share) > 0) ? config.referral : undefined;
