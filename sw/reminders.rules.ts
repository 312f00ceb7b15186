// The worker's decisions about reminders: when one is due, what a push says and whether it is shown, and which window a
// tap opens.
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { quietEnd } from '#rules/quiet.ts';
import { BRAND } from '#lib/brand.ts';
import type { Reminder, Standing } from '#lib/reminded.ts';

export const MINER = '/#/pages/mining/index';

/**
 * Whether a reminder may be shown at `now` (milliseconds on the server's clock): its cycle is over, and it is not
 * within quiet hours.
 */
export function isDue({ endsAt, quiet }: Reminder, now: number, timeZone: string): boolean {
  if (now < endsAt) return false;
  return quiet === null || quietEnd(new Date(now), quiet, timeZone).getTime() === now;
}

/** The content of a push. `endsAt` (milliseconds on the server's clock) identifies the cycle; a test push has none. */
interface PushText {
  endsAt: number | null;
  title: string;
  body: string;
  /** Language of its texts; older servers do not send it. */
  lang: Language | undefined;
  /** Shown instead when it is not certain that the cycle can be claimed. */
  neutral: { title: string; body: string };
  tag: string;
  /** Path of a page in the app. */
  url: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wordsOf = (said: Record<string, unknown>) => ({
  title: textOf(said['title']) ?? BRAND.name,
  body: textOf(said['body']) ?? '',
});

/**
 * A push always shows something: content in an unknown format, from an older or newer server, becomes the app's bare
 * name with a link to the miner.
 */
export function pushText(text: string): PushText {
  const said = objectOf(readJson(text));
  const endsAt =
    typeof said['endsAt'] === 'number' ? said['endsAt'] : Date.parse(textOf(said['endsAt']) ?? '');
  const url = textOf(said['url']);
  return {
    endsAt: said['kind'] === 'miner' && Number.isFinite(endsAt) ? endsAt : null,
    ...wordsOf(said),
    lang: LANGUAGES.find((lang) => lang === said['lang']),
    neutral: wordsOf(objectOf(said['neutral'])),
    tag: textOf(said['tag']) ?? 'push',
    url: url?.startsWith('/#/') ? url : MINER,
  };
}

interface PushFacts {
  /** The state of its cycle according to the server. */
  standing: Standing;
  /** A window in front knows of the cycle: its own timer shows the popup. */
  inFront: boolean;
  /** No channel has reminded of this cycle yet. */
  first: boolean;
  /** A notification of the cycle is still on display. */
  there: boolean;
  /** This browser requires every push to be shown. */
  must: boolean;
}

/**
 * How to show a push about a cycle; null means not at all. It says that something can be claimed only if the server has
 * just confirmed it. A reminder that was shown before, dismissed or not, is not shown again, unless it is still on
 * display (then it is replaced silently) or the browser insists.
 */
export function howToShow(facts: PushFacts): { words: 'own' | 'neutral'; silent: boolean } | null {
  const { standing, inFront, first, there, must } = facts;
  if ((inFront || !first) && !there && !must) return null;
  return {
    words: standing === 'claimable' ? 'own' : 'neutral',
    silent: inFront || !first || standing === 'over',
  };
}

/**
 * WebKit cancels a subscription if any of its pushes is not shown, even with the app in the foreground; other
 * browsers tolerate that.
 */
export const mustBeShown = (userAgent: string): boolean =>
  /AppleWebKit\//.test(userAgent) && !/Chrome\//.test(userAgent);

/** A window of the app itself, not of a file opened directly, such as verify.html. */
export function isApp(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname === '/index.html' || !/\.\w+$/.test(pathname);
}

interface Window {
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
}

/** The window that a tap on a notification opens: the focused one, else a visible one, else any. */
export const windowToShow = <W extends Window>(windows: readonly W[]): W | undefined =>
  windows.find(({ focused }) => focused) ??
  windows.find(({ visibilityState }) => visibilityState === 'visible') ??
  windows[0];
