// Notifications about the miner as the browser shows them, one per cycle, and the windows that may show it instead.
import { type ClaimOf, type NotificationData, reminderTag } from '#lib/reminded.ts';
import { claimWords } from './claim.words.ts';
import { isApp } from './reminders.rules.ts';

/** The part of the worker's scope that is used here; tests are compiled with the page's types only. */
declare const self: {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(of: {
      type: 'window';
    }): Promise<readonly { url: string; visibilityState: DocumentVisibilityState }[]>;
  };
};

/** The name of the reminder's action. */
export const CLAIM = 'claim';

/** A window of the app is visible. */
export const isInFront = async (): Promise<boolean> =>
  (await self.clients.matchAll({ type: 'window' })).some(
    ({ url, visibilityState }) => isApp(url) && visibilityState === 'visible',
  );

/** Missing from the type library, as few browsers show buttons in notifications. */
interface WithActions extends NotificationOptions {
  actions: { action: string; title: string }[];
}

export const canShowActions = (): boolean =>
  'maxActions' in Notification && Number(Notification.maxActions) > 0;

interface Shown extends NotificationData {
  title: string;
  body: string;
  tag: string;
  /** Without a sound: it replaces a notification still on display, or needs no action. */
  silent?: boolean;
}

const buttons = ({ lang }: ClaimOf) => [{ action: CLAIM, title: claimWords[lang].claim }];

export function show({ title, body, tag, silent = false, url, claim, after }: Shown): Promise<void> {
  const options: WithActions = {
    body,
    tag,
    silent,
    icon: '/icon-192.png',
    badge: '/icon-mono-192.png',
    data: { url, claim, after },
    actions: claim ? buttons(claim) : [],
  };
  return self.registration.showNotification(title, options);
}

export const notesOf = (endsAt: number): Promise<Notification[]> =>
  self.registration.getNotifications({ tag: reminderTag(endsAt) });
