/** Names are resolved without blocking the rest of the process: in bounded time, for both address families. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { askingNames } from './names.ts';

const TYPES = { 1: [8, 8, 8, 8], 28: [0x2a, 0, 0x14, 0x50, ...Array<number>(11).fill(0), 1] } as const;

/**
 * The answer to a DNS query for an address (RFC 1035, section 4): one record, whose name points to that of the
 * question.
 */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const type = query.readUInt16BE(end - 4) as keyof typeof TYPES;
  const head = Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])]);
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, TYPES[type].length, ...TYPES[type]]);
  return Buffer.concat([head, query.subarray(12, end), record]);
}

const sockets: ReturnType<typeof createSocket>[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

async function nameServer(speaks: boolean): Promise<string> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  if (speaks) socket.on('message', (query, from) => socket.send(answerTo(query), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

test('a name has the addresses that its servers return, in both families', async () => {
  const resolve = askingNames({ servers: [await nameServer(true)] });
  expect(await resolve('push.example')).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2a00:1450::1', family: 6 },
  ]);
});

test('silent servers are given up after a while', async () => {
  const resolve = askingNames({ servers: [await nameServer(false)], timeoutMs: 1000 });
  const names = Array.from({ length: 8 }, (_, i) => `silent-${i}.example`);
  const before = performance.now();
  const results = await Promise.allSettled(names.map(resolve));
  expect(results.map(({ status }) => status)).toEqual(names.map(() => 'rejected'));
  // Sequentially, they would take eight times as long as one.
  expect(performance.now() - before).toBeLessThan(12_000);
});
