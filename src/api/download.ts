// Downloads of the contract as streams, since files may be larger than a page should hold in memory.
import type { Input } from '#contract';
import { sender, signedIn, unwrap } from './client.ts';
import { transportError } from './errors.ts';
import { headersOf, readReply, urlOf } from './request.ts';

export type FileCall = 'GET /api/assets/export' | 'GET /api/user/export';

/**
 * Requests a file and resolves when its first bytes arrive. The stream fails with a transport ApiError when the
 * connection is lost or `signal` aborts it.
 * @throws ApiError for a refusal and for a transport fault.
 */
export async function download<K extends FileCall>(
  name: K,
  input: Input<K>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  await signedIn();
  const by = sender();
  const fault = () => transportError(signal.aborted ? 'aborted' : 'offline');
  const sentAt = Date.now();
  const response = await fetch(urlOf(name, input as object), {
    headers: headersOf(by),
    cache: 'no-store',
    signal,
  }).catch(() => {
    throw fault();
  });
  // A JSON file has the same type as an envelope; its file name identifies it as a file.
  const named = response.headers.get('content-disposition')?.startsWith('attachment') === true;
  if (response.ok && response.body && named) {
    const reader = response.body.getReader();
    return new ReadableStream({
      pull: async (stream) => {
        const { done, value } = await reader.read().catch(() => {
          throw fault();
        });
        if (done) stream.close();
        else stream.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }
  const body: unknown = await response.json().catch(() => null);
  unwrap(readReply(body, response, sentAt), by);
  throw transportError('offline');
}
