// The invite link: as text to copy, as a QR code to show, and as a picture to send.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';
import { Notice } from '#ui/notice.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { canSharePicture, savePicture, sharePicture } from '#ui/share.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/views.tsx';
import type { Invitation } from './share.ts';

const wordsOf = ({ title, text, url }: Invitation) => ({ title, text: `${text} ${url}` });

interface PictureSheetProps {
  open: boolean;
  onClose: () => void;
  code: string;
  invitation: Invitation;
}

interface Made {
  file: File;
  url: string;
}

/** The picture while the sheet is open; undefined while it is being drawn, null if this browser cannot. */
function usePicture({ open, code, invitation }: Omit<PictureSheetProps, 'onClose'>): Made | null | undefined {
  const { t, i18n } = useLingui();
  const [made, setMade] = useState<Made | null>();
  const { text: sentence, url: link } = invitation;
  const label = t`Invite code`;
  const language = i18n.locale;
  useEffect(() => {
    if (!open) return;
    let left = false;
    let url = '';
    const draw = async () => {
      const { pictureOf } = await import('./picture.ts');
      const file = await pictureOf({ label, code, sentence, link, language });
      if (left) return;
      url = URL.createObjectURL(file);
      setMade({ file, url });
    };
    draw().catch(() => left || setMade(null));
    return () => {
      left = true;
      URL.revokeObjectURL(url);
    };
  }, [open, label, code, sentence, link, language]);
  return made;
}

/** The sheet with the share picture: drawn when the sheet opens, shown as it will be sent, and saved or shared. */
function PictureSheet(props: PictureSheetProps) {
  const { open, onClose, code, invitation } = props;
  const { t } = useLingui();
  const made = usePicture(props);
  const shareable = made ? canSharePicture(made.file) : false;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Share picture`}
      description={t`With your code, its QR code and one sentence. Made on this device.`}
      actions={
        made !== null && (
          <>
            <Button
              wide
              look={shareable ? 'secondary' : 'primary'}
              icon="download"
              busy={!made}
              onClick={() => made && savePicture(made.file)}
            >
              <Trans>Save picture</Trans>
            </Button>
            {shareable && (
              <Button
                wide
                icon="share"
                onClick={() => made && void sharePicture(made.file, wordsOf(invitation))}
              >
                <Trans>Share picture</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {made === null ? (
        <Notice tone="bad" icon="warn">
          <Trans>This browser cannot draw the picture. The code and its link work without it.</Trans>
        </Notice>
      ) : (
        <div className="mx-auto aspect-4/5 w-full max-w-72 overflow-hidden rounded-card bg-basalt">
          {made ? (
            <img
              src={made.url}
              alt={t`Picture with the invite code ${code} and its QR code`}
              className="block size-full"
            />
          ) : (
            <Skeleton dark className="size-full" />
          )}
        </div>
      )}
      {made !== null && (
        <p className="m-0 mt-3 text-center text-sm text-pretty text-muted">
          <Trans>If nothing is saved here, hold your finger on the picture.</Trans>
        </p>
      )}
    </Sheet>
  );
}

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
      <p className="m-0 mt-1 text-center text-sm text-pretty text-muted">
        <Trans>To be scanned from this screen. It holds the link and nothing else.</Trans>
      </p>
      <Button wide look="secondary" icon="download" className="mt-4" onClick={() => setOpen(true)}>
        <Trans>Share picture</Trans>
      </Button>
      <PictureSheet open={open} onClose={() => setOpen(false)} code={code} invitation={invitation} />
    </Card>
  );
}
