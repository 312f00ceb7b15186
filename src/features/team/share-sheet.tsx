// Every form in which an invitation can be sent, in one sheet: the picture with the code and its QR code, and the
// link.
import { revokeLater } from '#lib/save-file.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { canSharePicture, savePicture, shareLink, sharePicture } from '#ui/share.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/views.tsx';
import type { Invitation } from './share.ts';

/** The link is part of the text: few apps take a picture and a link. */
const wordsOf = ({ title, text, url }: Invitation) => ({ title, text: `${text} ${url}` });

interface ShareSheetProps {
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
function usePicture({ open, code, invitation }: Omit<ShareSheetProps, 'onClose'>): Made | null | undefined {
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
      setMade(undefined);
      // The picture may still be loading.
      if (url) revokeLater(url);
    };
  }, [open, label, code, sentence, link, language]);
  return made;
}

/** The picture as it will be sent. A browser that cannot draw it shows the QR code and shares only the link. */
export function ShareSheet(props: ShareSheetProps) {
  const { open, onClose, code, invitation } = props;
  const { t } = useLingui();
  const made = usePicture(props);
  const { url } = invitation;
  const share = () => {
    if (made && canSharePicture(made.file)) void sharePicture(made.file, wordsOf(invitation));
    else void shareLink(invitation);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Invite friends`}
      actions={
        <>
          {made !== null && (
            <Button
              wide
              look="secondary"
              icon="download"
              busy={!made}
              onClick={() => made && savePicture(made.file)}
            >
              <Trans>Save picture</Trans>
            </Button>
          )}
          <Button wide icon="share" busy={made === undefined} onClick={share}>
            <Trans>Share</Trans>
          </Button>
        </>
      }
    >
      {made === null ? (
        <QrCode text={url} label={t`QR code of your link`} className="mx-auto w-52" />
      ) : (
        <div className="mx-auto aspect-4/5 w-full max-w-64 overflow-hidden rounded-card bg-basalt">
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
      <div className="mt-4 flex items-center gap-1 rounded-control bg-wash py-1 pr-1 pl-4">
        <Copyable text={url} className="figures min-w-0 grow text-sm wrap-anywhere">
          {url.replace(/^https?:\/\//, '')}
        </Copyable>
        <CopyButton text={url} label={t`Copy link`} />
      </div>
    </Sheet>
  );
}
