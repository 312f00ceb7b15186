// The hint popup at the end of a cycle. It claims in place; its other button refetches the miner, opens its page and
// closes the popup.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useClaim } from '#actions/miner.ts';
import { stale } from '#api/changes.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { go } from '#lib/navigate.ts';
import type { PopupProps } from '#lib/popups.ts';
import { read, write } from '#lib/store.ts';
import { timerAtom } from '#lib/timer.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

const { symbol } = BRAND;

export function Popup({ open, onClose, input }: PopupProps<'hint'>) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const amount = amountText(input.earning, i18n.locale);
  const leave = async () => {
    setBusy(true);
    write(timerAtom, { ...read(timerAtom), isProcessing: true });
    try {
      // A lost connection must not hold the user up: the page shows what it knows and refetches.
      await Promise.race([stale('GET /api/mining/index'), new Promise((done) => setTimeout(done, 3000))]);
      await go('/pages/mining/index');
    } finally {
      setBusy(false);
      onClose();
    }
  };
  const claim = useClaim(onClose);
  const { waiting } = claim;
  useEffect(() => {
    if (waiting) onClose();
  }, [waiting, onClose]);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      kind="dialog"
      title={
        <Trans>
          {amount} {symbol} are ready
        </Trans>
      }
      actions={
        <>
          <Button look="ghost" wide busy={busy} disabled={claim.busy} onClick={() => void leave()}>
            <Trans>Go to start</Trans>
          </Button>
          <Button wide busy={claim.busy} disabled={busy} onClick={() => void claim.run({})}>
            <Trans>
              Claim {amount} {symbol}
            </Trans>
          </Button>
        </>
      }
    >
      <p className="m-0 text-base text-pretty">
        <Trans>
          Your miner stopped after producing {amount} {symbol}. Claim yesterday's rewards here, or go to
          start.
        </Trans>
      </p>
    </Sheet>
  );
}
