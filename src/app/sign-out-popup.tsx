// Asks before signing out while actions are queued: they can be kept for the next sign-in with this wallet, or
// discarded.
import { Plural, Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { isWaiting } from '#api/outbox.rules.ts';
import { outboxAtom } from '#api/outbox-page.ts';
import { signOut } from '#actions/sign-out.ts';
import type { PopupProps } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

export function Popup({ open, onClose }: PopupProps<'signOut'>) {
  const items = useAtomValue(outboxAtom);
  const [busy, setBusy] = useState<'keep' | 'discard'>();
  // The question stays unchanged while the session ends.
  const now = items.filter(isWaiting).length;
  const [count, setCount] = useState(now);
  if (now > 0 && now !== count) setCount(now);
  const isMoot = open && now === 0 && busy === undefined;
  const close = useEffectEvent(onClose);
  // Everything has been sent meanwhile.
  useEffect(() => {
    if (isMoot) close();
  }, [isMoot]);
  const unsure = items.some((item) => isWaiting(item) && item.unsure);
  const leave = async (waiting: 'keep' | 'discard') => {
    if (busy) return;
    setBusy(waiting);
    await signOut(waiting);
    setBusy(undefined);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      kind="dialog"
      title={
        <Plural value={count} one="# action has not been sent yet" other="# actions have not been sent yet" />
      }
      actions={
        <>
          <Button look="ghost" wide disabled={busy !== undefined} onClick={onClose}>
            <Trans>Stay signed in</Trans>
          </Button>
          <Button look="danger" wide busy={busy === 'discard'} onClick={() => void leave('discard')}>
            <Trans>Discard and sign out</Trans>
          </Button>
          <Button look="dark" wide busy={busy === 'keep'} onClick={() => void leave('keep')}>
            <Trans>Keep and sign out</Trans>
          </Button>
        </>
      }
    >
      <p className="m-0 text-base text-pretty">
        <Trans>
          Keep what's unsent on this device until you sign in with this wallet again, or discard it.
        </Trans>{' '}
        {unsure && <Trans>Some may already have gone through: we got no answer.</Trans>}
      </p>
    </Sheet>
  );
}
