// Whether what is shown may be old because nothing can be asked now: the device has no network, the server did not answer, or
// it has been silent for so long that the last answer stands there meanwhile.
import { useOnline } from '#lib/online.ts';
import { isLost } from './last.ts';

interface Asked {
  failureReason: Error | null;
  dataUpdatedAt: number;
  data: unknown;
}

/** Kept answers are put in as old as can be (src/api/queries.ts). */
export const isKept = ({ data, dataUpdatedAt }: Pick<Asked, 'data' | 'dataUpdatedAt'>): boolean =>
  data !== undefined && dataUpdatedAt === 0;

/** `asked` is the query that would bring newer figures. */
export function useAway(asked: Asked): boolean {
  const online = useOnline();
  return !online || isKept(asked) || isLost(asked.failureReason);
}
