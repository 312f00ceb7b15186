// Sends read-only JSON-RPC requests to a node. Runs in the worker; `fetch` is injected, so that tests can play the
// node.
import type { Answer } from '#draws/evidence.ts';
import type { Question } from '#draws/questions.ts';

/** `away`: no answer came, or none that a page may read; `refused`: the node answered with an error. */
export type NodeFaultKind = 'away' | 'refused';
export type Reply = { answers: Answer[] } | { fault: NodeFaultKind; detail: string };

const READS = new Set<string>(['eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionByHash']);

/** Timeout for one answer, in milliseconds. */
const ANSWER_MS = 15_000;
/** Maximum number of characters shown of a node's message. */
const DETAIL = 160;

class Refused extends Error {}

interface Envelope {
  result?: unknown;
  error?: { message?: unknown };
}

async function bodyOf(response: Response): Promise<Envelope> {
  const body = (await response.json().catch(() => null)) as unknown;
  if (typeof body !== 'object' || body === null) throw new Refused(`HTTP ${response.status}`);
  return body;
}

async function askOne(url: string, { id, method, params }: Question, get: typeof fetch): Promise<Answer> {
  if (!READS.has(method)) throw new Refused(method);
  const response = await get(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const { result, error } = await bodyOf(response);
  if (result !== undefined) return { id, result };
  // A node that does not know the tag says nothing about finality, but its blocks can still be read.
  if (error && id === 'finalized') return { id, result: null };
  const words = typeof error?.message === 'string' ? error.message : `HTTP ${response.status}`;
  throw new Refused(words.slice(0, DETAIL));
}

/** Sends all requests to the node at once; if one fails, all fail. */
export async function askNode(
  url: string,
  questions: readonly Question[],
  get: typeof fetch,
): Promise<Reply> {
  try {
    return { answers: await Promise.all(questions.map((question) => askOne(url, question, get))) };
  } catch (error) {
    return error instanceof Refused
      ? { fault: 'refused', detail: error.message }
      : { fault: 'away', detail: '' };
  }
}
