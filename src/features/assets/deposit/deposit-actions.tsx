// The buttons at the lower end of the deposit sheet, by where the deposit stands.
import { Trans } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { isOver } from './deposit.rules.ts';
import { useSlow } from './deposit-moment.tsx';
import { putAway } from './deposits.ts';
import type { Flow } from './flow.ts';
import { backToForm, sendOrder, switchNetwork } from './flow-live.ts';
import type { Shown } from './use-deposits.ts';

/** Nobody waits for a wallet longer without wanting to start over. */
const START_OVER_MS = 30_000;

interface ActionsProps {
  flow: Exclude<Flow, { at: 'form' }>;
  shown: Shown | undefined;
  rpcUrl: string;
  onClose: () => void;
}

export function DepositActions({ flow, shown, rpcUrl, onClose }: ActionsProps) {
  switch (flow.at) {
    case 'wallet':
      return <Waiting onClose={onClose} />;
    case 'wrong_chain':
      return (
        <>
          <Button look="ghost" wide onClick={backToForm}>
            <Trans>Back</Trans>
          </Button>
          <Button wide busy={flow.switching} onClick={() => void switchNetwork(flow.order, rpcUrl)}>
            <Trans>Switch network</Trans>
          </Button>
        </>
      );
    case 'fault':
      return (
        <>
          <Button look="ghost" wide onClick={backToForm}>
            <Trans>Back</Trans>
          </Button>
          {flow.kind === 'disconnected' ? (
            <Button
              wide
              onClick={() => {
                backToForm();
                openPopup('connect', {});
              }}
            >
              <Trans>Connect wallet</Trans>
            </Button>
          ) : (
            <Button wide onClick={() => void sendOrder(flow.order, rpcUrl)}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </>
      );
    case 'sent':
      return <Sent shown={shown} onClose={onClose} />;
  }
}

function Waiting({ onClose }: { onClose: () => void }) {
  const slow = useSlow(START_OVER_MS);
  return (
    <>
      {slow && (
        <Button look="ghost" wide onClick={backToForm}>
          <Trans>Start over</Trans>
        </Button>
      )}
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </>
  );
}

function Sent({ shown, onClose }: { shown: Shown | undefined; onClose: () => void }) {
  const status = shown?.status;
  if (!shown || !status || !isOver(status))
    return (
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    );
  const finish = () => {
    onClose();
    void putAway(shown.deposit.id);
  };
  if (status.is === 'credited')
    return (
      <>
        <Button
          look="ghost"
          wide
          onClick={() => {
            finish();
            void go('/pages/asset/capital');
          }}
        >
          <Trans>Fund History</Trans>
        </Button>
        <Button wide onClick={finish}>
          <Trans>Done</Trans>
        </Button>
      </>
    );
  return (
    <>
      <Button look="ghost" wide onClick={finish}>
        <Trans>Close</Trans>
      </Button>
      <Button
        wide
        onClick={() => {
          backToForm();
          void putAway(shown.deposit.id);
        }}
      >
        <Trans>New deposit</Trans>
      </Button>
    </>
  );
}
