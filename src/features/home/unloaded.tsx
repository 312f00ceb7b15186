// Stands where a part of the page could not be loaded: it says so, and a tap tries the whole page again.
import { useLingui } from '@lingui/react/macro';
import { ErrorView } from '#ui/views.tsx';

export function Unloaded() {
  const { t } = useLingui();
  return (
    <ErrorView
      message={t`This part could not be loaded. Nothing was changed.`}
      onRetry={() => location.reload()}
    />
  );
}
