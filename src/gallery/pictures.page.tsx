// Slides, pictures and the texts around them.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Markdown } from '#ui/markdown-view.tsx';
import { Enlargeable, Gallery } from '#ui/picture-gallery.tsx';
import { PictureViewer } from '#ui/picture-viewer.tsx';
import { Picture } from '#ui/picture.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Piece } from './piece.tsx';

const pictures = ['miner', 'money', 'draws'].map((name) => ({
  src: `/covers/${name}.svg`,
  alt: name,
  caption: `The cover “${name}”`,
}));

const TEXT = `## A heading

A paragraph with **strong**, *stressed* and \`exact\` words and [a link](#/pages/notice/index).

- one
- two

> Set apart

![Yields](/covers/yields.svg "With a caption")`;

export function Page() {
  const { t } = useLingui();
  const [at, setAt] = useState<number | null>(null);
  return (
    <>
      <Piece of="Picture" note="The second one cannot be had.">
        <Picture src="/covers/games.svg" alt="games" className="rounded-control" />
        <Picture src={null} alt="none" className="rounded-control" />
      </Piece>
      <Piece of="Gallery Enlargeable">
        <Gallery pictures={pictures}>
          <div className="grid grid-cols-3 gap-3">
            {pictures.map(({ src, alt }) => (
              <Enlargeable key={src} src={src} alt={alt}>
                <Picture src={src} alt={alt} className="rounded-control" />
              </Enlargeable>
            ))}
          </div>
        </Gallery>
      </Piece>
      <Piece of="PictureViewer" note="Pinch 1 to 4, double tap, wheel, plus and minus, arrows.">
        <Button look="secondary" onClick={() => setAt(0)}>
          {t`Enlarge the picture`}
        </Button>
        <PictureViewer pictures={pictures} at={at} onAt={setAt} onClose={() => setAt(null)} />
      </Piece>
      <Piece of="QrCode">
        <QrCode text="https://adit.example" label={t`QR code of your link`} className="w-52" />
      </Piece>
      <Piece of="Markdown">
        <div className="rounded-card bg-white p-4 shadow-card">
          <Markdown text={TEXT} />
        </div>
      </Piece>
    </>
  );
}
