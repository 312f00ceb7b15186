// The page's side of the worker that reads a node.
import type { Claim } from '#draws/claim.ts';
import type { Answer } from '#draws/evidence.ts';
import { Malformed } from '#draws/fields.ts';
import { gather, type Gathered, type Question } from '#draws/questions.ts';
import { ownScript } from '#lib/own-script.ts';
import type { NodeFaultKind, Reply } from './node-reader.ts';
import type { Ask } from './node.worker.ts';
import { nodeAddressFault } from './verify.rules.ts';
// oxlint-disable-next-line import/default -- Vite makes the export
import workerUrl from './node.worker.ts?worker&url';

export class NodeFault extends Error {
  /** `nonsense`: the response is not a node's answer; `private`: it was not asked, because of where it is. */
  readonly kind: NodeFaultKind | 'nonsense' | 'private';
  /** The node's own message, or the invalid field; may be empty. */
  readonly detail: string;
  constructor(kind: NodeFault['kind'], detail = '') {
    super(`${kind} ${detail}`);
    this.kind = kind;
    this.detail = detail;
  }
}

function ask(worker: Worker, message: Ask, signal: AbortSignal): Promise<Answer[]> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const once = { once: true };
    signal.addEventListener('abort', () => reject(signal.reason as Error), once);
    worker.addEventListener('error', () => reject(new NodeFault('away')), once);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Reply>) =>
        'answers' in data ? resolve(data.answers) : reject(new NodeFault(data.fault, data.detail)),
      once,
    );
    worker.postMessage(message);
  });
}

/**
 * Everything that the node at `url` says about a draw.
 * @throws NodeFault
 */
export async function readNode(url: string, claim: Claim, signal: AbortSignal): Promise<Gathered> {
  if (nodeAddressFault(new URL(url, location.origin).href) === 'private') throw new NodeFault('private');
  const worker = new Worker(ownScript(workerUrl), { type: 'module', name: 'node' });
  try {
    return await gather(claim, (questions: Question[]) => ask(worker, { url, questions }, signal));
  } catch (error) {
    throw error instanceof Malformed ? new NodeFault('nonsense', error.field) : error;
  } finally {
    worker.terminate();
  }
}
