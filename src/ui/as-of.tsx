// Says why the figures below may be outdated, what time they are from, and what cannot be done meanwhile. It is not
// announced to screen readers, because the loss of the connection already has been (src/app/live.tsx).
// While the device has a network, a button asks the server at once instead of waiting for the back-off.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { askNow, isFailing } from '#lib/back-off.ts';
import { useAbsence } from '#lib/online.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from './button.tsx';
import { useNow } from './now.ts';
import { Notice } from './notice.tsx';

interface AsOfProps {
  /** ISO time on the server's clock. */
  asOf: string;
  /** What cannot be done without a connection; a server that has a fault may still do it. */
  away?: ReactNode;
  children?: ReactNode;
}

export function AsOf({ asOf, away, children }: AsOfProps) {
  const { i18n } = useLingui();
  const absence = useAbsence();
  const time = timeWithin(asOf, i18n.locale, useNow(15_000));
  return (
    <Notice tone="amber" icon={absence === null ? 'clock' : 'offline'}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="m-0 min-w-0 flex-1 basis-40">
          <span className="font-semibold">
            {absence === 'offline' && <Trans>Offline. As of {time}.</Trans>}
            {absence === 'unreachable' && <Trans>Can't reach the server. As of {time}.</Trans>}
            {absence === null &&
              (isFailing() ? (
                <Trans>The server had a problem. As of {time}.</Trans>
              ) : (
                <Trans>Not updated yet. As of {time}.</Trans>
              ))}
          </span>{' '}
          {absence !== null && away}
          {children}
        </p>
        {absence !== 'offline' && (
          <Button look="secondary" size="sm" className="shrink-0" onClick={askNow}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </Notice>
  );
}
