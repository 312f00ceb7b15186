// A QR code on white.
import { lazy, Suspense } from 'react';
import { cx } from './class-names.ts';

interface QrCodeProps {
  text: string;
  /** For screen readers. */
  label: string;
  className?: string;
}

/** Four white modules around it, which scanners need. */
const QUIET = 4;

/** If its code cannot be loaded it stays empty, because its text stands beside it. */
const Drawn = lazy(async () => {
  const qr = await import('./qr.ts').catch(() => null);
  function Drawing({ text, label }: QrCodeProps) {
    if (!qr) return null;
    const { size, path } = qr.qrOf(text);
    const side = size + 2 * QUIET;
    return (
      <svg viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label} className="block">
        <path d={path} fill="#12161f" shapeRendering="crispEdges" />
      </svg>
    );
  }
  return { default: Drawing };
});

/** Its space is reserved until the code is loaded. */
export const QrCode = (props: QrCodeProps) => (
  <div className={cx('aspect-square rounded-control bg-white', props.className)}>
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  </div>
);
