/** Connections that send too slowly, never read, or speak no proper HTTP are closed, over real sockets with short bounds. */
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { fakeApp } from '#tests/support/fake-app.ts';

/** Sufficient for calls that need no session and have no effect. */
const noDatabase = { kind: 'pglite', listen: async () => async () => undefined } as unknown as Database;
const PICTURE = `/pictures/${'0'.repeat(32)}.png`;
/** More than fits into the buffers of a connection that nobody reads. */
const BIG = 32 * 1024 * 1024;

const pictures = async () => ({ mime: 'image/png', bytes: new Uint8Array(BIG) });
/** With bounds short enough for a test to reach. */
const { app: strict } = fakeApp(noDatabase, {
  connections: { head: 300, request: 600, check: 50, silence: 500 },
  pictures,
});
/** With the bounds of production, which no stall of the machine reaches. */
const { app: patient } = fakeApp(noDatabase, { connections: { most: 60 } });
const apps = [strict, patient];
beforeAll(() => Promise.all(apps.map((app) => app.listen({ port: 0, host: '127.0.0.1' }))));
afterAll(() => Promise.all(apps.map((app) => app.close())));

type App = typeof strict;
const portOf = (app: App): number => (app.server.address() as AddressInfo).port;

/** Settles when that many more connections have been accepted, although some of them may have been closed again. */
const accepts = (app: App, count: number) =>
  new Promise<void>((resolve) => {
    let left = count;
    app.server.on('connection', function accepted() {
      left -= 1;
      if (left > 0) return;
      app.server.off('connection', accepted);
      resolve();
    });
  });

const allClosed = async (app: App) => {
  const open = () =>
    new Promise<number>((resolve, reject) => {
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  while ((await open()) > 0) await sleep(20);
};

/** A client whose end of the connection stays open whatever happens, as an attacker's would. */
function attacker(app: App, first = '') {
  let said = '';
  const socket: Socket = connect({ port: portOf(app), host: '127.0.0.1', allowHalfOpen: true }, () =>
    socket.write(first),
  );
  socket.on('data', (part) => (said += part.toString()));
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'error', 'close']) socket.on(event, () => resolve());
  });
  return { socket, ended, said: () => said };
}

/** Sends a byte from time to time, for as long as possible. */
async function drip(socket: Socket, text = 'x'): Promise<void> {
  while (!socket.destroyed) {
    await sleep(20);
    socket.write(text);
  }
}

/** The reply to a request, well formed or not. */
async function reply(text: string): Promise<string> {
  const { socket, ended, said } = attacker(patient, text);
  await ended;
  socket.destroy();
  return said();
}

describe('a connection is closed by the server, although the other end keeps it', () => {
  test.each([
    ['that sends nothing', '', undefined],
    ['whose head never ends', 'GET /api/links HTTP/1.1\r\nHost: a\r\nX-A: ', 'x'],
    [
      'whose body never ends',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"',
      'x',
    ],
    ['that speaks no HTTP', 'NONSENSE\r\n\r\n', 'NONSENSE'],
  ])('%s', async (_title, first, more) => {
    const accepted = accepts(strict, 20);
    const crowd = Array.from({ length: 20 }, () => attacker(strict, first));
    if (more !== undefined) for (const { socket } of crowd) void drip(socket, more);
    await accepted;
    await allClosed(strict);
    for (const { socket } of crowd) socket.destroy();
  });

  test('that has sent nothing, without a word that a browser would take for its first reply', async () => {
    const accepted = accepts(strict, 1);
    const { socket, ended, said } = attacker(strict);
    await accepted;
    await ended;
    expect(said()).toBe('');
    socket.destroy();
  });

  test('that never reads the reply', async () => {
    const accepted = accepts(strict, 2);
    const crowd = Array.from({ length: 2 }, () => {
      const one = attacker(strict, `GET ${PICTURE} HTTP/1.1\r\nHost: a\r\n\r\n`);
      one.socket.pause();
      return one;
    });
    await accepted;
    await allClosed(strict);
    for (const { socket } of crowd) socket.destroy();
  });

  test.each([
    ['that sends empty lines instead of another request', 'GET /api/links HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['that sends empty lines and reads no reply', `GET ${PICTURE} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3)],
  ])('%s', async (_title, first) => {
    const accepted = accepts(strict, 1);
    const { socket } = attacker(strict, first);
    if (first.includes(PICTURE)) socket.pause();
    const drips = drip(socket, '\r\n');
    await accepted;
    await allClosed(strict);
    socket.destroy();
    await drips;
  });

  test('that asks and asks without reading any answer', async () => {
    const accepted = accepts(strict, 1);
    const { socket } = attacker(strict);
    socket.pause();
    const asks = drip(socket, `GET ${PICTURE} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await accepted;
    await allClosed(strict);
    socket.destroy();
    await asks;
  });
});

test('connections beyond the most that there may be are closed at once, and there is room again when others leave', async () => {
  const accepted = accepts(patient, 60);
  const crowd = Array.from({ length: 60 }, () => attacker(patient));
  await accepted;
  const late = attacker(patient, 'GET /api/links HTTP/1.1\r\nHost: a\r\n\r\n');
  await late.ended;
  expect(late.said()).toBe('');
  for (const { socket } of crowd) socket.destroy();
  await allClosed(patient);
  expect(await reply('GET /api/links HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/ 200 OK/);
});

describe('a request is served with exactly one Host header', () => {
  const ask = (version: string, ...headers: string[]) =>
    reply([`GET /api/links HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'));

  test('and in HTTP/1.0 without one', async () => {
    expect(await ask('1.1', 'Host: adit.example')).toMatch(/ 200 OK/);
    expect(await ask('1.0')).toMatch(/ 200 OK/);
  });

  test.each([
    ['two', ['Host: adit.example', 'host: evil.example']],
    ['two of the same', ['Host: adit.example', 'Host: adit.example']],
    ['none', []],
  ])('with %s it is refused with an envelope', async (_title, headers) => {
    const text = await ask('1.1', ...headers);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 400 });
  });
});
