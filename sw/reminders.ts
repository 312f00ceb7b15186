// Reminders from page timer, periodic sync and push: shown once per cycle; a window in front shows its popup instead.
// The server is asked first, because the cycle may have been claimed on another device. A tap opens the miner page.
import type { Output } from '#contract';
import { outboxOwner, outboxTokenFor } from '#api/outbox.ts';
import { request } from '#api/request.ts';
import { setBadge } from '#lib/badge.ts';
import {
  claimReminder,
  dropReminder,
  reminderTag,
  type Standing,
  standingOf,
  waitingReminder,
} from '#lib/reminded.ts';
import { howToShow, isApp, isDue, MINER, mustBeShown, pushText, windowToShow } from './reminders.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** Missing from the type library, as few browsers support periodic sync. */
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const windows = async () => (await self.clients.matchAll({ type: 'window' })).filter(({ url }) => isApp(url));
const isInFront = async () => (await windows()).some(({ visibilityState }) => visibilityState === 'visible');

interface Shown {
  title: string;
  body: string;
  tag: string;
  url?: string;
  /** Without a sound: it replaces a notification still on display, or needs no action. */
  silent?: boolean;
}

const show = ({ title, body, tag, url, silent = false }: Shown): Promise<void> =>
  self.registration.showNotification(title, {
    body,
    tag,
    silent,
    icon: '/icon-192.png',
    badge: '/icon-mono-192.png',
    data: { url },
  });

const notesOf = (endsAt: number) => self.registration.getNotifications({ tag: reminderTag(endsAt) });

/** A reminder must not be delayed, and a worker is given little time. */
const MINER_TIMEOUT_MS = 4000;

/** The miner of the account that the token belongs to; undefined when the request fails. */
async function askMiner(token: string): Promise<Output<'GET /api/mining/index'> | undefined> {
  const reply = await request('GET /api/mining/index', {}, { token, timeoutMs: MINER_TIMEOUT_MS });
  if (typeof reply === 'string' || reply.code !== 0) return undefined;
  return reply.data as Output<'GET /api/mining/index'>;
}

/**
 * The state of a cycle of this account (address in lower case), as far as the outbox token can find out. A reminder of
 * a cycle that is over is removed.
 */
async function askStanding(address: string | undefined, endsAt: number): Promise<Standing> {
  const token = address === undefined ? undefined : await outboxTokenFor(address);
  if (address === undefined || token === undefined) return 'unknown';
  const standing = standingOf(await askMiner(token), endsAt);
  if (standing === 'claimable') await setBadge('claim', 1);
  if (standing !== 'over') return standing;
  await Promise.all([dropReminder(address, endsAt), setBadge('claim', 0)]);
  for (const shown of await notesOf(endsAt)) shown.close();
  return standing;
}

/**
 * Shows the reminder that the page stored for the end of the cycle, if it is due and no channel has shown it yet.
 * `sure` is the end of a cycle that the page itself has just confirmed. If the server does not answer, nothing is
 * shown; another channel or a later attempt may succeed.
 */
async function remindOfWaiting(sure?: unknown): Promise<void> {
  const waits = await waitingReminder();
  if (!waits || !isDue(waits, Date.now() + waits.offset, Intl.DateTimeFormat().resolvedOptions().timeZone))
    return;
  const { address, endsAt } = waits;
  if (sure !== endsAt && (await askStanding(address, endsAt)) !== 'claimable') return;
  await setBadge('claim', 1);
  if (Notification.permission !== 'granted' || (await isInFront())) return;
  if (await claimReminder(address, endsAt))
    await show({ title: waits.title, body: waits.body, tag: reminderTag(endsAt) });
}

/** Browsers require pushes to be shown. The server has already applied quiet hours. */
async function showPush(text: string): Promise<void> {
  const push = pushText(text);
  const { endsAt } = push;
  if (endsAt === null) return show(push);
  const waits = await waitingReminder();
  const mine = waits?.endsAt === endsAt ? waits : undefined;
  const standing = await askStanding(mine?.address ?? (await outboxOwner()), endsAt);
  // A window that does not know this cycle would show nothing.
  const inFront = mine !== undefined && (await isInFront());
  const how = howToShow({
    standing,
    inFront,
    first: !inFront && (await claimReminder(mine?.address ?? '', endsAt)),
    there: (await notesOf(endsAt)).length > 0,
    must: mustBeShown(navigator.userAgent),
  });
  if (!how) return;
  const words = how.words === 'own' ? push : push.neutral;
  await show({ ...push, ...words, tag: reminderTag(endsAt), silent: how.silent });
}

/** A page that is asleep or still loading does not answer; then the browser navigates it. */
const ANSWER_MS = 1500;

/** Asks an open page to show another page without losing its state. True when it does. */
function askToShow(open: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.addEventListener('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    open.postMessage({ type: 'SHOW', url }, [port2]);
  });
}

async function openPage(url: string): Promise<void> {
  const open = windowToShow(await windows());
  if (!open) return void (await self.clients.openWindow(url));
  // Focusing needs a very recent tap; a window that could not be focused still goes to the page.
  await open.focus().catch(() => undefined);
  if (!(await askToShow(open, url))) await open.navigate(url);
}

/**
 * Some browsers replace a subscription on their own. An open page reports the new one to the server, otherwise the next
 * start does.
 */
async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent) {
  if (!newSubscription && oldSubscription)
    await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
  for (const open of await windows()) open.postMessage({ type: 'PUSH_CHANGED' });
}

const isRemind = (data: unknown): data is { sure?: unknown } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'REMIND';

export function remind(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')));
  self.addEventListener('message', (event) => {
    if (isRemind(event.data)) event.waitUntil(remindOfWaiting(event.data.sure));
  });
  self.addEventListener('periodicsync', (event) => {
    const periodic = event as PeriodicSyncEvent;
    if (periodic.tag === 'reminder') periodic.waitUntil(remindOfWaiting());
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const data = event.notification.data as { url?: string } | null;
    event.waitUntil(openPage(data?.url ?? MINER));
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
}
