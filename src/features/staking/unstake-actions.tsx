// The buttons of the redeem sheet, and why it was not redeemed, where the hand is.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { adit } from '#ui/figure.ts';
import { QueuedActions } from './queued-view.tsx';
import { heldFor, type Order } from './staking.rules.ts';
import type { useSent } from './use-sent.ts';

interface ActionsProps {
  order: Order;
  sent: ReturnType<typeof useSent<'POST /api/stake/unstake'>>;
  now: number;
  onClose: () => void;
}

export function UnstakeActions({ order, sent, now, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const { refusal, busy } = sent;
  if (sent.done)
    return (
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    );
  if (sent.queued) return <QueuedActions onClose={onClose} />;
  const amount = adit(order.amount, i18n.locale);
  return (
    <>
      <Button look="ghost" wide onClick={onClose}>
        <Trans>Keep it staked</Trans>
      </Button>
      <Button
        wide
        busy={busy}
        disabled={!busy && heldFor(order, now) > 0}
        onClick={() => sent.send({ id: order.id })}
      >
        <Trans>Redeem {amount}</Trans>
      </Button>
      {refusal && (
        <Notice tone={refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
          {refusal.text}
        </Notice>
      )}
    </>
  );
}
