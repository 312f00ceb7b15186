// Inside a card whose content could not be loaded: why, and a button. The card itself stays.
import { Trans } from '@lingui/react/macro';
import { askNow } from '#lib/back-off.ts';
import { useOnline } from '#lib/online.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';

interface TryAgainProps {
  /** What failed, as text. */
  why: string;
  onRetry: () => void;
  className?: string;
}

/** The loss of the connection has already been announced (src/app/live.tsx). */
export function TryAgain({ why, onRetry, className }: TryAgainProps) {
  const retry = () => {
    askNow();
    onRetry();
  };
  return (
    <div
      className={cx('flex flex-col items-center justify-center gap-3 py-4 text-center text-sm', className)}
    >
      <p role={useOnline() ? 'alert' : undefined} className="m-0 text-pretty">
        {why}
      </p>
      <Button look="secondary" size="sm" onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
