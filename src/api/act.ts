// A person's action that calls the server: one at a time, same key for retries, failures told in a toast (specification, section 8).
import { useRef, useState } from 'react';
import { t } from '@lingui/core/macro';
import type { Output, PostName } from '#contract';
import { toast } from '#lib/toast.ts';
import { acting, changed } from './changes.ts';
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

/** A stop and a refusal that has nothing to do with the account's state leave no doubt about what is shown. */
const leavesDoubt = (error: unknown): boolean =>
  !(error instanceof ApiError && ['session_expired', 'aborted', 'too_many_requests'].includes(error.name));

/**
 * The frame of every action: one at a time, `busy` meanwhile, a failure is told, and what the action changes is asked for again;
 * after a failure too, since the page may have shown an old state, or the answer alone was lost. `run` gives the data, or undefined
 * when it failed or there is none yet.
 */
export function useOneAtATime<A extends unknown[], D>(
  name: PostName,
  carryOut: (...args: A) => Promise<D | undefined>,
  { onDone, onError }: ActOptions<D>,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (...args: A): Promise<D | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    const answered = acting(name);
    try {
      const data = await carryOut(...args);
      if (data !== undefined) answered(() => onDone?.(data));
      return data;
    } catch (error) {
      if (leavesDoubt(error)) void changed(name);
      if (onError?.(error) !== true) tellError(error);
      return undefined;
    } finally {
      answered();
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
export function useAct<K extends PostName>(name: K, options: ActOptions<Output<K>> = {}) {
  return useOneAtATime(name, (...[input]: Arguments<K>) => intent(name)(input), options);
}
