// A person's action that calls the server: one at a time, same key for retries, failures told in a toast (specification, section 8).
import { useRef, useState } from 'react';
import { t } from '@lingui/core/macro';
import type { CallName, Output } from '#contract';
import { toast } from '#lib/toast.ts';
import { intent, type Arguments } from './client.ts';
import { ApiError, errorText } from './errors.ts';

/** The toast of a rejected call. A 401 has had its own by then; a stop by the person needs none. */
export function tellError(error: unknown): void {
  if (error instanceof ApiError) {
    if (error.name === 'session_expired' || error.name === 'aborted') return;
    if (error.name === 'too_many_requests')
      return toast(t`Too many requests, please try again later`, 'error');
  }
  toast(errorText(error), 'error');
}

export interface ActOptions<D> {
  onDone?: (data: D) => void;
  /** Gives true when it has dealt with the error itself (a popup instead of a toast). */
  onError?: (error: unknown) => boolean | undefined;
}

/**
 * The frame of every action: one at a time, `busy` meanwhile, and a failure is told. `run` gives the data, or undefined when it
 * failed or there is none yet.
 */
export function useOneAtATime<A extends unknown[], D>(
  carryOut: (...args: A) => Promise<D | undefined>,
  { onDone, onError }: ActOptions<D>,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (...args: A): Promise<D | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      const data = await carryOut(...args);
      if (data !== undefined) onDone?.(data);
      return data;
    } catch (error) {
      if (onError?.(error) !== true) tellError(error);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, busy };
}

/**
 * `const claim = useAct('POST /api/mining/claim', {onDone})`, then `claim.run()`, and `busy={claim.busy}` on the button.
 * A second tap while one is under way does nothing.
 */
export function useAct<K extends CallName>(name: K, options: ActOptions<Output<K>> = {}) {
  const send = useRef<((input: unknown) => Promise<Output<K>>) | null>(null);
  return useOneAtATime((...[input]: Arguments<K>) => (send.current ??= intent(name))(input), options);
}
