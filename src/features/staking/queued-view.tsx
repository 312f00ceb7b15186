// The end of a staking sheet whose action is queued. It takes the focus, so that screen readers announce it.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OutboxItem } from '#api/outbox.rules.ts';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { adit } from '#ui/figure.ts';
import { useFocusOnMount } from '#ui/focus-on-mount.ts';
import { Waits } from '#ui/waits.tsx';
import type { Order } from './staking.rules.ts';

interface QueuedProps {
  item: OutboxItem;
  title: ReactNode;
  action: string;
  children: ReactNode;
}

function Queued({ item, title, action, children }: QueuedProps) {
  const start = useFocusOnMount();
  return (
    <div ref={start} tabIndex={-1} role="group" className="grid gap-3 outline-none">
      <Waits bare title={title} action={action} item={item} />
      {!item.unsure && <p className="m-0 text-sm text-pretty text-muted">{children}</p>}
    </div>
  );
}

/** The title of a sheet whose action is queued. */
export const queuedTitle = ({ unsure }: OutboxItem): ReactNode =>
  unsure ? <Trans>No answer yet</Trans> : <Trans>Saved to send later</Trans>;

export function StakeQueued({ amount: staked, item }: { amount: string; item: OutboxItem }) {
  const { t, i18n } = useLingui();
  const amount = adit(staked, i18n.locale);
  return (
    <Queued
      item={item}
      title={<Trans>Your stake of {amount} is waiting to be sent</Trans>}
      action={t`Stake ${amount}`}
    >
      <Trans>Its 24 hours start once it's sent. Until then you can take it back.</Trans>
    </Queued>
  );
}

export function UnstakeQueued({ order, item }: { order: Order; item: OutboxItem }) {
  const { t, i18n } = useLingui();
  const amount = adit(order.amount, i18n.locale);
  return (
    <Queued
      item={item}
      title={<Trans>Your unstake of {amount} is waiting to be sent</Trans>}
      action={t`Unstake ${amount}`}
    >
      <Trans>It keeps earning until it's sent. Until then you can take it back.</Trans>
    </Queued>
  );
}

export function QueuedActions({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Button look="ghost" wide onClick={() => openPopup('outbox', {})}>
        <Trans>See what's waiting</Trans>
      </Button>
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </>
  );
}
