// What a locked app shows: the mark, one sentence, and the two ways on.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { BRAND } from '#lib/brand.ts';
import { isHolder } from '#lib/lock.ts';
import { Button } from '#ui/button.tsx';
import { Mark } from '#ui/mark.tsx';

/** Nobody declines this fast: the browser did not ask, because it wants a tap first. */
const UNASKED_MS = 500;

interface CoverProps {
  onUnlocked: () => void;
  /** Signs out. */
  onLeave: () => Promise<void>;
}

export function Cover({ onUnlocked, onLeave }: CoverProps) {
  const { t } = useLingui();
  const id = useId();
  const start = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState<'unlock' | 'leave'>();
  const [refused, setRefused] = useState(false);
  const questions = useRef(0);
  const ask = async (): Promise<'yes' | 'no' | 'unasked'> => {
    const question = ++questions.current;
    const since = performance.now();
    if (await isHolder()) return 'yes';
    // A newer prompt has replaced this one.
    if (question !== questions.current) return 'unasked';
    return performance.now() - since < UNASKED_MS ? 'unasked' : 'no';
  };
  const unlock = async () => {
    setBusy('unlock');
    setRefused(false);
    const answer = await ask();
    if (answer === 'yes') return onUnlocked();
    setBusy(undefined);
    setRefused(true);
  };
  const leave = async () => {
    setBusy('leave');
    await onLeave();
  };
  const unlockAtOnce = useEffectEvent(async () => {
    const answer = await ask();
    if (answer === 'yes') onUnlocked();
    else if (answer === 'no') setRefused(true);
  });
  useEffect(() => {
    start.current?.focus({ preventScroll: true });
    // A window in the background cannot prompt.
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      void unlockAtOnce();
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return (
    <div
      ref={start}
      tabIndex={-1}
      data-cover
      role="dialog"
      aria-modal="true"
      aria-labelledby={id}
      className="grid min-h-dvh content-between bg-basalt gap-8 px-6 pt-[calc(env(safe-area-inset-top)+20dvh)] pb-[calc(env(safe-area-inset-bottom)+40px)] text-white outline-none"
    >
      <div className="grid justify-items-center gap-4 text-center">
        <Mark size={72} />
        <h1 className="m-0 text-lg font-bold">{BRAND.name}</h1>
        <p id={id} className="m-0 max-w-80 text-base text-balance text-mist">
          <Trans>Unlock with your fingerprint, face or PIN.</Trans>
        </p>
      </div>
      <div className="mx-auto grid w-full max-w-80 gap-3">
        <p role="alert" className="m-0 text-center text-sm text-pretty empty:hidden">
          {refused && t`That didn't work. Try again, or sign out if it can't be unlocked.`}
        </p>
        <Button wide busy={busy === 'unlock'} onClick={() => void unlock()}>
          <Trans>Unlock</Trans>
        </Button>
        <Button wide look="glass" icon="signout" busy={busy === 'leave'} onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </div>
  );
}
