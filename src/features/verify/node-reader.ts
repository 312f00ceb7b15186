// Asks a node over JSON-RPC, reading alone. Runs in the worker; `fetch` is handed in, so that tests can be the node.
import type { Answer } from '#draws/evidence.ts';
import type { Question } from '#draws/questions.ts';

/** `away`: no answer came, or none that a page may read; `refused`: the node answered, with an error. */
export type NodeFaultKind = 'away' | 'refused';
export type Reply = { answers: Answer[] } | { fault: NodeFaultKind; detail: string };

const READS = new Set<string>(['eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionByHash']);

/** Milliseconds for one answer. */
const ANSWER_MS = 15_000;
/** Characters of a node's own words that are shown. */
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
  // A node that does not know the tag has nothing to say about finality; its blocks are as good as another's.
  if (error && id === 'finalized') return { id, result: null };
  const words = typeof error?.message === 'string' ? error.message : `HTTP ${response.status}`;
  throw new Refused(words.slice(0, DETAIL));
}

/** Puts all questions to the node at once; one that fails fails them all. */
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
