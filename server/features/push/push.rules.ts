/**
 * Decisions about reminders: what a subscription must contain, when a reminder is sent, and how to handle a service's
 * answer. Pure.
 */
import { HOUR_MS } from '#rules/days.ts';
import type { Input } from '#contract';
import type { Language } from '#contract/languages.ts';
import { type QuietHours, isTimeZone, quietEnd } from '#rules/quiet.ts';
import type { Issue } from '#server/http/validation.ts';
import { closedReason } from './addresses.ts';
import { minerText, testText } from './push.words.ts';
import { type DeviceKeys, readAuth, readPoint } from './webpush.ts';

const SECOND_MS = 1000;
/** No reminder is sent more than this long after its earliest time. */
const GIVE_UP_MS = 12 * HOUR_MS;
/** How long a service stores it for an unreachable device, in seconds. */
export const TTL_S = 43_200;
const TRIES = 6;
/** Doubles with each further attempt. */
const FIRST_PAUSE_MS = 30 * SECOND_MS;
/** Minimum time between two tests of a session. */
export const TEST_PAUSE_MS = 10 * SECOND_MS;
/** Devices per account; the one registered longest ago makes room. */
export const DEVICES = 10;

/** Local hours without reminders. */
export interface Quiet {
  readonly hours: QuietHours;
  readonly timeZone: string;
}

export interface Device extends DeviceKeys {
  readonly endpoint: string;
  readonly lang: Language;
  readonly quiet: Quiet | null;
}

type Asked = Input<'POST /api/push/subscription'>;

/** Whether messages may be sent to this URL. `open` also allows this machine and its network. */
function endpointIssue(endpoint: string, open: boolean): string | undefined {
  const url = URL.parse(endpoint);
  if (!url) return 'not an address';
  if (url.username || url.password) return 'must not name a user';
  return closedReason(url, open);
}

/** The submitted subscription, checked; or every reason to refuse it. */
export function readDevice(
  { quiet, timeZone }: Asked,
  subscription: NonNullable<Asked['subscription']>,
  lang: Language,
  open: boolean,
): { device: Device } | { issues: Issue[] } {
  const [p256dh, auth] = [readPoint(subscription.keys.p256dh), readAuth(subscription.keys.auth)];
  const endpoint = endpointIssue(subscription.endpoint, open);
  const zone = quiet && !timeZone ? 'needed with quiet hours' : 'not a time zone';
  const issues = [
    endpoint && { path: 'subscription.endpoint', reason: endpoint },
    !p256dh && { path: 'subscription.keys.p256dh', reason: 'not an uncompressed point of P-256' },
    !auth && { path: 'subscription.keys.auth', reason: 'not 16 bytes in base64url' },
    (quiet ? !isTimeZone(timeZone ?? '') : timeZone && !isTimeZone(timeZone)) && {
      path: 'timeZone',
      reason: zone,
    },
  ].filter((issue): issue is Issue => Boolean(issue));
  if (!p256dh || !auth || issues.length > 0) return { issues };
  return {
    device: {
      ...{ endpoint: subscription.endpoint, p256dh, auth, lang },
      quiet: quiet && timeZone ? { hours: quiet, timeZone } : null,
    },
  };
}

const loudFrom = (at: Date, quiet: Quiet | null): Date =>
  quiet ? quietEnd(at, quiet.hours, quiet.timeZone) : at;

/**
 * After this moment a reminder of the cycle is useless. Quiet hours do not shorten the time available for sending it.
 */
const lastMoment = (endsAt: Date, quiet: Quiet | null): number =>
  loudFrom(endsAt, quiet).getTime() + GIVE_UP_MS;

/** A reminder leased for sending. */
export interface Reminder {
  readonly endsAt: Date;
  readonly quiet: Quiet | null;
  /** Including this attempt. */
  readonly tries: number;
  /** False once the cycle was claimed or belongs to another account. */
  readonly current: boolean;
}

/** What to do with it now: send it, postpone it, or drop it. */
export function decide(r: Reminder, now: Date): 'send' | 'not needed' | 'given up' | { at: Date } {
  if (!r.current) return 'not needed';
  if (r.tries > TRIES || now.getTime() > lastMoment(r.endsAt, r.quiet)) return 'given up';
  const at = loudFrom(now, r.quiet);
  return at.getTime() === now.getTime() ? 'send' : { at };
}

/** A push service's answer; status 0 if there was none. */
export interface Answer {
  readonly status: number;
  /** The raw header. */
  readonly retryAfter?: string | undefined;
}

/**
 * The wait in ms from now, given in seconds or as a date in real time (RFC 9110, section 10.2.3); undefined if it is
 * neither.
 */
export function waitOf(retryAfter: string | undefined, wall: Date): number | undefined {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - wall.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(ms, SECOND_MS);
}

export type Ending = 'sent' | 'gone' | 'refused' | 'given up';

/** How to handle an answer: finish, or retry at a given time. */
export function outcomeOf(answer: Answer, r: Reminder, now: Date, wall: Date): Ending | { at: Date } {
  const { status } = answer;
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  if (status !== 0 && status !== 429 && status < 500) return 'refused';
  const pause = waitOf(answer.retryAfter, wall) ?? FIRST_PAUSE_MS * 2 ** (r.tries - 1);
  const at = now.getTime() + pause;
  if (r.tries >= TRIES || at > lastMoment(r.endsAt, r.quiet)) return 'given up';
  return { at: new Date(at) };
}

/**
 * The message for the worker, and the topic under which a service stores only the newest one (RFC 8030, section 5.4).
 */
export interface Message {
  readonly topic: string;
  readonly payload: string;
}

const MINING_PAGE = '/#/pages/mining/index';

const message = (tag: string, content: object): Message => ({
  topic: tag,
  payload: JSON.stringify({ ...content, tag, url: MINING_PAGE }),
});

/** For a cycle that has ended with this much ADIT, in smallest units. */
export const minerMessage = (endsAt: Date, output: bigint, lang: Language): Message =>
  message(`miner-${endsAt.getTime()}`, {
    kind: 'miner',
    endsAt: endsAt.getTime(),
    lang,
    ...minerText(output, lang),
  });

export const testMessage = (lang: Language): Message =>
  message('push-test', { kind: 'test', ...testText(lang) });
