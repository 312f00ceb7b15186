// Saving one of the account's files: one at a time, with how much has come, and a way to stop.
import { useEffect, useRef, useState } from 'react';
import type { Input } from '#contract';
import { download } from '#api/download.ts';
import { ApiError, errorText } from '#api/errors.ts';
import { chooseTarget, type FileKind, saveStream } from '#lib/save-file.ts';

type FileCall = Parameters<typeof download>[0];

export type Saving =
  | { at: 'rest' }
  | { at: 'running'; bytes: number }
  | { at: 'done'; bytes: number }
  /** `why` is empty for a disk that is full or forbidden: its own words could nobody read. */
  | { at: 'failed'; why: string };

/** Parts come by dozens a second: the text follows ten times a second. */
const TELL_EVERY_MS = 100;

export function useSave() {
  const [state, setState] = useState<Saving>({ at: 'rest' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async <K extends FileCall>(name: K, input: Input<K>, kind: FileKind) => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    let [bytes, reportedAt] = [0, 0];
    const count = (part: Uint8Array) => {
      bytes += part.length;
      if (performance.now() - reportedAt < TELL_EVERY_MS) return;
      reportedAt = performance.now();
      setState({ at: 'running', bytes });
    };
    try {
      const target = await chooseTarget(kind);
      if (!target) return;
      setState({ at: 'running', bytes: 0 });
      await saveStream(() => download(name, input, own.signal), target, count, own.signal);
      setState({ at: 'done', bytes });
    } catch (error) {
      if (own.signal.aborted) setState({ at: 'rest' });
      else setState({ at: 'failed', why: error instanceof ApiError ? errorText(error) : '' });
    } finally {
      running.current = null;
    }
  };
  return { state, start, stop: () => running.current?.abort() };
}
