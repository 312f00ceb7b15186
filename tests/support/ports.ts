// Finds a free port, for programs that must know their port before they start. Another process may still take it first.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The system may choose a port again that is free because it is not in use yet. */
const given = new Set<number>();

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}
