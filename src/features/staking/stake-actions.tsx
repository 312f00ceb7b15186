// The buttons of the stake sheet, and why nothing was staked, where the hand is.
import { Trans, useLingui } from '@lingui/react/macro';
import { BRAND } from '#lib/brand.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { openAdit } from '#ui/figure.ts';
import { QueuedActions } from './queued-view.tsx';
import { orderAddress } from './staking.rules.ts';
import { isAboutAmount, type Stake } from './use-stake.ts';

interface ActionsProps {
  stake: Stake;
  /** Of the form. */
  id: string;
  onClose: () => void;
}

export function StakeActions({ stake, id, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const { done } = stake;
  if (done)
    return (
      <>
        <Button look="ghost" wide onClick={() => void go(orderAddress(done.id)).finally(onClose)}>
          <Trans>View the order</Trans>
        </Button>
        <Button look="secondary" wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </>
    );
  if (stake.queued) return <QueuedActions onClose={onClose} />;
  const amount = openAdit(stake.amount, i18n.locale);
  return (
    <>
      <Button wide type="submit" form={id} busy={stake.busy}>
        {stake.problem === null || stake.refusal?.lost ? (
          <Trans>Stake {amount}</Trans>
        ) : (
          <Trans>Stake {BRAND.symbol}</Trans>
        )}
      </Button>
      {stake.refusal && !isAboutAmount(stake) && (
        <Notice tone={stake.refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
          {stake.refusal.text}
        </Notice>
      )}
    </>
  );
}
