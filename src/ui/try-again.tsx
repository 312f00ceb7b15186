// Inside a card whose content could not be loaded: why, and a button. The card itself stays.
import { Trans } from '@lingui/react/macro';
import { askNow } from '#lib/back-off.ts';
import { useAbsence } from '#lib/online.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { useOneNotice } from './one-notice.ts';

interface TryAgainProps {
  /** What failed, as text. */
  why: string;
  onRetry: () => void;
  className?: string;
}

/** The query whose answer the card needs. */
export interface AskedQuery {
  data: unknown;
  error: Error | null;
  refetch: () => unknown;
}

interface MissingProps {
  of: AskedQuery;
  className?: string;
}

/** Renders nothing while the query has an answer or may still get one. */
export const Missing = ({ of: { data, error, refetch }, ...rest }: MissingProps) =>
  error && data === undefined && <TryAgain why={error.message} onRetry={() => void refetch()} {...rest} />;

/** The loss of the connection has already been announced (src/app/live.tsx). */
export function TryAgain({ why, onRetry, className }: TryAgainProps) {
  const absence = useAbsence();
  const once = useOneNotice(absence ?? why);
  const retry = () => {
    askNow();
    onRetry();
  };
  return (
    <div
      {...once}
      className={cx('flex flex-col items-center justify-center gap-3 py-4 text-center text-sm', className)}
    >
      <p role={absence === null ? 'alert' : undefined} className="m-0 text-pretty">
        {why}
      </p>
      <Button look="secondary" size="sm" onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
