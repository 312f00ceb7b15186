// The sheet of all that was done without a network: it can be taken back while it waits, and tried again when it was refused.
import { Plural, Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { drainNow, outboxAtom, removeEnded, unsentAtom } from '#api/outbox-page.ts';
import { isWaiting } from '#api/outbox.rules.ts';
import { openPopup } from '#lib/popups.ts';
import { useOnline } from '#lib/online.ts';
import { signedInAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import { QueuedAction } from './queued-action.tsx';

interface PopupProps {
  open: boolean;
  onClose: () => void;
}

export function Popup({ open, onClose }: PopupProps) {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Waiting actions</Trans>}
      actions={signedIn ? <SendNow onClose={onClose} /> : <SignIn />}
    >
      {signedIn ? <Own open={open} /> : <Unsent />}
    </Sheet>
  );
}

function Own({ open }: { open: boolean }) {
  const items = useAtomValue(outboxAtom);
  const online = useOnline();
  const done = items.filter(({ state }) => state === 'done').map(({ id }) => id);
  // A result that was seen has done its duty.
  const leave = useEffectEvent(() => void removeEnded(done).catch(() => undefined));
  useEffect(() => {
    if (!open) return;
    return () => leave();
  }, [open]);
  if (items.length === 0)
    return (
      <EmptyState icon="check" title={<Trans>Nothing waits</Trans>}>
        <Trans>
          What you claim, start, stake or redeem without a network stands here until it has been sent.
        </Trans>
      </EmptyState>
    );
  return (
    <>
      {!online && items.some(isWaiting) && (
        <Notice icon="offline">
          <Trans>
            There is no connection. What waits is sent by itself once there is one, where the browser allows
            it also while the app is closed. Each action counts once.
          </Trans>
        </Notice>
      )}
      <ul className="m-0 list-none p-0">
        {items.map((item) => (
          <QueuedAction key={item.id} item={item} />
        ))}
      </ul>
    </>
  );
}

function SendNow({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const waits = useAtomValue(outboxAtom).some(isWaiting);
  const online = useOnline();
  const send = async () => {
    setBusy(true);
    await drainNow().catch(() => undefined);
    setBusy(false);
  };
  return (
    <>
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      {waits && online && (
        <Button wide busy={busy} onClick={() => void send()}>
          <Trans>Send now</Trans>
        </Button>
      )}
    </>
  );
}

const SignIn = () => (
  <Button wide icon="wallet" onClick={() => openPopup('connect', {})}>
    <Trans>Connect wallet</Trans>
  </Button>
);

/** Nobody is signed in: whose actions these are is not told. */
function Unsent() {
  const { waiting } = useAtomValue(unsentAtom);
  if (waiting === 0)
    return (
      <EmptyState icon="check" title={<Trans>Nothing waits</Trans>}>
        <Trans>Please log in to see what waits for your wallet.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon="clock"
      title={<Plural value={waiting} one="# action waits to be sent" other="# actions wait to be sent" />}
    >
      <Trans>Sign in with the wallet that they belong to, and they are shown and sent.</Trans>
    </EmptyState>
  );
}
