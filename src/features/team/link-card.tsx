// The link of the code: as text with copy, as a QR code to hold out, and as a picture to send.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';
import { PictureSheet } from './picture-sheet.tsx';
import { QrCode } from './qr-code.tsx';
import type { Invitation } from './share.ts';

export function LinkCard({ code, invitation }: { code: string; invitation: Invitation }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { url } = invitation;
  return (
    <Card title={t`Your link`}>
      <div className="flex items-center gap-1 rounded-control bg-wash py-1 pr-1 pl-4">
        <Copyable text={url} className="figures min-w-0 grow text-sm wrap-anywhere">
          {url.replace(/^https?:\/\//, '')}
        </Copyable>
        <CopyButton text={url} label={t`Copy link`} />
      </div>
      <QrCode text={url} label={t`QR code of your link`} className="mx-auto mt-3 w-52" />
      <p className="m-0 mt-1 text-center text-[13px] text-pretty text-muted">
        <Trans>To be scanned from this screen. It holds the link and nothing else.</Trans>
      </p>
      <Button wide look="secondary" icon="download" className="mt-4" onClick={() => setOpen(true)}>
        <Trans>Share picture</Trans>
      </Button>
      <PictureSheet open={open} onClose={() => setOpen(false)} code={code} invitation={invitation} />
    </Card>
  );
}
