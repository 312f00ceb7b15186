// Says why the figures below may be outdated, what time they are from, and what cannot be done meanwhile. It is not
// announced to screen readers, because the loss of the connection already has been (src/app/live.tsx).
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAbsence } from '#lib/online.ts';
import { timeWithin } from '#lib/time.ts';
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
      <span className="font-semibold">
        {absence === 'offline' && <Trans>Offline. As of {time}.</Trans>}
        {absence === 'unreachable' && <Trans>Can't reach the server. As of {time}.</Trans>}
        {absence === null && <Trans>Not updated yet. As of {time}.</Trans>}
      </span>{' '}
      {absence !== null && away}
      {children}
    </Notice>
  );
}
