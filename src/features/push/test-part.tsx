// A test notification on the way that a reminder takes, and what to do when none appears.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { tellError } from '#api/act.ts';
import { Button } from '#ui/button.tsx';
import { type TestResult, sendTest } from './send-test.ts';

export function TestPart() {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<TestResult>();
  const send = async () => {
    setBusy(true);
    setResult(undefined);
    await sendTest()
      .then(setResult, tellError)
      .finally(() => setBusy(false));
  };
  return (
    <section>
      <Button wide look="secondary" icon="bell" busy={busy} onClick={() => void send()}>
        <Trans>Send me a test</Trans>
      </Button>
      <p role="status" className="m-0 mt-2 text-[13px] text-pretty text-muted empty:hidden">
        {result === 'sent' && <Trans>Sent. It comes within some seconds.</Trans>}
        {result === 'shown' && <Trans>Shown by this device itself.</Trans>}
        {result === 'failed' && (
          <Trans>It could not be shown. Load this page again, then try once more.</Trans>
        )}{' '}
        {result && result !== 'failed' && (
          <Trans>
            Nothing there? Then look whether your device holds notifications of this browser back, or is set
            to do not disturb.
          </Trans>
        )}
      </p>
    </section>
  );
}
