// Reminders: page timer, periodic sync and push show them here, once a cycle; a window in front shows its popup instead. A tap
// leads to the miner page.
import { setBadge } from '#lib/badge.ts';
import { claimReminder, reminderTag, waitingReminder } from '#lib/reminded.ts';
import { isDue, MINER, mustBeShown, pushText, windowToShow } from './reminders.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** Not in the library of types: few browsers wake a worker now and then. */
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const windows = () => self.clients.matchAll({ type: 'window' });
const isInFront = async () => (await windows()).some(({ visibilityState }) => visibilityState === 'visible');

interface Shown {
  title: string;
  body: string;
  tag: string;
  url?: string;
  /** Of a cycle that was reminded of already: it takes the place of the notification that is there, without a sound. */
  again?: boolean;
}

const show = ({ title, body, tag, url, again = false }: Shown): Promise<void> =>
  self.registration.showNotification(title, {
    body,
    tag,
    silent: again,
    icon: '/icon-192.png',
    badge: '/icon-mono-192.png',
    data: { url },
  });

/** What the page has left here for the end of the cycle, if it is time and nobody has reminded yet. */
async function remindOfWaiting(): Promise<void> {
  const waits = await waitingReminder();
  if (!waits || !isDue(waits, Date.now() + waits.offset, Intl.DateTimeFormat().resolvedOptions().timeZone))
    return;
  await setBadge('claim', 1);
  if (Notification.permission !== 'granted' || (await isInFront())) return;
  if (await claimReminder(waits.address, waits.endsAt))
    await show({ title: waits.title, body: waits.body, tag: reminderTag(waits.endsAt) });
}

/** Browsers want every push to be seen. Quiet hours were kept by the server. */
async function showPush(text: string): Promise<void> {
  const push = pushText(text);
  const { endsAt } = push;
  if (endsAt === null) return show(push);
  await setBadge('claim', 1);
  const waits = await waitingReminder();
  const mine = waits?.endsAt === endsAt ? waits : undefined;
  // That window's own timer brings the popup. A window that knows nothing of this cycle would stay silent.
  if (mine && (await isInFront())) {
    if (mustBeShown(navigator.userAgent)) await show({ ...push, tag: reminderTag(endsAt), again: true });
    return;
  }
  const first = await claimReminder(mine?.address ?? '', endsAt);
  await show({ ...push, tag: reminderTag(endsAt), again: !first });
}

/** A page that is asleep or still loading does not answer; then the browser leads it. */
const ANSWER_MS = 1500;

/** Asks an open page to show another one, which keeps everything else of it. True when it does. */
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
  // Focus wants a tap of this very moment; a window that was not given it is led to the page all the same.
  await open.focus().catch(() => undefined);
  if (!(await askToShow(open, url))) await open.navigate(url);
}

/** Some browsers replace a subscription by themselves; an open page tells the server, else the next start does. */
async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent) {
  if (!newSubscription && oldSubscription)
    await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
  for (const open of await windows()) open.postMessage({ type: 'PUSH_CHANGED' });
}

const isRemind = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'REMIND';

export function remind(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')));
  self.addEventListener('message', (event) => {
    if (isRemind(event.data)) event.waitUntil(remindOfWaiting());
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
