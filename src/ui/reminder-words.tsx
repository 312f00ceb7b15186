// The state of reminders on this device, in a few words: for the drawer and the miner page.
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { reminderStateAtom } from '#lib/notify.ts';

export function ReminderWords() {
  switch (useAtomValue(reminderStateAtom)) {
    case 'on':
    case 'finding':
      return <Trans>On</Trans>;
    case 'open':
      return <Trans>On while the app is open</Trans>;
    case 'off':
      return <Trans>Off</Trans>;
    case 'blocked':
      return <Trans>Blocked by the browser</Trans>;
    case 'install':
      return <Trans>Needs the installed app</Trans>;
    case 'unsupported':
      return <Trans>Not possible in this browser</Trans>;
  }
}
