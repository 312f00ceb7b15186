// The deposit sheet: from the own wallet to the treasury by a plain transfer, followed until it is credited.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { errorText } from '#api/errors.ts';
import { cached } from '#api/queries.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { DepositSheet } from './deposit-sheet.tsx';

interface PopupProps {
  open: boolean;
  onClose: () => void;
  input: { coin?: string };
}

export function Popup({ open, onClose, input }: PopupProps) {
  const signedIn = useAtomValue(signedInAtom);
  const list = useQuery(cached('GET /api/assets/list'));
  useEffect(() => {
    if (!open || read(signedInAtom)) return;
    toast(t`Please connect your wallet first`);
    openPopup('connect', {});
  }, [open]);
  if (!signedIn) return null;
  if (list.data) return <DepositSheet open={open} onClose={onClose} wanted={input.coin} list={list.data} />;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Deposit</Trans>}>
      {list.isError ? (
        <FailedView message={errorText(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <SkeletonCard lines={6} />
      )}
    </Sheet>
  );
}
