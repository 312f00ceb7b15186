// Sends read-only JSON-RPC requests to a node. Runs in the worker; `fetch` is injected, so that tests can play the
// node.
import type { Answer } from '#draws/evidence.ts';
import type { Question } from '#draws/questions.ts';

/**
 * `away`: no answer came, or none that a page may read; `refused`: the node answered with an error; `moved`: it
 * redirected; `long`: its answer was longer than any block needs.
 */
export type NodeFaultKind = 'away' | 'refused' | 'moved' | 'long';
export type Reply = { answers: Answer[] } | { fault: NodeFaultKind; detail: string };

const READS = new Set<string>(['eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionByHash']);

/** Timeout for one answer, in milliseconds. */
const ANSWER_MS = 15_000;
/** Maximum size of one answer, in bytes. A block with 10,000 transactions, more than fit into one, takes 700 kB. */
const ANSWER_BYTES = 1024 * 1024;
/** Maximum number of characters shown of a node's message. */
const DETAIL = 160;

class Fault extends Error {
  readonly kind: NodeFaultKind;
  constructor(kind: NodeFaultKind, detail = '') {
    super(detail);
    this.kind = kind;
  }
}

interface Envelope {
  result?: unknown;
  error?: { message?: unknown };
}

/** The text of an answer. Reading stops at the limit, whatever length the answer claims to have. */
async function textOf(response: Response): Promise<string> {
  const words = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (let size = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > ANSWER_BYTES) {
      await reader.cancel();
      throw new Fault('long');
    }
    text += words.decode(value, { stream: true });
  }
  return text;
}

function bodyOf(text: string, status: number): Envelope {
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Not JSON: the status says more.
  }
  throw new Fault('refused', `HTTP ${status}`);
}

async function askOne(url: string, { id, method, params }: Question, get: typeof fetch): Promise<Answer> {
  if (!READS.has(method)) throw new Fault('refused', method);
  const response = await get(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // A user who names a node has chosen that host and no other.
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (response.type === 'opaqueredirect') throw new Fault('moved');
  const { result, error } = bodyOf(await textOf(response), response.status);
  if (result !== undefined) return { id, result };
  // A node that does not know the tag says nothing about finality, but can still be read for blocks.
  if (error && id === 'finalized') return { id, result: null };
  const words = typeof error?.message === 'string' ? error.message : `HTTP ${response.status}`;
  throw new Fault('refused', words.slice(0, DETAIL));
}

/** Sends all requests to the node in parallel; if one fails, all fail. */
export async function askNode(
  url: string,
  questions: readonly Question[],
  get: typeof fetch,
): Promise<Reply> {
  try {
    return { answers: await Promise.all(questions.map((question) => askOne(url, question, get))) };
  } catch (error) {
    return error instanceof Fault
      ? { fault: error.kind, detail: error.message }
      : { fault: 'away', detail: '' };
  }
}
