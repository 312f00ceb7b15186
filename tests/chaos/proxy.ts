// The faulty connection between a phone and a server: a proxy that can be cut, and that loses, truncates, delays,
// duplicates or refuses the next request for an action.
import { type IncomingMessage, type ServerResponse, createServer, request as ask, Agent } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callNames, callOf } from '#contract';

/**
 * What happens to the request for an action: `lose_request` before the server receives it, `lose_answer` after the
 * server has responded, `half_answer` in the middle of the response, `late_answer` some time after it, `busy` returns
 * 503 without asking the server, `twice` sends two requests at the same time.
 */
export const REQUEST_FAULTS = [
  'lose_request',
  'lose_answer',
  'half_answer',
  'late_answer',
  'busy',
  'twice',
] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/** A request for an action. */
interface Passed {
  readonly key: string;
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Proxy {
  readonly url: string;
  /** Cuts all connections and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  /** For the next actions, one each. */
  plan(...faults: RequestFault[]): void;
  /** Discards planned faults that have not happened. */
  calm(): void;
  /** How often each has happened. */
  readonly fell: Readonly<Record<RequestFault, number>>;
  /** Every action that a device has sent so far, including those that the server never saw. */
  readonly passed: readonly Passed[];
  stop(): Promise<void>;
}

const LATE_MS = 700;
const QUEUEABLE = new Set<string>(callNames.filter((name) => callOf(name).queueable));
const BUSY = JSON.stringify({
  code: 503,
  message: 'Something here is not available at the moment.',
  data: { requestId: 'proxy' },
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A proxy to the server at `port` of this machine, whether it is running or not. */
export async function startProxy(port: number): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const passed: Passed[] = [];
  const fell = Object.fromEntries(REQUEST_FAULTS.map((fault) => [fault, 0])) as Record<RequestFault, number>;
  let planned: RequestFault[] = [];
  let isCut = false;

  const forward = ({ method, url, headers }: IncomingMessage) =>
    ask({ host: '127.0.0.1', port, agent, method, path: url, headers });

  /** The server's complete response. */
  const answered = (request: IncomingMessage, body: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = forward(request);
      asked.once('error', reject);
      asked.once('response', (response: IncomingMessage) => {
        bodyOf(response).then(
          (content) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
          reject,
        );
      });
      asked.end(body);
    });

  async function act(request: IncomingMessage, response: ServerResponse, call: string): Promise<void> {
    const body = await bodyOf(request);
    const { timestamp: _, sign: __, ...input } = JSON.parse(body.toString()) as Record<string, unknown>;
    passed.push({ key: String(request.headers['idempotency-key']), call, input });
    const fault = planned.shift();
    if (fault) fell[fault] += 1;
    if (fault === 'lose_request') return void request.socket.destroy();
    if (fault === 'busy') {
      // This machine's time differs from that of a server whose clock was moved.
      response.sendDate = false;
      const headers = { 'content-type': 'application/json', 'retry-after': '1' };
      return void response.writeHead(503, headers).end(BUSY);
    }
    const others = fault === 'twice' ? [answered(request, body).catch(() => undefined)] : [];
    const answer = await answered(request, body);
    await Promise.all(others);
    if (fault === 'lose_answer') return void request.socket.destroy();
    if (fault === 'late_answer') await sleep(LATE_MS);
    response.writeHead(answer.status, answer.headers);
    if (fault !== 'half_answer') return void response.end(answer.body);
    response.write(answer.body.subarray(0, answer.body.length / 2), () => request.socket.destroy());
  }

  /** Everything else is passed through: the page's files, reads, the event stream. */
  function pass(request: IncomingMessage, response: ServerResponse): void {
    const asked = forward(request);
    asked.once('response', (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.once('error', () => request.socket.destroy());
      answer.pipe(response);
    });
    asked.once('error', () => request.socket.destroy());
    response.once('close', () => asked.destroy());
    request.pipe(asked);
  }

  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    if (QUEUEABLE.has(call)) act(request, response, call).catch(() => request.socket.destroy());
    else pass(request, response);
  });
  server.on('connection', (socket: Socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => void (isCut = false),
    plan: (...faults) => void planned.push(...faults),
    calm: () => void (planned = []),
    fell,
    async stop() {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
