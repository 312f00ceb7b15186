// A load generator with little overhead: prepared requests over plain keep-alive sockets, one at a time on each.
import { connect, type Socket } from 'node:net';

export interface Load {
  /** Requests answered with 200 within the time. */
  done: number;
  seconds: number;
  latencies: number[];
  /** Other responses: status → count. */
  refused: Record<string, number>;
}

/** Reads one response with a Content-Length (or, for a 204, without) and resolves with its status. */
function reply(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const stop = (): void => {
      socket.off('data', read);
      socket.off('close', lost);
    };
    const lost = (): void => {
      stop();
      reject(new Error('the server closed the connection'));
    };
    const read = (part: Buffer): void => {
      text += part.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      stop();
      resolve(Number(text.slice(9, 12)));
    };
    socket.on('data', read);
    socket.on('close', lost);
  });
}

/** Sends `requests` over `connections` sockets, spread over the servers, until they are used up or `seconds` have passed. */
export async function httpLoad(
  origins: readonly string[],
  requests: Buffer[],
  connections: number,
  seconds: number,
): Promise<Load> {
  const load: Load = { done: 0, seconds: 0, latencies: [], refused: {} };
  let next = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async (_, n) => {
      const { hostname, port } = new URL(origins[n % origins.length] ?? '');
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socket;
    }),
  );
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    sockets.map(async (socket) => {
      while (performance.now() < end) {
        const request = requests[next++];
        if (!request) break;
        const sent = performance.now();
        socket.write(request);
        const status = await reply(socket);
        if (status === 200) {
          load.done += 1;
          load.latencies.push(performance.now() - sent);
        } else load.refused[status] = (load.refused[status] ?? 0) + 1;
      }
      socket.destroy();
    }),
  );
  load.seconds = (performance.now() - start) / 1000;
  return load;
}
