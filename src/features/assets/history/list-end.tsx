// What stands below the last loaded row: older rows on their way, a failed try with its way on, or the end of the history.
import { Trans, useLingui } from '@lingui/react/macro';
import { errorText } from '#api/errors.ts';
import { dateText } from '#lib/time.ts';
import { Card } from '#ui/card.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { RowSkeletons } from './row-skeletons.tsx';

interface ListEndProps {
  more: boolean;
  /** Why older rows did not come. */
  error: Error | null;
  onRetry: () => void;
  /** Time of the oldest row. */
  oldest: string;
  /** The list is narrowed to a category or a coin. */
  filtered: boolean;
}

export function ListEnd({ more, error, onRetry, oldest, filtered }: ListEndProps) {
  const { i18n } = useLingui();
  if (more && error)
    return (
      <Card className="mt-3">
        <TryAgain why={errorText(error)} onRetry={onRetry} />
      </Card>
    );
  if (more)
    return (
      <div className="mt-3">
        <RowSkeletons rows={3} />
      </div>
    );
  const date = dateText(oldest, i18n.locale, { dateStyle: 'long' });
  return (
    <p className="m-0 px-1 py-6 text-center text-[13px] text-balance text-muted">
      {filtered ? (
        <Trans>That is all. The first one was on {date}.</Trans>
      ) : (
        <Trans>That is all. Your history begins on {date}.</Trans>
      )}
    </p>
  );
}
