// Signing in with a code that another device shows: enter the code, then wait until it is confirmed there.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText, isRefusal } from '#api/errors.ts';
import type { Joining } from '#api/pairing.ts';
import { PAIRING_MINUTES } from '#rules/figures.ts';
import { CAN_STAY } from '#lib/can-stay.ts';
import { useOnline } from '#lib/online.ts';
import { closePopup, type PopupProps } from '#lib/popups.ts';
import { clockText, serverNow } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { startingOver } from '#ui/each-opening.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { CODE_DIGITS, codeDigits, minutesOf } from './pair-code.rules.ts';

const LOOK_MS = 2000;
const FORM = 'enter-code';

type Step = { at: 'code' } | { at: 'waiting'; joining: Joining; until: number } | { at: 'expired' };

/** Polls until the other device has confirmed it; calls `onExpired` once that is no longer possible. */
function useConfirmation(step: Step, open: boolean, onExpired: () => void, onDone: () => void): void {
  const expired = useEffectEvent(onExpired);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!open || step.at !== 'waiting') return;
    const { joining, until } = step;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const { tryJoined } = await import('#api/pairing.ts');
      // A lost network may come back.
      const isIn = await tryJoined(joining, () => !left).catch(() => false);
      if (left) return;
      if (isIn) return done();
      if (serverNow() >= until) return expired();
      timer = setTimeout(() => void look(), LOOK_MS);
    };
    timer = setTimeout(() => void look(), LOOK_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [step, open]);
}

/** Why nobody was signed in. */
function reasonOf(error: unknown): ReactNode {
  if (isRefusal(error, 'not_found'))
    return <Trans>This code is wrong or has expired. Check it or get a new one.</Trans>;
  if (isRefusal(error, 'too_many_requests') && error.retryAfterMs > 0) {
    const minutes = minutesOf(error.retryAfterMs);
    return (
      <Trans>
        There were too many wrong codes. Try again in{' '}
        <Plural value={minutes} one="# minute" other="# minutes" />.
      </Trans>
    );
  }
  return failureText(error);
}

interface CodeFormProps {
  named: string;
  onBusy: (busy: boolean) => void;
  onJoined: (joining: Joining) => void;
}

function CodeForm({ named, onBusy, onJoined }: CodeFormProps) {
  const { t } = useLingui();
  const [code, setCode] = useState(() => codeDigits(named));
  const [refusal, setRefusal] = useState<ReactNode>();
  const running = useRef(false);
  const send = async () => {
    if (running.current) return;
    if (code.length < CODE_DIGITS) return setRefusal(<Trans>Enter all six digits.</Trans>);
    running.current = true;
    onBusy(true);
    try {
      const { join } = await import('#api/pairing.ts');
      onJoined(await join(code));
    } catch (error) {
      setRefusal(reasonOf(error));
    }
    running.current = false;
    onBusy(false);
  };
  return (
    <Form id={FORM} onSubmit={() => void send()}>
      <Field
        label={t`Code`}
        value={code}
        onChange={(typed) => {
          setRefusal(undefined);
          setCode(codeDigits(typed));
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        placeholder="000000"
        className="[&_input]:text-2xl [&_input]:tracking-widest"
        hint={<Trans>On the other device: Your data → Add a device.</Trans>}
        error={refusal}
      />
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>You can view and claim here, for 30 days after your last visit.</Trans>
      </p>
    </Form>
  );
}

function Waiting({ joining: { name }, until }: Extract<Step, { at: 'waiting' }>) {
  const { t } = useLingui();
  const left = clockText(until - useNow()).slice(3);
  return (
    <div role="status" className="grid gap-2 text-base text-pretty">
      <p className="m-0 text-base font-semibold">
        <Trans>Confirm on the other device</Trans>
      </p>
      <p className="m-0">{t`Confirm ${name} there. We'll sign you in here.`}</p>
      <p className="m-0 text-sm text-muted" aria-live="off">
        <Trans>
          Expires in{' '}
          <time role="timer" className="figures">
            {left}
          </time>
        </Trans>
      </p>
    </div>
  );
}

function Opening({ open, onClose, input }: PopupProps<'enterCode'>) {
  const { t } = useLingui();
  const online = useOnline();
  const [step, setStep] = useState<Step>({ at: 'code' });
  const [busy, setBusy] = useState(false);
  const wait = (joining: Joining) =>
    setStep({ at: 'waiting', joining, until: serverNow() + PAIRING_MINUTES * 60_000 });
  const done = () => {
    closePopup('enterCode');
    toast(t`Signed in`, 'success');
  };
  // The previous step's focused element is gone.
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step.at !== 'code') start.current?.focus({ preventScroll: true });
  }, [step.at]);
  useConfirmation(step, open, () => setStep({ at: 'expired' }), done);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Enter a code`}
      actions={
        step.at === 'code' ? (
          <Button type="submit" form={FORM} wide busy={busy} disabled={!online || !CAN_STAY}>
            <Trans>Continue</Trans>
          </Button>
        ) : (
          <>
            <Button wide look="secondary" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            {step.at === 'expired' && (
              <Button wide onClick={() => setStep({ at: 'code' })}>
                <Trans>Enter another code</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      <div ref={start} tabIndex={-1} className="grid gap-4 outline-none">
        {!online && <OfflineNotice />}
        {step.at === 'code' && <CodeForm named={input.code ?? ''} onBusy={setBusy} onJoined={wait} />}
        {step.at === 'waiting' && <Waiting {...step} />}
        {step.at === 'expired' && (
          <Notice icon="clock">
            <Trans>Time ran out. Get a new code on the other device.</Trans>
          </Notice>
        )}
      </div>
    </Sheet>
  );
}

export const Popup = startingOver(Opening);
