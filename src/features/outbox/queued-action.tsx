// One queued action in the sheet: what was wanted and when, how it stands, and what can be done about it.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { removeEnded, takeBack, tryAgain } from '#api/outbox-page.ts';
import { isWaiting, type OutboxItem } from '#api/outbox.rules.ts';
import { useOnline } from '#lib/online.ts';
import { timeText } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { doneText, reasonText, titleOf, waitText } from './outbox.words.ts';

const LOOKS: Record<OutboxItem['state'], { icon: IconName; colour: string }> = {
  pending: { icon: 'clock', colour: 'bg-amber-wash text-amber-ink' },
  sending: { icon: 'share', colour: 'bg-amber-wash text-amber-ink' },
  failed: { icon: 'warn', colour: 'bg-garnet-wash text-garnet' },
  done: { icon: 'check', colour: 'bg-malachite-wash text-malachite' },
};

/** Storage has failed: nothing has changed. */
const tellFault = () => toast(t`Something went wrong. Please try again.`, 'error');

export function QueuedAction({ item }: { item: OutboxItem }) {
  const { i18n } = useLingui();
  const online = useOnline();
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
          <p className="m-0 mt-0.5 text-[13px] text-muted">{time}</p>
          {item.state === 'pending' && <TakeBack item={item} />}
          {item.state === 'failed' && <AfterRefusal item={item} />}
        </div>
      </div>
    </li>
  );
}

/** What was sent before may have been carried out: that is said before it is taken back. */
function TakeBack({ item }: { item: OutboxItem }) {
  const [asked, setAsked] = useState(false);
  const cancel = async () => {
    if (!(await takeBack(item.id)))
      toast(t`It is being sent at this moment and cannot be taken back any more.`, 'info', 4000);
  };
  const press = () => {
    if (item.unsure && !asked) setAsked(true);
    else void cancel().catch(tellFault);
  };
  return (
    <>
      {asked && (
        <p role="alert" className="m-0 mt-2 text-sm text-pretty">
          <Trans>
            It was sent once, and no answer came: it may have been carried out already. Taking it back only
            ends further tries; sending it again never counts twice.
          </Trans>
        </p>
      )}
      <Button look="secondary" size="sm" className="mt-2" onClick={press}>
        {asked ? <Trans>Take it back all the same</Trans> : <Trans>Take back</Trans>}
      </Button>
    </>
  );
}

function AfterRefusal({ item }: { item: OutboxItem }) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await tryAgain(item.id).catch(tellFault);
    setBusy(false);
  };
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button look="secondary" size="sm" busy={busy} onClick={() => void retry()}>
        <Trans>Try again</Trans>
      </Button>
      <Button look="ghost" size="sm" onClick={() => void removeEnded([item.id]).catch(tellFault)}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  );
}
