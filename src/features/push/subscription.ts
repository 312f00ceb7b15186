// The browser's side of push: its subscription, made and taken away in bounded time, because some browsers never answer.
import { HOUR_MS } from '#rules/days.ts';
import { keyBytes, madeFor } from './push.rules.ts';

/** A push service that takes longer is not there for this person. */
const PUSH_PATIENCE_MS = 5000;
/** The worker is registered when the page is idle. */
const WORKER_PATIENCE_MS = 10_000;

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The worker's registration; undefined where there is none. */
export const workerRegistration = (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator
    ? within(WORKER_PATIENCE_MS, navigator.serviceWorker.ready).catch(() => undefined)
    : Promise.resolve(undefined);

/** The browser's present subscription; null without one, or where the browser has no push. */
export const subscriptionOf = async (
  registration: ServiceWorkerRegistration,
): Promise<PushSubscription | null> =>
  'pushManager' in registration
    ? within(PUSH_PATIENCE_MS, registration.pushManager.getSubscription()).catch(() => null)
    : null;

/**
 * A subscription for the server's key (base64url): the present one if it was made for it, else a new one.
 * @throws when the browser has no push, or its push service does not answer in time
 */
export async function subscribed(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const key = keyBytes(publicKey);
  const present = await subscriptionOf(registration);
  if (present && madeFor(key, present.options.applicationServerKey)) return present;
  await drop(present);
  const made = registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return within(PUSH_PATIENCE_MS, made);
}

/** From now on no push reaches this device, whether or not its service could be told. */
export const drop = (subscription: PushSubscription | null): Promise<unknown> =>
  subscription
    ? within(PUSH_PATIENCE_MS, subscription.unsubscribe()).catch(() => undefined)
    : Promise.resolve();

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

const PERIODIC_TAG = 'reminder';

/** Where the browser wakes a closed app now and then, it does so for reminders; it decides how often. */
export async function wakeNowAndThen(registration: ServiceWorkerRegistration, on: boolean): Promise<void> {
  if (!('periodicSync' in registration)) return;
  const periodic = registration.periodicSync as PeriodicSync;
  const done = on
    ? periodic.register(PERIODIC_TAG, { minInterval: HOUR_MS })
    : periodic.unregister(PERIODIC_TAG);
  // Only installed apps that are used are allowed to.
  await done.catch(() => undefined);
}
