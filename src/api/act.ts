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

interface ActOptions<K extends CallName> {
  onDone?: (data: Output<K>) => void;
  /** Gives true when it has dealt with the error itself (a popup instead of a toast). */
  onError?: (error: unknown) => boolean | undefined;
}

/**
 * `const claim = useAct('POST /api/mining/claim', {onDone})`, then `claim.run()`, and `busy={claim.busy}` on the button.
 * A second tap while one is under way does nothing. `run` gives the data, or undefined when it failed.
 */
export function useAct<K extends CallName>(name: K, options: ActOptions<K> = {}) {
  const [busy, setBusy] = useState(false);
  const send = useRef<((input: unknown) => Promise<Output<K>>) | null>(null);
  const running = useRef(false);
  const run = async (...[input]: Arguments<K>): Promise<Output<K> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      send.current ??= intent(name);
      const data = await send.current(input);
      options.onDone?.(data);
      return data;
    } catch (error) {
      if (options.onError?.(error) !== true) tellError(error);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, busy };
}
