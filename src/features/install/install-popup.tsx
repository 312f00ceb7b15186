// Putting the app on the home screen: what it brings, and the way this browser has for it, told as it is.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { BRAND } from '#lib/brand.ts';
import type { InstallWay } from '#lib/install.rules.ts';
import { install, installWayAtom } from '#lib/install.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Gains } from './gains.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { ShareSteps } from './share-steps.tsx';

const { name } = BRAND;

interface PopupProps {
  open: boolean;
  onClose: () => void;
}

const WAYS: Record<InstallWay, () => ReactNode> = {
  offer: () => null,
  share: () => <ShareSteps />,
  menu: () => (
    <p className="m-0 mt-4 text-[15px] text-pretty">
      <Trans>Open the menu of your browser and choose “Install” or “Add to Home screen”.</Trans>
    </p>
  ),
  inside: () => <Elsewhere />,
  installed: () => (
    <p className="m-0 mt-4 text-[15px] text-pretty">
      <Trans>{name} is on your home screen already; this is it.</Trans>
    </p>
  ),
  none: () => (
    <p className="m-0 mt-4 text-[15px] text-pretty">
      <Trans>
        This browser does not offer to install the page, or has done so before. Chrome, Edge and Safari can.
      </Trans>
    </p>
  ),
};

export function Popup({ open, onClose }: PopupProps) {
  const now = useAtomValue(installWayAtom);
  // The browser's offer is used up by the tap: what is shown stays until the sheet has closed.
  const [way] = useState(now);
  const [busy, setBusy] = useState(false);
  const agree = async () => {
    setBusy(true);
    const agreed = await install().catch(() => false);
    setBusy(false);
    if (agreed) toast(t`The app is being put on your home screen`, 'success');
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Put {name} on your home screen</Trans>}
      actions={
        <>
          <Button look={way === 'offer' ? 'ghost' : 'secondary'} wide onClick={onClose}>
            {way === 'offer' ? <Trans>Not now</Trans> : <Trans>Close</Trans>}
          </Button>
          {way === 'offer' && (
            <Button wide icon="install" busy={busy} onClick={() => void agree()}>
              <Trans>Install</Trans>
            </Button>
          )}
        </>
      }
    >
      <Gains />
      {WAYS[way]()}
    </Sheet>
  );
}
