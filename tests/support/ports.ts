// Finds a free port, for programs that must know their port before they start, and get it again when they restart.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system takes for connections, so that none of them takes it while a program restarts. */
const LOWEST = 20_000;
const PORTS = 12_000;

const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * PORTS);
  if (given.has(port) || !(await isFree(port))) return freePort();
  given.add(port);
  return port;
}
