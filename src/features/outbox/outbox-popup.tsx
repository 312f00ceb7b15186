// The sheet of all actions made without a network: they can be cancelled while they wait, and retried when they were
// refused.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '@lingui/core/macro';
import { drainNow, outboxAtom, removeEnded, takeBack, tryAgain, unsentAtom } from '#api/outbox-page.ts';
import { isWaiting, type OutboxItem } from '#api/outbox.rules.ts';
import { useBusy } from '#lib/busy.ts';
import { useAbsence, useOnline } from '#lib/online.ts';
import type { PopupProps } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { ConnectButton } from '#ui/connect-button.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import { timeText } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { swallowSecondTap } from '#ui/second-tap.ts';
import { doneText, reasonText, titleOf, waitText } from './outbox.words.ts';

const LOOKS: Record<OutboxItem['state'], { icon: IconName; colour: string }> = {
  pending: { icon: 'clock', colour: 'bg-amber-wash text-amber-ink' },
  sending: { icon: 'share', colour: 'bg-amber-wash text-amber-ink' },
  failed: { icon: 'warn', colour: 'bg-garnet-wash text-garnet' },
  done: { icon: 'check', colour: 'bg-malachite-wash text-malachite' },
};

/** Storage has failed: nothing has changed. */
const tellFault = () => toast(t`Something went wrong. Try again.`, 'error');

/** One queued action in the sheet: what it is and when it was made, its state, and what can be done about it. */
function QueuedAction({ item }: { item: OutboxItem }) {
  const { i18n } = useLingui();
  const online = useAbsence() !== 'offline';
  const time = timeText(item.createdAt, i18n.locale);
  const { icon, colour } = LOOKS[item.state];
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex items-start gap-3">
        <span className={cx('flex size-9 shrink-0 items-center justify-center rounded-control', colour)}>
          <Icon name={icon} size={20} />
        </span>
        <div className="min-w-0 grow">
          <p className="m-0 leading-snug font-semibold wrap-anywhere">{titleOf(item, i18n.locale)}</p>
          <p role="status" className="m-0 mt-0.5 text-sm text-pretty">
            {isWaiting(item) && waitText(item, online)}
            {item.state === 'failed' && reasonText(item)}
            {item.state === 'done' && doneText(item, i18n.locale)}
          </p>
          <p className="m-0 mt-0.5 text-sm text-muted">{time}</p>
          {item.state === 'pending' && <TakeBack item={item} />}
          {item.state === 'failed' && <AfterRefusal item={item} />}
        </div>
      </div>
    </li>
  );
}

/** An action that was sent may have been carried out: the user is warned before cancelling. */
function TakeBack({ item }: { item: OutboxItem }) {
  const [asked, setAsked] = useState(false);
  const cancel = async () => {
    if (!(await takeBack(item.id))) toast(t`It's being sent and can't be undone now.`);
  };
  const press = () => {
    if (item.unsure && !asked) setAsked(true);
    else void cancel().catch(tellFault);
  };
  return (
    <>
      {asked && (
        <p role="alert" className="m-0 mt-2 text-sm text-pretty">
          <Trans>It may already have gone through. Removing it only stops us trying again.</Trans>
        </p>
      )}
      <Button look="secondary" size="sm" className="mt-2" onClick={press}>
        {asked ? <Trans>Remove anyway</Trans> : <Trans>Remove</Trans>}
      </Button>
    </>
  );
}

function AfterRefusal({ item }: { item: OutboxItem }) {
  const [busy, retry] = useBusy(() => tryAgain(item.id).catch(tellFault));
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button look="secondary" size="sm" busy={busy} onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
      <Button look="ghost" size="sm" onClick={() => void removeEnded([item.id]).catch(tellFault)}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  );
}

export function Popup({ open, onClose }: PopupProps<'outbox'>) {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Offline actions</Trans>}
      actions={signedIn ? <SendNow onClose={onClose} /> : <ConnectButton />}
    >
      {signedIn ? <Own open={open} /> : <Unsent />}
    </Sheet>
  );
}

const Nothing = () => (
  <EmptyState icon="check" title={<Trans>Nothing waiting</Trans>}>
    <Trans>Claims, starts, stakes and unstakes made offline wait here.</Trans>
  </EmptyState>
);

function Own({ open }: { open: boolean }) {
  const items = useAtomValue(outboxAtom);
  const online = useOnline();
  const done = items.filter(({ state }) => state === 'done').map(({ id }) => id);
  // A result that has been seen is no longer needed.
  const leave = useEffectEvent(() => void removeEnded(done).catch(() => undefined));
  useEffect(() => {
    if (!open) return;
    return () => leave();
  }, [open]);
  if (items.length === 0) return <Nothing />;
  return (
    <>
      {!online && items.some(isWaiting) && (
        <Notice icon="offline">
          <Trans>We'll send these once, as soon as we can.</Trans>
        </Notice>
      )}
      {/* After a removal, the next action moves up to where the finger is. */}
      <ul onClickCapture={swallowSecondTap} className="m-0 list-none p-0">
        {items.map((item) => (
          <QueuedAction key={item.id} item={item} />
        ))}
      </ul>
    </>
  );
}

function SendNow({ onClose }: { onClose: () => void }) {
  const [busy, send] = useBusy(() => drainNow().catch(() => undefined));
  const waits = useAtomValue(outboxAtom).some(isWaiting);
  const online = useOnline();
  return (
    <>
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      {waits && online && (
        <Button wide busy={busy} onClick={send}>
          <Trans>Send now</Trans>
        </Button>
      )}
    </>
  );
}

/** Nobody is signed in: the owner of these actions is not revealed. */
function Unsent() {
  const { waiting } = useAtomValue(unsentAtom);
  if (waiting === 0) return <Nothing />;
  return (
    <EmptyState
      icon="clock"
      title={
        <Plural value={waiting} one="# action waiting to be sent" other="# actions waiting to be sent" />
      }
    >
      <Trans>Sign in with the same wallet to see and send them.</Trans>
    </EmptyState>
  );
}
