// What the state of reminders means on this device, and what can be done about it.
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { BRAND } from '#lib/brand.ts';
import { permissionAtom } from '#lib/notify.ts';
import { useAbsence } from '#lib/online.ts';
import { openPopup } from '#lib/popups.ts';
import type { ReminderState } from '#lib/reminder-state.ts';
import { signedInAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { browserFamily } from './browser.rules.ts';

/** 'asking': the browser's own prompt is open. */
export function StateText({ state }: { state: ReminderState | 'asking' }) {
  const signedIn = useAtomValue(signedInAtom);
  const allowed = useAtomValue(permissionAtom) === 'granted';
  switch (state) {
    case 'asking':
      return <Trans>Tap Allow when your browser asks.</Trans>;
    case 'finding':
      return <Trans>On. Checking if it works with the app closed.</Trans>;
    case 'on':
      return <Trans>On, even when the app is closed.</Trans>;
    case 'open':
      return signedIn ? (
        <Trans>On, but only while the app is open.</Trans>
      ) : (
        <Trans>On. Sign in to get reminders.</Trans>
      );
    case 'off':
      return allowed ? <Trans>Off.</Trans> : <Trans>Off. Your browser will ask once.</Trans>;
    case 'blocked':
      return <Trans>Blocked by the browser.</Trans>;
    case 'install':
      return <Trans>Not possible yet.</Trans>;
    case 'unsupported':
      return <Trans>Not possible in this browser.</Trans>;
  }
}

export function Remedy({ state }: { state: ReminderState }) {
  const signedIn = useAtomValue(signedInAtom);
  const absence = useAbsence();
  if (state === 'blocked')
    return (
      <Notice icon="warn">
        <Trans>Notifications are blocked. To allow them:</Trans> <WayBack />
      </Notice>
    );
  if (state === 'install')
    return (
      <Notice icon="install">
        <p className="m-0 mb-2">
          <Trans>On iPhone and iPad, install the app to get notifications.</Trans>
        </p>
        <Button look="secondary" size="sm" onClick={() => openPopup('install', {})}>
          <Trans>How to install</Trans>
        </Button>
      </Notice>
    );
  if (state === 'unsupported')
    return (
      <Notice>
        <Trans>Open {BRAND.name} in another browser, or use your calendar.</Trans>
      </Notice>
    );
  if (state === 'open' && signedIn && absence === null)
    return (
      <Notice>
        <Trans>
          Your browser's push service isn't answering. We'll keep trying; use your calendar until then.
        </Trans>
      </Notice>
    );
  return null;
}

/** Where to grant the permission again, by browser family. */
function WayBack() {
  switch (browserFamily(navigator.userAgent, navigator.maxTouchPoints)) {
    case 'ios':
      return <Trans>go to Settings → Notifications → {BRAND.name} and allow notifications.</Trans>;
    case 'android':
      return (
        <Trans>
          tap the icon left of the address → Permissions and allow notifications. In the installed app, hold
          its icon → App info → Notifications.
        </Trans>
      );
    case 'firefox':
      return <Trans>tap the icon left of the address, unblock notifications, then reload.</Trans>;
    case 'safari':
      return <Trans>in Safari, go to Settings → Websites → Notifications and allow this page.</Trans>;
    case 'chromium':
      return <Trans>click the icon left of the address and allow notifications.</Trans>;
    case 'other':
      return <Trans>allow notifications for this page in your browser's settings.</Trans>;
  }
}
