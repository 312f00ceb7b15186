// Demo mode: an empty wallet on the test network gets play money from the faucet.
import { Trans } from '@lingui/react/macro';
import { useAct } from '#api/act.ts';
import { Notice } from '#ui/notice.tsx';
import { Button } from '#ui/button.tsx';
import { lookAgain } from './use-wallet.ts';

export function TestMoney({ owner }: { owner: string }) {
  const faucet = useAct('POST /api/demo/faucet', { onDone: () => void lookAgain() });
  return (
    <Notice tone="amber" icon="wallet">
      <p className="m-0">
        <Trans>This wallet is empty. In the demo you can have 1,000 test USDT and 0.5 BNB for fees.</Trans>
      </p>
      <Button
        look="secondary"
        size="sm"
        className="mt-2.5"
        busy={faucet.busy}
        onClick={() => void faucet.run({ address: owner })}
      >
        <Trans>Get test money</Trans>
      </Button>
    </Notice>
  );
}
