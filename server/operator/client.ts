/** Sends a command to the running server and receives its answer: pieces of files first, then the answer itself. */
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { type OperatorFile, type Reply, type Request, socketPath } from './protocol.ts';

/** Undefined for an incomplete line. */
function read(line: string): (Reply & { piece?: OperatorFile }) | undefined {
  try {
    return JSON.parse(line) as Reply & { piece?: OperatorFile };
  } catch {
    return undefined;
  }
}

/** @throws Error if no server listens, or the server ended before answering */
export async function ask(
  dataDir: string,
  request: Request,
  heard: (piece: OperatorFile) => void = () => undefined,
): Promise<Reply> {
  const socket = createConnection(socketPath(dataDir));
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    // The server may close the connection early; what it has sent before is valid.
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
