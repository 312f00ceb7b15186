// The browser's side of push: its subscription, created and removed with timeouts, because some browsers never answer.
import { HOUR_MS } from '#rules/days.ts';
import { bytesOf } from '#lib/base64url.ts';
import { within } from '#lib/within.ts';
import { madeFor } from './push.rules.ts';

/** A push service that takes longer is treated as unavailable. */
const PUSH_PATIENCE_MS = 5000;
/** The worker is registered when the page is idle. */
const WORKER_PATIENCE_MS = 10_000;

/** The worker's registration; undefined if there is none. */
export const workerRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator
    ? within(WORKER_PATIENCE_MS, navigator.serviceWorker.ready).catch(() => undefined)
    : Promise.resolve(undefined);

/** The browser's current subscription; null without one, or if the browser does not support push. */
export const subscriptionOf = async (
  registration: ServiceWorkerRegistration,
): Promise<PushSubscription | null> =>
  'pushManager' in registration
    ? within(PUSH_PATIENCE_MS, registration.pushManager.getSubscription()).catch(() => null)
    : null;

/**
 * A subscription for the server's key (base64url): the current one if it was created with that key, otherwise a new
 * one.
 * @throws if the browser does not support push, or its push service does not answer in time
 */
export async function subscribed(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const key = bytesOf(publicKey);
  const present = await subscriptionOf(registration);
  if (present && madeFor(key, present.options.applicationServerKey)) return present;
  await drop(present);
  const made = registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return within(PUSH_PATIENCE_MS, made);
}

/** From now on no push reaches this device, even if its push service could not be told. */
export const drop = (subscription: PushSubscription | null): Promise<unknown> =>
  subscription
    ? within(PUSH_PATIENCE_MS, subscription.unsubscribe()).catch(() => undefined)
    : Promise.resolve();

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

const PERIODIC_TAG = 'reminder';

/** Lets the browser wake the closed app occasionally for reminders, where it supports that; it decides how often. */
export async function setPeriodicSync(registration: ServiceWorkerRegistration, on: boolean): Promise<void> {
  if (!('periodicSync' in registration)) return;
  const periodic = registration.periodicSync as PeriodicSync;
  const done = on
    ? periodic.register(PERIODIC_TAG, { minInterval: HOUR_MS })
    : periodic.unregister(PERIODIC_TAG);
  // Allowed only for installed apps that are in use.
  await done.catch(() => undefined);
}
