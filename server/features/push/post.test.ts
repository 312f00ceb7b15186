/** Messages to push services: names are resolved to public addresses only, at the moment of connecting. */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { certificate } from '#tests/bench/page-server.ts';
import type { Resolve } from './names.ts';
import { ClosedAddress, newSender, openLookup } from './post.ts';

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const to = (host: string, protocol = 'https') => ({
  endpoint: new URL(`${protocol}://${host}:${(server.address() as AddressInfo).port}/send`),
  headers: {},
  body: Buffer.of(1),
});
/** A name server that answers with these addresses. */
const resolving =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const failure = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  return error;
};

test('a name that resolves to this machine is not connected to, even if it resolved elsewhere before', async () => {
  const sender = newSender({ anywhere: false, resolve: resolving('127.0.0.1', '::1', '10.0.0.1') });
  const rebound = { ...to('rebound.example'), endpoint: new URL('https://rebound.example/send') };
  expect(await failure(sender.send(rebound))).toMatchObject({
    message: 'rebound.example has no address of the internet',
  });
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '0x7f000001', 'push.example'])
    expect(await failure(sender.send(to(host)))).toBeInstanceOf(ClosedAddress);
  expect(connections).toBe(0);
  sender.close();
});

test('this machine is connected to where that is allowed, and a broken connection is an error', async () => {
  const sender = newSender({ anywhere: true });
  expect(await failure(sender.send(to('127.0.0.1')))).toMatchObject({ code: expect.any(String) as string });
  expect(connections).toBe(1);
  expect(await failure(sender.send(to('127.0.0.1', 'http')))).toBeInstanceOf(ClosedAddress);
  expect(connections).toBe(1);
  sender.close();
});

test('only the public ones of several addresses remain', async () => {
  const found = await new Promise((resolve, reject) => {
    openLookup(resolving('192.168.0.1', '8.8.8.8', 'fe80::1', '2a00:1450::1'))(
      'a.example',
      { all: true },
      (error, all) => (error ? reject(error) : resolve(all)),
    );
  });
  expect(found).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2a00:1450::1', family: 6 },
  ]);
});

test('a closed sender sends nothing more', async () => {
  const sender = newSender({ anywhere: true });
  sender.close();
  expect(await failure(sender.send(to('127.0.0.1')))).toMatchObject({ name: 'AbortError' });
});

describe('a service that', () => {
  const sockets = new Set<Socket>();
  const pair = certificate();
  const trusted = getCACertificates();
  let says = '';
  const service = createTlsServer(pair, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', () => socket.write(says));
  });
  beforeAll(async () => {
    setDefaultCACertificates([...trusted, pair.cert.toString()]);
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    setDefaultCACertificates(trusted);
    for (const socket of sockets) socket.destroy();
    service.close();
  });
  const ask = (sender: ReturnType<typeof newSender>, answer: string) => {
    says = answer;
    const { port } = service.address() as AddressInfo;
    const endpoint = new URL(`https://localhost:${port}/send`);
    return sender.send({ endpoint, headers: {}, body: Buffer.of(1) });
  };
  const CREATED = 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n';

  test('holds its connection open forever is disconnected after a while', async () => {
    const sender = newSender({ anywhere: true, idleMs: 100 });
    expect(await ask(sender, CREATED)).toMatchObject({ status: 201 });
    await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 60_000 });
    expect(await ask(sender, CREATED)).toMatchObject({ status: 201 });
    sender.close();
  });

  test.each([
    ['wants another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['speaks no HTTP', 'SSH-2.0-x\r\n\r\n'],
  ])('%s has not answered', async (_, answer) => {
    const sender = newSender({ anywhere: true });
    expect(await failure(ask(sender, answer))).toBeInstanceOf(Error);
    sender.close();
  });

  test.each([
    ['breaks off', 'HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nwhy\r\nzz'],
    ['talks without an end', `HTTP/1.1 503 Busy\r\nContent-Length: 9999999\r\n\r\n${'x'.repeat(100_000)}`],
  ])('%s after its status has answered', async (_, answer) => {
    const sender = newSender({ anywhere: true });
    const { status, reason } = await ask(sender, answer);
    expect(status).toBe(503);
    expect(reason.length).toBeLessThanOrEqual(300);
    sender.close();
  });
});
