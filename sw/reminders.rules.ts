// What the worker decides about reminders: when one is due, what a push says, and which window a tap leads to.
import { quietEnd } from '#contract/quiet.ts';
import { BRAND } from '#lib/brand.ts';
import type { Reminder } from '#lib/reminded.ts';

export const MINER = '/#/pages/mining/index';

/** Whether a reminder may be shown at `now` (milliseconds on the server's clock): its cycle is over, and it is not quiet. */
export function isDue({ endsAt, quiet }: Reminder, now: number, timeZone: string): boolean {
  if (now < endsAt) return false;
  return quiet === null || quietEnd(new Date(now), quiet, timeZone).getTime() === now;
}

/** What a push says. `endsAt` (milliseconds on the server's clock) names the cycle; a test has none. */
export interface PushText {
  endsAt: number | null;
  title: string;
  body: string;
  tag: string;
  /** Path of a page of the app. */
  url: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A push always shows something: what an older or newer server says otherwise becomes the bare name, and leads to the miner. */
export function pushText(text: string): PushText {
  const said = objectOf(text);
  const endsAt =
    typeof said['endsAt'] === 'number' ? said['endsAt'] : Date.parse(textOf(said['endsAt']) ?? '');
  const url = textOf(said['url']);
  return {
    endsAt: said['kind'] === 'miner' && Number.isFinite(endsAt) ? endsAt : null,
    title: textOf(said['title']) ?? BRAND.name,
    body: textOf(said['body']) ?? '',
    tag: textOf(said['tag']) ?? 'push',
    url: url?.startsWith('/#/') ? url : MINER,
  };
}

/** WebKit takes a subscription away whose pushes are not all shown, even with the app in front; others do not mind then. */
export const mustBeShown = (userAgent: string): boolean =>
  /AppleWebKit\//.test(userAgent) && !/Chrome\//.test(userAgent);

interface Window {
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
}

/** The window that a tap on a notification leads to: the one in use, else one that is seen, else any. */
export const windowToShow = <W extends Window>(windows: readonly W[]): W | undefined =>
  windows.find(({ focused }) => focused) ??
  windows.find(({ visibilityState }) => visibilityState === 'visible') ??
  windows[0];
