// A TCP proxy between a page and a server that can stall an upload half-way or cut all connections.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface SlowLine {
  readonly url: string;
  /** Requests that begin with `start` stall after their first chunk, until `flow`. */
  hold(start: string): void;
  /** Resumes stalled requests. */
  flow(): void;
  /** Closes all connections and refuses new ones, until `restore`. */
  cut(): void;
  restore(): void;
  stop(): Promise<void>;
}

/** Starts a proxy to the server at `url`. */
export async function slowLine(url: string): Promise<SlowLine> {
  const { hostname, port } = new URL(url);
  const clients = new Set<Socket>();
  let held: string | undefined;
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    clients.add(client);
    const upstream = connect(Number(port), hostname);
    client.on('data', (piece: Buffer) => {
      upstream.write(piece);
      if (held !== undefined && piece.includes(held)) client.pause();
    });
    upstream.pipe(client);
    client
      .on('error', () => undefined)
      .once('close', () => {
        clients.delete(client);
        upstream.destroy();
      });
    upstream.on('error', () => undefined).once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const client of clients) client.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (start) => void (held = start),
    flow() {
      held = undefined;
      for (const client of clients) client.resume();
    },
    cut() {
      isCut = true;
      end();
    },
    restore: () => void (isCut = false),
    stop() {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
