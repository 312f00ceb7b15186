// A stream ends as a complete file or as none.
import { expect, test } from 'vitest';
import { saveStream, type Target } from './save-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A fake disk that records calls. */
function disk() {
  const calls: string[] = [];
  const target: Target = {
    write: async (part) => void calls.push(new TextDecoder().decode(part)),
    finish: async () => void calls.push('finish'),
    drop: async () => void calls.push('drop'),
  };
  return { calls, target };
}

const comes = (parts: string[], end?: Error) => async () => {
  const left = [...parts];
  return new ReadableStream<Uint8Array>({
    pull: (to) => {
      const next = left.shift();
      if (next !== undefined) to.enqueue(bytes(next));
      else if (end) to.error(end);
      else to.close();
    },
  });
};

const never = new AbortController().signal;

test('writes and reports each part in order, then finishes', async () => {
  const { calls, target } = disk();
  const reported: number[] = [];
  const parts = ['time,coin\r', '\n1,BTC\r\n2,E', 'TH\r\n'];
  await saveStream(comes(parts), target, (part) => reported.push(part.length), never);
  expect(reported).toEqual([10, 11, 4]);
  expect(calls).toEqual([...parts, 'finish']);
});

test('leaves no file when the connection is lost half-way', async () => {
  const { calls, target } = disk();
  const broken = comes(['time,coin\r\n', '1,BTC\r\n'], new Error('lost'));
  await expect(saveStream(broken, target, () => undefined, never)).rejects.toThrow('lost');
  expect(calls.at(-1)).toBe('drop');
  expect(calls).not.toContain('finish');
});

test('leaves no file when it is stopped just before its end, or when the disk is full', async () => {
  const stopped = disk();
  const stop = new AbortController();
  const whole = comes(['time,coin\r\n']);
  await expect(saveStream(whole, stopped.target, () => stop.abort(), stop.signal)).rejects.toThrow();
  expect(stopped.calls.at(-1)).toBe('drop');

  const full = disk();
  const target = { ...full.target, write: () => Promise.reject(new Error('full')) };
  await expect(saveStream(whole, target, () => undefined, never)).rejects.toThrow('full');
  expect(full.calls).toEqual(['drop']);
});
