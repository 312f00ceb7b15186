// Whether what is shown may be old because nothing can be asked now: the device has no network, or the server did not answer.
import { ApiError } from './errors.ts';
import { useOnline } from '#lib/online.ts';

/** `asked` is the query that would bring newer figures. */
export function useAway(asked: { failureReason: Error | null }): boolean {
  const online = useOnline();
  const lost = asked.failureReason;
  return !online || (lost instanceof ApiError && lost.transport);
}
