// The pictures of a text, each a button that shows it full-screen. The viewer is loaded separately.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, createContext, use, useEffect, useState } from 'react';
import { allTexts } from '#lib/locale.ts';
import { useBackCloses } from './back.ts';
import { isOwnPicture } from './own-picture.ts';
import { part } from './part.tsx';
import type { GalleryPicture, PictureViewer } from './picture-viewer.tsx';

const { Part: Viewer, preload } = part<Parameters<typeof PictureViewer>[0]>(() =>
  Promise.all([import('./picture-viewer.tsx'), allTexts()]).then(([viewer]) => viewer.PictureViewer),
);

/** Opens a picture of the surrounding gallery; null if there is none. */
const Opening = createContext<((src: string) => void) | null>(null);

export function Gallery({ pictures, children }: { pictures: GalleryPicture[]; children: ReactNode }) {
  const [at, setAt] = useState<number | null>(null);
  const [wanted, setWanted] = useState(false);
  const close = () => setAt(null);
  useBackCloses(at !== null, close);
  useEffect(() => void preload(), []);
  const open = (src: string) => {
    setWanted(true);
    setAt(pictures.findIndex((picture) => picture.src === src));
  };
  return (
    <Opening value={open}>
      {children}
      {wanted && <Viewer pictures={pictures} at={at} onAt={setAt} onClose={close} />}
    </Opening>
  );
}

/** Around a `Picture`: within a gallery, a tap enlarges it. */
export function Enlargeable({
  src,
  alt,
  children,
}: {
  src: string | null;
  alt: string;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const open = use(Opening);
  if (!open || src === null || !isOwnPicture(src)) return children;
  return (
    <button
      type="button"
      aria-label={alt ? t`Enlarge the picture: ${alt}` : t`Enlarge the picture`}
      onClick={() => open(src)}
      className="block w-full cursor-zoom-in text-left"
    >
      {children}
    </button>
  );
}
