// The test notification: by the server where it reaches this device, else by the device itself.
import { t } from '@lingui/core/macro';
import { call } from '#api/client.ts';
import { isRefusal } from '#api/errors.ts';
import { pushAtom } from '#lib/notify.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { tellAgain } from './keep-in-step.ts';
import { workerRegistration } from './subscription.ts';

/** 'sent' by the server, 'shown' by the device, or 'failed' both. */
export type TestResult = 'sent' | 'shown' | 'failed';

async function showHere(): Promise<TestResult> {
  const registration = await workerRegistration();
  const shown = registration?.showNotification(t`Test notification`, {
    body: t`Reminders reach this device.`,
    tag: 'test',
    icon: '/icon-192.png',
    badge: '/icon-mono-192.png',
    data: { url: '/#/pages/mining/index' },
  });
  if (!shown) return 'failed';
  return shown.then(
    () => 'shown',
    () => 'failed',
  );
}

const isReached = (): boolean => read(pushAtom) === 'active' && read(tokenAtom) !== null;

/** A server that does not know this device is told of it once more. */
async function sendByServer(): Promise<void> {
  try {
    await call('POST /api/push/test');
  } catch (error) {
    if (!isRefusal(error, 'not_found')) throw error;
    await tellAgain();
    if (!isReached()) throw error;
    await call('POST /api/push/test');
  }
}

/** @throws ApiError `too_many_requests`: a moment ago there was one already */
export async function sendTest(): Promise<TestResult> {
  if (!isReached()) return showHere();
  try {
    await sendByServer();
    return 'sent';
  } catch (error) {
    if (isRefusal(error, 'too_many_requests')) throw error;
    return showHere();
  }
}
