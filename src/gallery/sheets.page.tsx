// Sheets, dialogs, the drawer's frame, and toasts.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import type { SheetProps } from '#ui/sheet-props.ts';
import { SheetView } from '#ui/sheet-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Confirm, ConfirmActions } from '#ui/confirm.tsx';
import { Receipt, ReceiptActions, ShareButton } from '#ui/receipt.tsx';
import { RulesLine } from '#ui/rules-line.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { Piece } from './piece.tsx';

const RECEIPT = { coin: 'ADIT', figure: '1,234.5 ADIT', facts: [{ label: 'ADIT', text: '1.2345' }] };

const KINDS = ['sheet', 'dialog', 'drawer', 'firm'] as const;

function Sample({ kind }: { kind: (typeof KINDS)[number] }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const props: SheetProps = {
    open,
    onClose: close,
    title: t`Confirm`,
    description: t`Coins sent to the wrong address are gone for good.`,
    kind: kind === 'firm' ? 'dialog' : kind,
    firm: kind === 'firm',
    actions: (
      <>
        <Button look="secondary" onClick={close}>{t`Cancel`}</Button>
        <Button onClick={close}>{t`Continue`}</Button>
      </>
    ),
    children: (
      <Facts>
        <Fact label={t`Amount`}>12.5 USDT</Fact>
        <Fact label={t`Balance after`}>87.5 USDT</Fact>
      </Facts>
    ),
  };
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {kind}
      </Button>
      {kind === 'drawer' ? <SheetView {...props} /> : <Sheet {...props} />}
    </>
  );
}

export function Page() {
  const { t } = useLingui();
  return (
    <>
      <Piece of="Sheet SheetView" note="Back closes, focus returns; the firm one has to be answered." row>
        {KINDS.map((kind) => (
          <Sample key={kind} kind={kind} />
        ))}
      </Piece>
      <Piece of="Confirm ConfirmActions" note="Before anything is signed or paid; Cancel is always the last.">
        <Confirm
          coin="USDT"
          lead={t`You receive`}
          figure="12.5 USDT"
          recipient={{ address: '0x264907f3D8cA4C9eD21B0D2A6F1E1b6B0C8A5Ebf' }}
          fee="0.5 USDT"
          after="87.5 USDT"
        />
        <div className="flex flex-col-reverse gap-2">
          <ConfirmActions onConfirm={() => undefined} onCancel={() => undefined} busy={false} notice={null}>
            {t`Continue`}
          </ConfirmActions>
        </div>
      </Piece>
      <Piece of="Receipt ReceiptActions" note="Share draws a picture of the same texts.">
        <Receipt {...RECEIPT} lead={t`You staked`} />
        <div className="flex flex-col-reverse gap-2">
          <ReceiptActions content={{ ...RECEIPT, lead: t`You staked` }} onDone={() => undefined} />
        </div>
      </Piece>
      <Piece of="ShareButton">
        <ShareButton content={{ ...RECEIPT, lead: t`You staked` }} />
      </Piece>
      <Piece of="RulesLine" note="Under a bet and a guess.">
        <RulesLine odds={t`A bet can't be changed or taken back.`}>{t`Nothing was placed.`}</RulesLine>
      </Piece>
      <Piece of="Toaster" note="At the top, away from the button; felt where the device can." row>
        <Button look="secondary" onClick={() => toast(t`It's 24 hours later`)}>
          info
        </Button>
        <Button look="secondary" onClick={() => toast(t`Copied`, 'success')}>
          success
        </Button>
        <Button
          look="secondary"
          onClick={() =>
            toast(t`No connection. Nothing is lost; try again when you're back online.`, 'error')
          }
        >
          error
        </Button>
        <Toaster />
      </Piece>
    </>
  );
}
