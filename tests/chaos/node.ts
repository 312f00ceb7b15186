// A node that cannot be trusted: a JSON-RPC proxy in front of an honest one that omits, lags, lies, breaks off or is late.
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `no_logs`, `no_receipts`: what exists is withheld. `old_head`: newest and final block are some blocks behind.
 * `old_final`: only the final one is. `early_final`: the newest block is reported as final. `other_chain`: it is a
 * different chain. `other_hash`: its blocks have different hashes. `swallow`: transactions are accepted and never
 * sent. `half`: answers break off. `slow`: they are late. `broken`: 500. `silent`: none comes.
 */
export const NODE_FAULTS = [
  ...['no_logs', 'old_head', 'old_final', 'other_hash', 'early_final', 'swallow'],
  ...['half', 'no_receipts', 'broken', 'other_chain', 'slow', 'silent'],
] as const;

interface NodeProxy {
  readonly url: string;
  /** Answers that were changed or withheld. */
  readonly spoiled: number;
  /** Undefined: the node is honest. */
  fault: string | undefined;
  stop(): Promise<void>;
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}
interface Reply {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

const LAG = 5;
const LATE_MS = 300;
const hex = (value: number) => `0x${Math.max(0, value).toString(16)}`;

export async function startNodeProxy(target: string): Promise<NodeProxy> {
  let fault: string | undefined;
  let spoiled = 0;
  const ask = async (body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  const numberOf = async (tag: string) => {
    const params = [tag, false];
    const { result } = (await ask({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params })) as {
      result: { number: string };
    };
    return Number(result.number);
  };

  /** The call that the honest node receives instead. */
  async function asked(call: Call): Promise<Call> {
    const [tag, ...rest] = call.params;
    if (call.method !== 'eth_getBlockByNumber') return call;
    const instead =
      fault === 'old_head' && (tag === 'latest' || tag === 'finalized')
        ? hex((await numberOf(tag)) - LAG)
        : fault === 'old_final' && tag === 'finalized'
          ? hex((await numberOf(tag)) - LAG)
          : fault === 'early_final' && tag === 'finalized'
            ? 'latest'
            : undefined;
    if (instead === undefined) return call;
    spoiled += 1;
    return { ...call, params: [instead, ...rest] };
  }

  /** What is returned instead of the honest reply. */
  function told({ method }: Call, reply: Reply): Reply {
    const lie = (result: unknown): Reply => {
      spoiled += 1;
      return { id: reply.id, result };
    };
    if (fault === 'no_logs' && method === 'eth_getLogs') return lie([]);
    if (fault === 'no_receipts' && method === 'eth_getTransactionReceipt') return lie(null);
    if (fault === 'other_chain' && method === 'eth_chainId') return lie('0x1');
    if (fault !== 'other_hash' || method !== 'eth_getBlockByNumber' || !reply.result) return reply;
    const block = reply.result as { hash: string };
    return lie({ ...block, hash: `0x${block.hash.slice(2).split('').toReversed().join('')}` });
  }

  async function answer(body: string, response: ServerResponse): Promise<void> {
    const given = JSON.parse(body) as Call | Call[];
    const calls = [given].flat();
    if (fault === 'silent') {
      spoiled += 1;
      return;
    }
    if (fault === 'broken') {
      spoiled += 1;
      return void response.writeHead(500).end('{"error":"internal"}');
    }
    if (fault === 'slow') await sleep(LATE_MS);
    const swallowed = fault === 'swallow' && calls.some(({ method }) => method === 'eth_sendRawTransaction');
    if (swallowed) {
      spoiled += 1;
      const replies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: `0x${'0'.repeat(64)}` }));
      return void response.end(JSON.stringify(Array.isArray(given) ? replies : replies[0]));
    }
    const sent = await Promise.all(calls.map(asked));
    const replies = [(await ask(Array.isArray(given) ? sent : sent[0])) as Reply | Reply[]].flat();
    const said = replies.map((reply) => {
      const call = calls.find(({ id }) => id === reply.id);
      return { jsonrpc: '2.0', ...(call ? told(call, reply) : reply) };
    });
    const text = JSON.stringify(Array.isArray(given) ? said : said[0]);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (fault !== 'half') return void response.end(text);
    spoiled += 1;
    response.end(text.slice(0, text.length / 2));
  }

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => void answer(body, response).catch(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get spoiled() {
      return spoiled;
    },
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
