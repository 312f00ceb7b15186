// Offers reminders once, after the first start of a miner on this device, if they are possible: a line in the card that
// shows the running miner.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useBusy } from '#lib/busy.ts';
import { offerAtom, reminderStateAtom, setNotify } from '#lib/notify.ts';
import { openPopup } from '#lib/popups.ts';
import { read, write } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { Button } from './button.tsx';

/** Shows the browser's prompt if possible, otherwise the alternatives. */
async function accept(): Promise<void> {
  if (read(reminderStateAtom) === 'off') await setNotify(true);
  write(offerAtom, 'answered');
  const now = read(reminderStateAtom);
  if (now === 'on' || now === 'open' || now === 'finding') toast(t`Reminders are on`, 'success');
  else openPopup('reminders', {});
}

export function ReminderOffer({ className }: { className?: string }) {
  const offer = useAtomValue(offerAtom);
  const state = useAtomValue(reminderStateAtom);
  const [busy, take] = useBusy(accept);
  const possible = state === 'off' || state === 'install';
  // The line stays while the browser's prompt is open.
  if (!busy && !(offer === 'open' && possible)) return null;
  return (
    <div className={className}>
      <p className="m-0 text-sm text-pretty">
        <Trans>Want a reminder when your miner is done?</Trans>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button look="secondary" size="sm" busy={busy} onClick={take}>
          <Trans>Remind me</Trans>
        </Button>
        <Button look="ghost" size="sm" onClick={() => write(offerAtom, 'answered')}>
          <Trans>No, thanks</Trans>
        </Button>
      </div>
    </div>
  );
}
