/** The operator's socket: nobody else opens it, nobody hangs on it, and servers that follow each other keep it working. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type Socket, createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Command, CommandError, socketPath } from './protocol.ts';
import { serveOperator } from './server.ts';

const quiet = pino({ level: 'silent' });
let dataDir = '';
const servers: { close(): Promise<void> }[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'adit-operator-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

const command = (name: string, run: Command['run']): Command => ({ name, usage: name, run });
const says = (text: string) => command('who', async () => ({ text }));

async function serve(...commands: Command[]) {
  const server = await serveOperator(dataDir, commands, quiet);
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

test('a command gets what follows its words, and its refusal is an answer', async () => {
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

test('a line without an end is cut off, and a second line is not run', async () => {
  let runs = 0;
  await serve(command('count', async () => ({ text: String((runs += 1)) })));
  expect(await send(connect(), 'x'.repeat(70_000)).catch(() => '')).toBe('');
  const line = `${JSON.stringify({ args: ['count'], by: 'x' })}\n`;
  await send(connect(), line + line);
  expect(runs).toBe(1);
});

test('whoever connects and says nothing does not hold the shutdown up', async () => {
  const server = await serve();
  const sockets = [connect(), connect()];
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  sockets[0]?.write('half a line');
  await sleep(50);
  const start = performance.now();
  await server.close();
  expect(performance.now() - start).toBeLessThan(1000);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a command that runs is answered before the server closes', async () => {
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

test('the socket of a killed server is replaced; of two servers the later one answers, also when the first goes', async () => {
  const first = await serve(says('first'));
  const second = await serve(says('second'));
  expect((await ask('who')).text).toBe('second');
  await first.close();
  expect((await ask('who')).text).toBe('second');
  await second.close();
  expect(readdirSync(dataDir)).toEqual([]);
});
