// HH:mm:ss until a time on the server's clock.
import { useEffect, useEffectEvent } from 'react';
import { clockText } from '#lib/time.ts';
import { cx } from './class-names.ts';
import { useAt } from './now.ts';

interface CountdownProps {
  /** ISO string or milliseconds since the epoch. */
  to: string | number;
  /** Called when the time is reached, or at once if it has passed; again for each new time. */
  onEnd?: () => void;
  className?: string;
}

export function Countdown({ to, onEnd, className }: CountdownProps) {
  const end = typeof to === 'string' ? Date.parse(to) : to;
  const left = useAt((now) => end - now, 1000, clockText);
  const over = left <= 0;
  const ended = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (over) ended();
  }, [over, end]);
  return (
    <time role="timer" className={cx('figures', className)} dateTime={new Date(end).toISOString()}>
      {clockText(left)}
    </time>
  );
}
