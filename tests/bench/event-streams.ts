// The processes that run alongside the server in `events.ts`. `hold` keeps event streams open, as many pages would:
// its parent sends an `Order`, it answers with `Opened`, then with `Told` for each event that has reached all
// streams. `serve` is the baseline for the server: node:http that only holds streams and writes to all of them in one
// go (POST); it sends its port.
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface Order {
  readonly port: number;
  readonly count: number;
  /** Each is for one stream; the others are guests. */
  readonly tokens: readonly string[];
}

export interface Opened {
  readonly opened: number;
  /** Other answers: status → count. */
  readonly refused: Readonly<Record<string, number>>;
}

/** When the first and the last stream received it, by `now`. */
export interface Told {
  readonly first: number;
  readonly last: number;
}

/** Milliseconds by a clock that all processes of the machine share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Something that only the benchmark makes happen. */
const EVENT = 'event: lottery\n';

/** Connections that are being opened at the same time: fewer than may wait for a server to accept them (511 in Node). */
const AT_ONCE = 100;

/** Each from its own network, so that no limit per network is hit (rate-limit.ts). */
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

async function hold({ port, count, tokens }: Order): Promise<Opened> {
  const refused: Record<string, number> = {};
  const events: { first: number; streams: number }[] = [];
  let opened = 0;
  /** All sockets read into the same memory: nothing else is read before its content has been examined. */
  const buffer = Buffer.alloc(64 * 1024);

  function tell(nth: number): void {
    const event = (events[nth] ??= { first: now(), streams: 0 });
    event.streams += 1;
    if (event.streams === opened) process.send?.({ first: event.first, last: now() } satisfies Told);
  }
  const open = (n: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let [text, isOpen, told] = ['', false, 0];
      const callback = (bytes: number): boolean => {
        text += buffer.toString('latin1', 0, bytes);
        if (!isOpen) {
          if (!text.includes('\r\n\r\n')) return true;
          const status = text.slice(9, 12);
          if (status === '200') opened += 1;
          else refused[status] = (refused[status] ?? 0) + 1;
          isOpen = true;
          resolve();
        }
        let from = 0;
        for (let at = text.indexOf(EVENT); at >= 0; at = text.indexOf(EVENT, from)) {
          from = at + EVENT.length;
          tell(told++);
        }
        text = text.slice(Math.max(from, text.length - EVENT.length + 1));
        return true;
      };
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
      const lost = (error?: unknown) => reject(new Error('a stream was lost', { cause: error }));
      socket.once('error', lost).once('close', lost);
      const token = tokens[n];
      const head = [
        ...['GET /api/events HTTP/1.1', 'host: bench', `x-forwarded-for: ${addressOf(n)}`],
        ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
    });

  let next = 0;
  const line = async (): Promise<void> => {
    while (next < count) await open(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return { opened, refused };
}

function serve(): void {
  const streams: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      for (const stream of streams) stream.write(`${EVENT}data: {}\n\n`);
      response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write('retry: 3000\n\n');
    streams.push(response);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

const role = process.argv[2];
if (role === 'serve') serve();
if (role === 'hold')
  process.once('message', (order: Order) => void hold(order).then((opened) => process.send?.(opened)));
if (process.connected) process.once('disconnect', () => process.exit());
