// Requests at a given rate, however fast the server responds: each has a due time, and its latency counts from then.
// Prepared requests over plain keep-alive sockets.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Sent {
  /** Milliseconds of performance.now() at which it was due, sent, and answered. */
  readonly due: number;
  readonly sent: number;
  readonly answered: number;
  readonly status: number;
  readonly body: string;
}

/** One request at a time; responses have a Content-Length. */
function line(socket: Socket) {
  let text = '';
  let waiting:
    | { done: (reply: { status: number; body: string }) => void; failed: (e: Error) => void }
    | undefined;
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
    if (text.length < end + 4 + length) return;
    const reply = { status: Number(text.slice(9, 12)), body: text.slice(end + 4, end + 4 + length) };
    text = '';
    waiting?.done(reply);
  });
  socket.on('close', () => waiting?.failed(new Error('the server closed the connection')));
  socket.on('error', () => undefined);
  return (request: Buffer) =>
    new Promise<{ status: number; body: string }>((done, failed) => {
      waiting = { done, failed };
      socket.write(request);
    });
}

const opened = (origin: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  return new Promise((resolve, reject) =>
    socket.once('connect', () => resolve(socket)).once('error', reject),
  );
};

/** Sockets are opened this long before the first request: servers close those that stay silent. */
const OPEN_MS = 1000;

/** Each request is due 1 / `rate` seconds after the previous one: its milliseconds after the first. */
export const evenly =
  (rate: number) =>
  (n: number): number =>
    (n * 1000) / rate;

/** As pgbench spaces its transactions at a given rate, and as independent people would: with random gaps. */
export function atRandom(rate: number, count: number): (n: number) => number {
  let at = 0;
  const moments = Array.from({ length: count }, () => (at -= (Math.log(1 - Math.random()) * 1000) / rate));
  return (n) => moments[n] ?? at;
}

/**
 * Sends request n at `start` + `after(n)` milliseconds, over `connections` sockets to the origins in turn. A busy socket
 * takes no other request: a request without a free socket waits, and its wait counts as latency.
 */
export async function pacedLoad(
  origins: readonly string[],
  requests: readonly Buffer[],
  { connections, start, after }: { connections: number; start: number; after: (n: number) => number },
): Promise<Sent[]> {
  await sleep(Math.max(0, start - OPEN_MS - performance.now()));
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, i) => opened(origins[i % origins.length] as string)),
  );
  const answers: Sent[] = [];
  let next = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      const ask = line(socket);
      for (let at = next++; at < requests.length; at = next++) {
        const due = start + after(at);
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait);
        const sent = performance.now();
        const { status, body } = await ask(requests[at] as Buffer);
        answers.push({ due, sent, answered: performance.now(), status, body });
      }
      socket.destroy();
    }),
  );
  return answers;
}
