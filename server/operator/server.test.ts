/**
 * The operator's socket: only its owner can open it, no client can block it, and successive servers keep it working.
 */
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { type Socket, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FAILED } from './answer.ts';
import type { OperatorLog } from './log.ts';
import { type Command, CommandError, MAX_LINE, TOO_LARGE, socketPath } from './protocol.ts';
import { ask as askAsClient } from './client.ts';
import { serveOperator } from './server.ts';

const quiet = pino({ level: 'silent' });
let dataDir = '';
const servers: { close(): Promise<void> }[] = [];
/** How often a server whose socket was replaced looks after it. */
const LOOK_MS = 20;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'adit-operator-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

const command = (name: string, run: Command['run']): Command => ({ name, usage: `${name} [WORD…]`, run });
const says = (text: string) => command('who', async () => ({ text }));

async function serve(...commands: Command[]) {
  const journal: OperatorLog = { begin: async () => 1n, end: async () => undefined };
  const server = await serveOperator(dataDir, { commands, journal, log: quiet }, LOOK_MS);
  servers.push(server);
  return server;
}
const connect = (): Socket => createConnection(socketPath(dataDir)).setEncoding('utf8');
const send = (socket: Socket, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', reject).on('close', () => resolve(text));
    socket.write(line);
  });
const ask = async (...args: string[]) =>
  JSON.parse(await send(connect(), `${JSON.stringify({ args, by: 'olga' })}\n`)) as {
    ok: boolean;
    text: string;
  };

test('only its owner may open it, and nothing else is left in the folder', async () => {
  await serve();
  expect(readdirSync(dataDir)).toEqual(['operator.sock']);
  expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
});

test('a command gets the words after its own, and its refusal is an answer', async () => {
  await serve(
    command('kyc reject', async (args, by) => ({ text: `${args.join('|')} by ${by}` })),
    command('kyc', async () => Promise.reject(new CommandError('not like this'))),
    command('broken', async () => Promise.reject(new Error('secret'))),
  );
  expect(await ask('kyc', 'reject', '7', 'too dark')).toEqual({ ok: true, text: '7|too dark by olga' });
  expect(await ask('kyc', 'rejected')).toEqual({ ok: false, text: 'not like this' });
  const broken = await ask('broken');
  expect([broken.ok, broken.text.includes('secret')]).toEqual([false, false]);
  expect((await ask('unheard')).text).toContain('unknown command');
  expect((await ask('help')).text).toContain('kyc reject');
});

test.each(['\n', 'not JSON\n', 'null\n', '{"args":"x"}\n', '{}\n'])('%j does no harm', async (line) => {
  await serve(says('one'));
  expect(JSON.parse(await send(connect(), line))).toMatchObject({ ok: false });
  expect((await ask('who')).text).toBe('one');
});

test('a line without an end is refused in one line, and a second line is not run', async () => {
  let runs = 0;
  await serve(command('count', async () => ({ text: String((runs += 1)) })));
  const socket = connect();
  const said = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
  socket.on('error', () => undefined).write('x'.repeat(MAX_LINE + 1));
  expect(JSON.parse(await said)).toEqual({ ok: false, text: TOO_LARGE });
  const line = `${JSON.stringify({ args: ['count'], by: 'x' })}\n`;
  await send(connect(), line + line);
  expect(runs).toBe(1);
});

test('a client that connects and stays silent does not delay the shutdown', async () => {
  const server = await serve();
  const sockets = [connect(), connect()];
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  sockets[0]?.write('half a line');
  await sleep(50);
  const start = performance.now();
  await server.close();
  // A client that held it up would be cut off only after 2 s.
  expect(performance.now() - start).toBeLessThan(1900);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a running command is answered before the server closes', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const server = await serve(
    command('slow', async () => {
      begin();
      await sleep(100);
      return { text: 'done' };
    }),
  );
  const answer = ask('slow');
  await begun;
  await server.close();
  expect(await answer).toEqual({ ok: true, text: 'done' });
});

/** Leaves the socket of a server that was killed: it does not remove what it was not told to. */
async function killedServer(): Promise<void> {
  const killed = createServer();
  const made = join(dataDir, 'made');
  await new Promise<void>((resolve) => killed.listen(made, resolve));
  renameSync(made, join(dataDir, 'operator.sock'));
  await new Promise((resolve) => killed.close(resolve));
}
async function answers(text: string): Promise<void> {
  await expect.poll(async () => (await ask('who').catch(() => null))?.text).toBe(text);
}

describe('servers on one folder', () => {
  test('replace the socket of a killed one, at their start and while they run', async () => {
    await killedServer();
    const server = await serve(says('running'));
    expect((await ask('who')).text).toBe('running');
    await killedServer();
    await answers('running');
    await server.close();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('let the latest one answer, and another one once that has stopped', async () => {
    const first = await serve(says('first'));
    const second = await serve(says('second'));
    // The first one has looked several times.
    await sleep(10 * LOOK_MS);
    expect((await ask('who')).text).toBe('second');
    await second.close();
    await answers('first');
    expect(statSync(join(dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
    const third = await serve(says('third'));
    await first.close();
    expect((await ask('who')).text).toBe('third');
    await third.close();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('take over although the one that stops still runs a command, which is answered', async () => {
    await serve(says('first'));
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const second = await serve(
      command('slow', async () => {
        begin();
        await ended;
        return { text: 'done' };
      }),
    );
    const answer = ask('slow');
    await begun;
    const closed = second.close();
    await answers('first');
    end();
    expect(await answer).toEqual({ ok: true, text: 'done' });
    await closed;
    expect((await ask('who')).text).toBe('first');
  });
});

describe('pieces of files', () => {
  const whole = (name: string) => ({ name, content: 'x'.repeat(64 * 1024) });

  test('come before the answer, in their order, and no faster than they are read', async () => {
    const made: number[] = [];
    async function* pieces(run: number) {
      for (let n = 0; n < 400; n += 1) {
        made[run] = n;
        yield whole(`part-${n % 3}`);
      }
    }
    await serve(command('export', async () => ({ text: 'all of it', pieces: pieces(made.push(0) - 1) })));
    const heard: string[] = [];
    const slow = connect();
    slow.pause().write(`${JSON.stringify({ args: ['export'], by: 'x' })}\n`);
    await vi.waitFor(() => expect(made[0]).toBeGreaterThan(0));
    await sleep(100);
    expect(made[0]).toBeLessThan(200);
    slow.destroy();
    const reply = await askAsClient(dataDir, { args: ['export'], by: 'x' }, ({ name }) => heard.push(name));
    expect(reply).toEqual({ ok: true, text: 'all of it' });
    expect(heard).toEqual(Array.from({ length: 400 }, (_, n) => `part-${n % 3}`));
  });

  test('that end in the middle end with a refusal', async () => {
    async function* pieces() {
      yield whole('one');
      throw new Error('secret');
    }
    await serve(command('export', async () => ({ text: 'all of it', pieces: pieces() })));
    const reply = await askAsClient(dataDir, { args: ['export'], by: 'x' });
    expect(reply).toEqual({ ok: false, text: FAILED });
  });

  test('of a killed server are not an answer', async () => {
    const killed = createServer((socket) =>
      socket.once('data', () => socket.end(`${JSON.stringify({ piece: whole('one') })}\n{"ok":`)),
    );
    await new Promise<void>((resolve) => killed.listen(socketPath(dataDir), resolve));
    const heard: string[] = [];
    const asked = askAsClient(dataDir, { args: ['export'], by: 'x' }, ({ name }) => heard.push(name));
    await expect(asked).rejects.toThrow('the server ended before it answered');
    expect(heard).toEqual(['one']);
    await new Promise((resolve) => killed.close(resolve));
  });
});
