// Saving one of the account's files: one at a time, with progress and a way to stop.
import { useEffect, useRef, useState } from 'react';
import type { Input } from '#contract';
import { localDay } from '#lib/day.ts';
import { chooseTarget, type FileKind, saveStream } from '#lib/save-file.ts';
import { serverNow } from '#lib/time.ts';
import { download, type FileCall } from './download.ts';
import { ApiError, errorText } from './errors.ts';

export type Saving =
  | { at: 'rest' }
  | { at: 'running' | 'done'; size: number }
  /** `why` is empty for a full or forbidden disk, whose own message no user would understand. */
  | { at: 'failed'; why: string };

/** Dozens of parts arrive per second; the text is updated ten times a second. */
const TELL_EVERY_MS = 100;

/** The fund history, named after the reader's day. */
export const csvFile = (): FileKind => ({
  name: `adit-fund-history-${localDay(serverNow())}.csv`,
  description: 'CSV',
  mime: 'text/csv',
  ending: '.csv',
});

/** `measure` says what a part adds to the size that is shown. */
export function useSave(measure: (part: Uint8Array) => number) {
  const [state, setState] = useState<Saving>({ at: 'rest' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async <K extends FileCall>(name: K, input: Input<K>, kind: FileKind) => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    let [size, reportedAt] = [0, 0];
    const count = (part: Uint8Array) => {
      size += measure(part);
      if (performance.now() - reportedAt < TELL_EVERY_MS) return;
      reportedAt = performance.now();
      setState({ at: 'running', size });
    };
    try {
      const target = await chooseTarget(kind);
      if (!target) return;
      setState({ at: 'running', size });
      await saveStream(() => download(name, input, own.signal), target, count, own.signal);
      setState({ at: 'done', size });
    } catch (error) {
      if (own.signal.aborted) setState({ at: 'rest' });
      else setState({ at: 'failed', why: error instanceof ApiError ? errorText(error) : '' });
    } finally {
      // Ends the download of a file that could not be written.
      own.abort();
      running.current = null;
    }
  };
  return {
    state,
    start,
    stop: () => running.current?.abort(),
    reset: () => setState({ at: 'rest' }),
  };
}
