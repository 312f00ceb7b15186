/** Asks the running server and hears its answer: pieces of files first, then the answer itself. */
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { type OperatorFile, type Reply, type Request, socketPath } from './protocol.ts';

/** Undefined for a line that broke off. */
function read(line: string): (Reply & { piece?: OperatorFile }) | undefined {
  try {
    return JSON.parse(line) as Reply & { piece?: OperatorFile };
  } catch {
    return undefined;
  }
}

/** @throws Error when nobody listens, or the server ended before its answer */
export async function ask(
  dataDir: string,
  request: Request,
  heard: (piece: OperatorFile) => void = () => undefined,
): Promise<Reply> {
  const socket = createConnection(socketPath(dataDir));
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    // A server that has heard enough ends the connection; what it said before is what counts.
    socket.on('error', () => undefined);
    socket.write(`${JSON.stringify(request)}\n`);
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      const said = read(line);
      if (!said) break;
      if (!said.piece) return said;
      heard(said.piece);
    }
  } finally {
    socket.destroy();
  }
  throw new Error('the server ended before it answered');
}
