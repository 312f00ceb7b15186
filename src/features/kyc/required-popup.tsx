// "KYC not completed": a link to the verification, or back.
import { Trans } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

interface PopupProps {
  open: boolean;
  onClose: () => void;
  /** What the user wanted to do; by default, start the miner. */
  input: { before?: 'start' | 'withdraw' };
}

export function Popup({ open, onClose, input }: PopupProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      kind="dialog"
      title={<Trans>Verification needed</Trans>}
      actions={
        <>
          <Button look="ghost" wide onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button wide onClick={() => void go('/pages/authentication/index').finally(onClose)}>
            <Trans>Go to Verify</Trans>
          </Button>
        </>
      }
    >
      <p className="m-0 text-base text-pretty">
        {input.before === 'withdraw' ? (
          <Trans>KYC not completed, verify before withdrawing. Your balance is unchanged.</Trans>
        ) : (
          <Trans>KYC not completed, verify before starting the miner</Trans>
        )}
      </p>
    </Sheet>
  );
}
