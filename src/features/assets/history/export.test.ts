// An export ends as a complete file or as none.
import { beforeEach, expect, test, vi } from 'vitest';
import { download } from '#api/download.ts';
import type { Target } from '#lib/save-file.ts';
import { exportHistory } from './export.ts';

vi.mock('#api/download.ts', () => ({ download: vi.fn() }));

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

function comes(parts: string[], end?: Error) {
  const left = [...parts];
  const stream = new ReadableStream<Uint8Array>({
    pull: (to) => {
      const next = left.shift();
      if (next !== undefined) to.enqueue(bytes(next));
      else if (end) to.error(end);
      else to.close();
    },
  });
  vi.mocked(download).mockResolvedValue(stream);
}

const never = new AbortController().signal;
beforeEach(() => vi.clearAllMocks());

test('counts rows without the header, wherever the parts are split', async () => {
  const { calls, target } = disk();
  const reported: number[] = [];
  comes(['time,coin\r', '\n1,BTC\r\n2,E', 'TH\r\n']);
  expect(await exportHistory({}, target, (rows) => reported.push(rows), never)).toBe(2);
  expect(reported).toEqual([0, 1, 2]);
  expect(calls.at(-1)).toBe('finish');
  expect(calls.slice(0, -1).join('')).toBe('time,coin\r\n1,BTC\r\n2,ETH\r\n');
});

test('an empty history is a file with a header', async () => {
  const { calls, target } = disk();
  comes(['time,coin\r\n']);
  expect(await exportHistory({}, target, () => undefined, never)).toBe(0);
  expect(calls).toEqual(['time,coin\r\n', 'finish']);
});

test('leaves no file when the connection is lost half-way', async () => {
  const { calls, target } = disk();
  comes(['time,coin\r\n', '1,BTC\r\n'], new Error('lost'));
  await expect(exportHistory({}, target, () => undefined, never)).rejects.toThrow('lost');
  expect(calls.at(-1)).toBe('drop');
  expect(calls).not.toContain('finish');
});

test('leaves no file when it is stopped just before its end, or when the disk is full', async () => {
  const stopped = disk();
  const stop = new AbortController();
  comes(['time,coin\r\n']);
  await expect(exportHistory({}, stopped.target, () => stop.abort(), stop.signal)).rejects.toThrow();
  expect(stopped.calls.at(-1)).toBe('drop');

  const full = disk();
  comes(['time,coin\r\n']);
  const target = { ...full.target, write: () => Promise.reject(new Error('full')) };
  await expect(exportHistory({}, target, () => undefined, never)).rejects.toThrow('full');
  expect(full.calls).toEqual(['drop']);
});

test('requests what the filter shows', async () => {
  comes(['time,coin\r\n']);
  await exportHistory({ category: 'deposit', coin: 'BTC' }, disk().target, () => undefined, never);
  expect(download).toHaveBeenCalledWith(
    'GET /api/assets/export',
    { category: 'deposit', coin: 'BTC' },
    never,
  );
});
