// One of several pictures, full-screen: enlarged by pinch, double tap, wheel, keys and buttons. Base UI's dialog traps
// the focus and returns it afterwards.
import { Dialog } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { useGestures } from './picture-gestures.ts';
import { isEnlarged, LARGEST, STEP } from './picture-zoom.ts';

export interface GalleryPicture {
  src: string;
  alt: string;
  caption: string;
}

interface ViewerProps {
  pictures: readonly GalleryPicture[];
  /** Index of the picture shown; null for none. */
  at: number | null;
  onAt: (at: number) => void;
  onClose: () => void;
}

/** How far an arrow key moves an enlarged picture, in pixels. */
const ARROW_PX = 60;
const ROUND = 'bg-basalt/70 backdrop-blur-sm';

export function PictureViewer({ pictures, at, onAt, onClose }: ViewerProps) {
  const { t } = useLingui();
  // The last one stays while the viewer fades out.
  const [last, setLast] = useState(at ?? 0);
  if (at !== null && at !== last) setLast(at);
  const shown = pictures[last];
  return (
    <Dialog.Root open={at !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          className={cx(
            'fixed inset-0 z-50 flex flex-col bg-basalt text-white outline-none select-none',
            'transition-opacity duration-move data-starting-style:opacity-0 data-ending-style:opacity-0',
          )}
        >
          <Dialog.Title className="sr-only">{shown?.alt || t`Picture`}</Dialog.Title>
          {shown && (
            <View
              key={shown.src}
              picture={shown}
              at={last}
              count={pictures.length}
              onAt={onAt}
              onClose={onClose}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ViewProps extends Pick<ViewerProps, 'onAt' | 'onClose'> {
  picture: GalleryPicture;
  at: number;
  count: number;
}

function View({ picture, at, count, onAt, onClose }: ViewProps) {
  const { t } = useLingui();
  const area = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 16, height: 9 });
  const step = (by: 1 | -1) => {
    if (at + by >= 0 && at + by < count) onAt(at + by);
  };
  const { placement, held, zoom, move, reset } = useGestures(area, size, step);
  const arrow = (x: number, y: number) => {
    if (isEnlarged(placement)) move({ x: -x * ARROW_PX, y: -y * ARROW_PX });
    else if (x !== 0) step(x > 0 ? 1 : -1);
  };
  const keys: Record<string, () => void> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': reset,
    ArrowLeft: () => arrow(-1, 0),
    ArrowRight: () => arrow(1, 0),
    ArrowUp: () => arrow(0, -1),
    ArrowDown: () => arrow(0, 1),
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // Wherever the focus is in the dialog: a tap on the picture focuses the dialog itself, which would swallow arrow
  // keys.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  const number = at + 1;
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div ref={area} className="min-h-0 grow touch-none overflow-hidden">
        <img
          src={picture.src}
          alt={picture.alt}
          draggable={false}
          onLoad={({ currentTarget: img }) => setSize({ width: img.naturalWidth, height: img.naturalHeight })}
          className={cx('block size-full object-contain', !held && 'transition-transform duration-move')}
          style={{ transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})` }}
        />
      </div>
      <div className="absolute top-[env(safe-area-inset-top)] right-0 p-2">
        <IconButton icon="close" label={t`Close`} onClick={onClose} className={ROUND} />
      </div>
      <footer className="flex flex-wrap items-center gap-1 px-2 pt-2 pb-[calc(env(safe-area-inset-bottom)+8px)]">
        {picture.caption && (
          <p className="m-0 w-full px-2 pb-1 text-center text-sm text-pretty text-mist">{picture.caption}</p>
        )}
        {count > 1 && (
          <>
            <IconButton
              icon="back"
              label={t`Previous picture`}
              disabled={at === 0}
              onClick={() => step(-1)}
              className="disabled:opacity-40"
            />
            <span className="figures text-sm" aria-live="polite">{t`${number} of ${count}`}</span>
            <IconButton
              icon="next"
              label={t`Next picture`}
              disabled={number === count}
              onClick={() => step(1)}
              className="disabled:opacity-40"
            />
          </>
        )}
        <span className="ml-auto inline-flex">
          <IconButton
            icon="minus"
            label={t`Smaller`}
            disabled={!isEnlarged(placement)}
            onClick={() => zoom(1 / STEP)}
            className="disabled:opacity-40"
          />
          <IconButton
            icon="plus"
            label={t`Larger`}
            disabled={placement.scale >= LARGEST}
            onClick={() => zoom(STEP)}
            className="disabled:opacity-40"
          />
        </span>
      </footer>
    </div>
  );
}
