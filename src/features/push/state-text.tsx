// What the state of reminders means on this device, and what can be done about it.
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { BRAND } from '#lib/brand.ts';
import { permissionAtom } from '#lib/notify.ts';
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
      return <Trans>Your browser is asking. Please allow notifications there.</Trans>;
    case 'finding':
      return <Trans>On. Finding out whether this device is reached when the app is closed.</Trans>;
    case 'on':
      return <Trans>On, also when the app is closed.</Trans>;
    case 'open':
      return signedIn ? (
        <Trans>On while the app is open, also in the background. Closed, it is not reached here.</Trans>
      ) : (
        <Trans>On. Reminders begin when you have signed in.</Trans>
      );
    case 'off':
      return allowed ? <Trans>Off.</Trans> : <Trans>Off. Your browser will ask you once.</Trans>;
    case 'blocked':
      return <Trans>Blocked by the browser.</Trans>;
    case 'install':
      return <Trans>Not possible yet.</Trans>;
    case 'unsupported':
      return <Trans>Not possible in this browser.</Trans>;
  }
}

export function Remedy({ state }: { state: ReminderState }) {
  if (state === 'blocked')
    return (
      <Notice icon="warn">
        <Trans>This page was not allowed to show notifications. Only you can change that:</Trans> <WayBack />
      </Notice>
    );
  if (state === 'install')
    return (
      <Notice icon="install">
        <p className="m-0 mb-2">
          <Trans>On an iPhone or iPad notifications begin once the app is on the home screen.</Trans>
        </p>
        <Button look="secondary" size="sm" onClick={() => openPopup('install', {})}>
          <Trans>How to put it there</Trans>
        </Button>
      </Notice>
    );
  if (state === 'unsupported')
    return (
      <Notice>
        <Trans>
          Browsers inside of wallets and private windows often have no notifications. Open {BRAND.name} in
          another browser, or let your calendar remind you.
        </Trans>
      </Notice>
    );
  if (state === 'open')
    return (
      <Notice>
        <Trans>
          The service that would wake this browser cannot be reached now. It is tried again with each start;
          until then your calendar can remind you when the app is closed.
        </Trans>
      </Notice>
    );
  return null;
}

/** Where to grant the permission again, by browser family. */
function WayBack() {
  switch (browserFamily(navigator.userAgent, navigator.maxTouchPoints)) {
    case 'ios':
      return (
        <Trans>in the Settings app choose Notifications, then {BRAND.name}, and allow notifications.</Trans>
      );
    case 'android':
      return (
        <Trans>
          tap the sign at the left of the address, then Permissions, and allow notifications. In the installed
          app: hold its icon, then App info, Notifications.
        </Trans>
      );
    case 'firefox':
      return (
        <Trans>
          tap the sign at the left of the address, take the block on notifications away, and load the page
          again.
        </Trans>
      );
    case 'safari':
      return <Trans>in Safari's Settings choose Websites, then Notifications, and allow this page.</Trans>;
    case 'chromium':
      return <Trans>click the sign at the left of the address and allow notifications for this page.</Trans>;
    case 'other':
      return <Trans>in the settings of your browser, allow notifications for this page.</Trans>;
  }
}
