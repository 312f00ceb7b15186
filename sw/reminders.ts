// Reminders from page timer, periodic sync and push: shown once per cycle; a window in front shows its popup instead.
// The server is asked first, because the cycle may have been claimed on another device. A tap opens the miner page.
import { firstLanguage } from '#contract/languages.ts';
import { outboxOwner, outboxTokenFor } from '#api/outbox.ts';
import { setBadge } from '#lib/badge.ts';
import { claimReminder, type ClaimOf, dataOf, reminderTag, waitingReminder } from '#lib/reminded.ts';
import { claimFromReminder } from './claim.ts';
import { canShowActions, CLAIM, isInFront, notesOf, show } from './notes.ts';
import { askStanding } from './standing.ts';
import { howToShow, isApp, isDue, MINER, mustBeShown, pushText, windowToShow } from './reminders.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** Missing from the type library, as few browsers support periodic sync. */
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** The reminder's "Claim", where the browser shows such buttons and the worker can act for the account. */
const claimOf = async (
  address: string | undefined,
  endsAt: number,
  lang = firstLanguage(navigator.languages),
): Promise<{ claim?: ClaimOf }> =>
  address !== undefined && canShowActions() && (await outboxTokenFor(address)) !== undefined
    ? { claim: { address, endsAt, lang } }
    : {};

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
  if (await claimReminder(endsAt))
    await show({
      title: waits.title,
      body: waits.body,
      tag: reminderTag(endsAt),
      ...(await claimOf(address, endsAt, waits.lang)),
    });
}

/** Browsers require pushes to be shown. The server has already applied quiet hours. */
async function showPush(text: string): Promise<void> {
  const push = pushText(text);
  const { endsAt } = push;
  if (endsAt === null) return show(push);
  const waits = await waitingReminder();
  const mine = waits?.endsAt === endsAt ? waits : undefined;
  const address = mine?.address ?? (await outboxOwner());
  const standing = await askStanding(address, endsAt);
  // A window that does not know this cycle would show nothing.
  const inFront = mine !== undefined && (await isInFront());
  const how = howToShow({
    standing,
    inFront,
    first: !inFront && (await claimReminder(endsAt)),
    there: (await notesOf(endsAt)).some((shown) => dataOf(shown).after === undefined),
    must: mustBeShown(navigator.userAgent),
  });
  if (!how) return;
  const { url } = push;
  // The server does not know that this device hides amounts.
  const { title, body } = waits?.hidesAmounts ? (mine ?? push.neutral) : push;
  const shown =
    how.words === 'own'
      ? { ...push, title, body, ...(await claimOf(address, endsAt, push.lang)) }
      : push.neutral;
  await show({ ...shown, url, tag: reminderTag(endsAt), silent: how.silent });
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

const windows = async () => (await self.clients.matchAll({ type: 'window' })).filter(({ url }) => isApp(url));

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
    const { url = MINER, claim } = dataOf(event.notification);
    if (event.action === CLAIM && claim)
      return event.waitUntil(claimFromReminder(claim).catch(() => openPage(MINER)));
    event.notification.close();
    event.waitUntil(openPage(url));
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
}
