// The buttons of each step of the withdraw sheet. Offline none of them leads to money that leaves.
import { Trans, useLingui } from '@lingui/react/macro';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { openText } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import type { Flow } from './use-flow.ts';

interface ActionsProps {
  flow: Flow;
  /** Of the form. */
  id: string;
  onClose: () => void;
}

export function WithdrawActions({ flow, id, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const amount = `${openText(flow.draft.amount, i18n.locale, { max: 8 })} ${flow.asset.coin}`;
  if (flow.step === 'progress')
    return (
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    );
  return (
    <>
      {flow.step === 'form' ? (
        <Button wide type="submit" form={id} disabled={!flow.online}>
          <Trans>Continue</Trans>
        </Button>
      ) : (
        <>
          <Button look="ghost" wide disabled={flow.busy} onClick={flow.back}>
            <Trans>Back</Trans>
          </Button>
          <Button wide busy={flow.busy} disabled={!flow.online} onClick={flow.submit}>
            <Trans>Withdraw {amount}</Trans>
          </Button>
        </>
      )}
      {!flow.online && <OfflineNotice />}
      {flow.online && flow.refusal?.about === 'sending' && (
        <Notice tone="bad" icon="warn" alert>
          {flow.refusal.text}
        </Notice>
      )}
    </>
  );
}

export const ToVerification = ({ onClose }: { onClose: () => void }) => (
  <Button look="secondary" wide onClick={() => void go('/pages/authentication/index').finally(onClose)}>
    <Trans>To the verification</Trans>
  </Button>
);
