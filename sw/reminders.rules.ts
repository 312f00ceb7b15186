// What the worker decides about reminders: when one is due, what a push says and whether it is shown, and which window a tap leads to.
import { quietEnd } from '#rules/quiet.ts';
import { BRAND } from '#lib/brand.ts';
import type { Reminder, Standing } from '#lib/reminded.ts';

export const MINER = '/#/pages/mining/index';

/** Whether a reminder may be shown at `now` (milliseconds on the server's clock): its cycle is over, and it is not quiet. */
export function isDue({ endsAt, quiet }: Reminder, now: number, timeZone: string): boolean {
  if (now < endsAt) return false;
  return quiet === null || quietEnd(new Date(now), quiet, timeZone).getTime() === now;
}

/** What a push says. `endsAt` (milliseconds on the server's clock) names the cycle; a test has none. */
interface PushText {
  endsAt: number | null;
  title: string;
  body: string;
  /** Instead, where it is not certain that its cycle can be claimed. */
  neutral: { title: string; body: string };
  tag: string;
  /** Path of a page of the app. */
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

/** A push always shows something: what an older or newer server says otherwise becomes the bare name, and leads to the miner. */
export function pushText(text: string): PushText {
  const said = objectOf(readJson(text));
  const endsAt =
    typeof said['endsAt'] === 'number' ? said['endsAt'] : Date.parse(textOf(said['endsAt']) ?? '');
  const url = textOf(said['url']);
  return {
    endsAt: said['kind'] === 'miner' && Number.isFinite(endsAt) ? endsAt : null,
    ...wordsOf(said),
    neutral: wordsOf(objectOf(said['neutral'])),
    tag: textOf(said['tag']) ?? 'push',
    url: url?.startsWith('/#/') ? url : MINER,
  };
}

interface PushFacts {
  /** How its cycle stands by the server's word. */
  standing: Standing;
  /** A window in front knows of the cycle: its own timer brings the popup. */
  inFront: boolean;
  /** Nobody was reminded of this cycle before, by whichever road. */
  first: boolean;
  /** A notification of the cycle is still there. */
  there: boolean;
  /** This browser wants every push to be seen. */
  must: boolean;
}

/**
 * How a push about a cycle is shown; null: not at all. That something can be claimed is said only on the server's word of this
 * moment. What was shown before, dismissed or not, is not shown again, unless it is there (then it is replaced without a sound) or
 * the browser insists.
 */
export function howToShow(facts: PushFacts): { words: 'own' | 'neutral'; silent: boolean } | null {
  const { standing, inFront, first, there, must } = facts;
  if ((inFront || !first) && !there && !must) return null;
  return {
    words: standing === 'claimable' ? 'own' : 'neutral',
    silent: inFront || !first || standing === 'over',
  };
}

/** WebKit takes a subscription away whose pushes are not all shown, even with the app in front; others do not mind then. */
export const mustBeShown = (userAgent: string): boolean =>
  /AppleWebKit\//.test(userAgent) && !/Chrome\//.test(userAgent);

/** A window of the app itself, not of a file that is opened by itself, such as verify.html. */
export function isApp(url: string): boolean {
  const { pathname } = new URL(url);
  return pathname === '/index.html' || !/\.\w+$/.test(pathname);
}

interface Window {
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
}

/** The window that a tap on a notification leads to: the one in use, else one that is seen, else any. */
export const windowToShow = <W extends Window>(windows: readonly W[]): W | undefined =>
  windows.find(({ focused }) => focused) ??
  windows.find(({ visibilityState }) => visibilityState === 'visible') ??
  windows[0];
