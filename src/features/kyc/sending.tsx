// While a verification is sent: its progress, whether it waits for the connection, and buttons to stop or retry
// immediately.
import { Trans, useLingui } from '@lingui/react/macro';
import { percentDone } from '#lib/percent.ts';
import { useAbsence } from '#lib/online.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import { cancel, type Sending as State, tryNow } from './submission.ts';

/** Progress is announced every so many percent. */
const READ_OUT_EVERY = 25;

export function Sending({ state }: { state: NonNullable<State> }) {
  return (
    <div className="grid gap-3">
      {state.stage === 'sending' ? <Progress share={state.share} /> : <Waiting stage={state.stage} />}
      <Button look="secondary" wide onClick={cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const { t } = useLingui();
  const done = percentDone(share);
  const sent = (percent: number) =>
    percent < 100 ? <Trans>{percent}% sent</Trans> : <Trans>Sent. Checking it now.</Trans>;
  return (
    <div>
      <ProgressBar share={share} label={t`Upload`} />
      <p className="figures m-0 mt-1.5 text-xs text-muted" aria-hidden="true">
        {sent(done)}
      </p>
      <p role="status" className="sr-only">
        {sent(done - (done % READ_OUT_EVERY))}
      </p>
    </div>
  );
}

function Waiting({ stage }: { stage: 'waiting' | 'busy' | 'server' }) {
  const absence = useAbsence();
  const online = absence === null;
  return (
    <>
      <div role="status">
        <Notice tone="amber" icon={online && stage !== 'waiting' ? 'clock' : 'offline'}>
          <span className="font-semibold">
            {absence === 'offline' ? (
              <Trans>You're offline. Nothing you entered is lost.</Trans>
            ) : stage === 'busy' && online ? (
              <Trans>We're busy right now. Nothing you entered is lost.</Trans>
            ) : stage === 'server' && online ? (
              <Trans>The server had a problem. Nothing you entered is lost.</Trans>
            ) : (
              <Trans>We can't reach the server. Nothing you entered is lost.</Trans>
            )}
          </span>{' '}
          <Trans>Keep the app open. We'll send it as soon as we can.</Trans>
        </Notice>
      </div>
      {online && (
        <Button wide onClick={tryNow}>
          <Trans>Try now</Trans>
        </Button>
      )}
    </>
  );
}
