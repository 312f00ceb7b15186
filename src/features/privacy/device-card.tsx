// What lies on this device, and deleting it. What waits to be sent is no kept data: it is named, and stays.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { forgetStored } from '#api/stored-here.ts';
import { isWaiting } from '#api/outbox.rules.ts';
import { outboxAtom, unsentAtom } from '#api/outbox-page.ts';
import { openPopup } from '#lib/popups.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';

export function DeviceCard() {
  const [busy, setBusy] = useState(false);
  const forget = async () => {
    setBusy(true);
    try {
      await forgetStored();
      toast(t`Deleted from this device`, 'success');
    } catch {
      toast(t`This browser does not let it be deleted`, 'error');
    }
    setBusy(false);
  };
  return (
    <Card title={<Trans>On this device</Trans>}>
      <div className="grid gap-3 text-sm text-pretty">
        <p className="m-0">
          <Trans>
            So that the app opens without a network, this browser keeps the app itself, the last figures and
            lists you have seen, and announcements with what you have read. Figures and lists are deleted when
            you sign out. Settings such as the language stay here and are sent to nobody.
          </Trans>
        </p>
        <Waiting />
        <p className="m-0 text-[13px] text-muted">
          <Trans>
            What is deleted comes again as you use the app, and is missing without a network until then. What
            is on its way stays: actions that were not sent, deposits that were not credited.
          </Trans>
        </p>
        <Button wide look="secondary" busy={busy} onClick={() => void forget()}>
          <Trans>Delete what is kept here</Trans>
        </Button>
      </div>
    </Card>
  );
}

/** Actions that were not sent yet are never thrown away with the rest. */
function Waiting() {
  const own = useAtomValue(outboxAtom).filter(isWaiting).length;
  const others = useAtomValue(unsentAtom).waiting;
  const waiting = own + others;
  if (waiting === 0) return null;
  return (
    <Notice tone="amber" icon="clock">
      <Plural
        value={waiting}
        one="# action has not been sent yet. It stays until it is sent or you throw it away."
        other="# actions have not been sent yet. They stay until they are sent or you throw them away."
      />
      {own > 0 && (
        <Button look="secondary" size="sm" className="mt-2" onClick={() => openPopup('outbox', {})}>
          <Trans>Look at them</Trans>
        </Button>
      )}
    </Notice>
  );
}
