// Keeps the push subscription in sync with the user's settings: after a start, a sign-in, a change of switch, quiet
// hours or language, and when the network is back. One round at a time.
import { atomWithStorage } from 'jotai/utils';
import { call } from '#api/client.ts';
import { currentLanguage } from '#lib/locale.ts';
import { notifyAtom, pushAtom, quietAtom } from '#lib/notify.ts';
import { onSessionEnd, tokenAtom, walletAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { sessionJson } from '#lib/stored.ts';
import { type PushFacts, pushStep, type Reported } from './push.rules.ts';
import { drop, subscribed, subscriptionOf, setPeriodicSync, workerRegistration } from './subscription.ts';

/** Lasts as long as the tab's session: after the next sign-in, the subscription is reported again. */
const reportedAtom = atomWithStorage<Reported | null>('push', null, sessionJson(), { getOnInit: true });
onSessionEnd(() => write(reportedAtom, null));

const factsOf = (subscription: PushSubscription | null): PushFacts => ({
  on: read(notifyAtom),
  address: read(tokenAtom) === null ? null : read(walletAtom).address.toLowerCase(),
  endpoint: subscription?.endpoint ?? null,
  reported: read(reportedAtom),
  quiet: read(quietAtom),
  // Only read where it counts: the first time blocks a slow phone for 60 ms.
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  lang: currentLanguage(),
});

/** True once the server knows this device. */
async function tell(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { publicKey } = await call('GET /api/push/key');
  const subscription = await subscribed(registration, publicKey);
  const { address, endpoint, quiet, timeZone, lang } = factsOf(subscription);
  if (address === null || endpoint === null) return false;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await call('POST /api/push/subscription', {
    subscription: { endpoint, keys: { p256dh, auth } },
    quiet,
    timeZone,
  });
  // If the session has ended meanwhile, what it reported is no longer valid.
  if (read(tokenAtom) === null) return false;
  write(reportedAtom, { address, endpoint, quiet, timeZone, lang });
  return true;
}

/** The request may be lost: the server finds out with its next push, which the push service refuses. */
async function remove(subscription: PushSubscription | null): Promise<void> {
  const reported = read(reportedAtom);
  write(reportedAtom, null);
  const tellServer = reported !== null && read(tokenAtom) !== null;
  await Promise.allSettled([
    drop(subscription),
    tellServer && call('POST /api/push/subscription', { subscription: null }, { timeoutMs: 5000 }),
  ]);
}

async function round(): Promise<void> {
  const registration = await workerRegistration();
  if (!registration) return write(pushAtom, 'none');
  const subscription = await subscriptionOf(registration);
  const facts = factsOf(subscription);
  const step = pushStep(facts);
  void setPeriodicSync(registration, facts.on);
  if (step === 'remove') await remove(subscription);
  // Without a network or a push service, the page's own timer has to suffice; the next round retries.
  const reached = step === 'tell' ? await tell(registration).catch(() => false) : facts.endpoint !== null;
  write(pushAtom, step !== 'remove' && reached ? 'active' : 'none');
}

let rounds = Promise.resolve();

/** Resolves when this device's subscription matches the current settings, or comes as close as is possible now. */
export const keepInStep = (): Promise<void> =>
  (rounds = rounds.then(round).catch(() => write(pushAtom, 'none')));

/** For a server that does not know this device although it was reported. */
export function tellAgain(): Promise<void> {
  write(reportedAtom, null);
  return keepInStep();
}

/** On sign-out: nobody else's reminders reach this device, and the server forgets it. */
export async function farewell(): Promise<void> {
  const reported = read(reportedAtom);
  const registration = reported === null ? undefined : await workerRegistration();
  if (registration) await remove(await subscriptionOf(registration));
}
