// A picture of this server in a place of 16 to 9 that is there before the picture is, so that nothing moves. What lies elsewhere
// is not loaded, and a picture that cannot be had leaves the ground it stands on.
import { useState } from 'react';
import { useOnline } from '#lib/online.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { isOwnPicture } from './markdown.ts';

interface PictureProps {
  src: string | null;
  /** Empty where the words beside it say all. */
  alt: string;
  className?: string;
  /** On the first screen of its page: not held back until it is near. */
  first?: boolean;
}

export function Picture({ src, alt, className, first = false }: PictureProps) {
  const online = useOnline();
  const [failed, setFailed] = useState<{ src: string; online: boolean } | null>(null);
  // One that could not be had without a network is tried again with it.
  const lost = failed?.src === src && failed.online === online;
  const shown = src !== null && isOwnPicture(src) && !lost;
  return (
    <span
      className={cx('relative block aspect-video overflow-hidden bg-basalt', className)}
      {...(!shown && alt && { role: 'img', 'aria-label': alt })}
    >
      {shown ? (
        <img
          src={src}
          alt={alt}
          width={640}
          height={360}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed({ src, online })}
          className="absolute inset-0 block size-full object-cover"
        />
      ) : (
        <Icon name="notice" size={28} className="absolute inset-0 m-auto text-amber" />
      )}
    </span>
  );
}
