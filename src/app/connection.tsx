// Tells a screen reader once that the connection is lost, and once that it is back. All other indications are silent.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useAbsence } from '#lib/online.ts';

/** A live region is announced when it changes, not when it appears, so it stays empty for this long first. */
const EMPTY_MS = 300;

export function Connection() {
  const { t } = useLingui();
  const absence = useAbsence();
  const [heard, setHeard] = useState(false);
  const [wasLost, setWasLost] = useState(false);
  if (absence !== null && !wasLost) setWasLost(true);
  useEffect(() => {
    const timer = setTimeout(() => setHeard(true), EMPTY_MS);
    return () => clearTimeout(timer);
  }, []);
  const back = wasLost ? t`Connected again.` : '';
  const words = {
    offline: t`No connection. What you see may be old.`,
    unreachable: t`The server can’t be reached. What you see may be old.`,
    back,
  }[absence ?? 'back'];
  return (
    <p aria-live="polite" className="sr-only">
      {heard && words}
    </p>
  );
}
