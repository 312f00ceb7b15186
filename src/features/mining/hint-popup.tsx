// The hint popup at the end of a cycle. Its button refetches the miner, opens its page and closes the popup.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { stale } from '#api/changes.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { go } from '#lib/navigate.ts';
import { read, write } from '#lib/store.ts';
import { timerAtom } from '#lib/timer.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

const { symbol } = BRAND;

interface PopupProps {
  open: boolean;
  onClose: () => void;
  input: { earning: string };
}

export function Popup({ open, onClose, input }: PopupProps) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const earning = amountText(input.earning, i18n.locale);
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
  return (
    <Sheet
      open={open}
      onClose={onClose}
      kind="dialog"
      title={<Trans>The miner has stopped</Trans>}
      actions={
        <Button wide busy={busy} onClick={() => void leave()}>
          <Trans>Go to start</Trans>
        </Button>
      }
    >
      <p className="m-0 text-base text-pretty">
        <Trans>
          It stopped after producing {earning} {symbol}. Go to start and claim yesterday's rewards.
        </Trans>
      </p>
    </Sheet>
  );
}
