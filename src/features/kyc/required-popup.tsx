// A verification is needed first: a link to it, or the news that the documents are being checked.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';
import { go } from '#lib/navigate.ts';
import type { PopupProps } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

export function Popup({ open, onClose, input }: PopupProps<'kycRequired'>) {
  const { data } = useQuery({ ...cached('GET /api/user/info'), enabled: open });
  const [checked, again] = [data?.kyc === 'submitted', data?.kyc === 'failed'];
  const withdraws = input.before === 'withdraw';
  const toVerification = (
    <Button wide onClick={() => void go('/pages/authentication/index').finally(onClose)}>
      {again ? <Trans>See why and try again</Trans> : <Trans>Go to Verify</Trans>}
    </Button>
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      kind="dialog"
      title={
        checked ? (
          <Trans>We're checking your documents</Trans>
        ) : again ? (
          <Trans>Your verification wasn't accepted</Trans>
        ) : (
          <Trans>Verification needed</Trans>
        )
      }
      actions={
        <>
          <Button look="ghost" wide onClick={onClose}>
            {checked ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!checked && toVerification}
        </>
      }
    >
      <p className="m-0 text-base text-pretty">
        {checked && withdraws ? (
          <Trans>You can withdraw once it's approved. We'll update this page.</Trans>
        ) : checked ? (
          <Trans>Once they're approved, you can start your miner here.</Trans>
        ) : withdraws ? (
          <Trans>KYC not completed, verify before withdrawing. Your balance is unchanged.</Trans>
        ) : (
          <Trans>KYC not completed, verify before starting the miner</Trans>
        )}
      </p>
    </Sheet>
  );
}
