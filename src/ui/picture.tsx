// A picture from this server in a 16:9 space that is reserved before it loads, so that nothing moves. Pictures from
// elsewhere are not loaded, and one that fails to load leaves its background.
import { useState } from 'react';
import { useOnline } from '#lib/online.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { isOwnPicture } from './own-picture.ts';

interface PictureProps {
  src: string | null;
  /** Empty if the text beside it says everything. */
  alt: string;
  className?: string;
  /** On the first screen of its page: not lazy-loaded. */
  first?: boolean;
}

export function Picture({ src, alt, className, first = false }: PictureProps) {
  const online = useOnline();
  const [failed, setFailed] = useState<{ src: string; online: boolean } | null>(null);
  // A picture that failed without a network is retried with one.
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
