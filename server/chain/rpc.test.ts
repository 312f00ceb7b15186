/** What the client accepts from a node. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnswerTooLong, NodeUnreachable, RpcError, connect } from './rpc.ts';
import { signatureVerifier } from './signature.ts';

let says: (write: (text: string) => boolean, end: () => void) => void = () => undefined;
let elsewhere = '';
let sent = 0;
let node: Server;
let url = '';

beforeAll(async () => {
  node = createServer((request, response) => {
    request.resume();
    if (elsewhere) return response.writeHead(307, { location: elsewhere }).end();
    says(
      (text) => {
        sent += text.length;
        return response.write(text);
      },
      () => response.end(),
    );
    return response;
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}/`;
});
afterAll(() => {
  node.closeAllConnections();
  node.close();
});

const answering = (text: string) => {
  says = (write, end) => {
    write(text);
    end();
  };
};

test('an answer is read whole up to its limit, and no further', async () => {
  const text = JSON.stringify({ id: 1, result: 'ü'.repeat(400) });
  answering(text);
  const bytes = Buffer.byteLength(text);
  expect(await connect(url).call('x', [], 5000, bytes)).toBe('ü'.repeat(400));
  await expect(connect(url).call('x', [], 5000, bytes - 1)).rejects.toBeInstanceOf(AnswerTooLong);
});

test('a node that talks without an end is not listened to', async () => {
  sent = 0;
  says = (write) => {
    const more = () => {
      // The connection's buffer is full, or its reader has gone.
      while (write('x'.repeat(65_536)) && sent < 1e9) continue;
      if (sent < 1e9) setTimeout(more, 1).unref();
    };
    more();
  };
  await expect(connect(url).call('x', [], 5000, 1_000_000)).rejects.toBeInstanceOf(AnswerTooLong);
  expect(sent).toBeLessThan(100_000_000);
  sent = 1e9;
});

test('a refusal of three megabytes is a refused signature, and an unreadable answer is not', async () => {
  const claim = { message: 'x', signature: `0x${'12'.repeat(65)}`, address: `0x${'34'.repeat(20)}` };
  const check = () => signatureVerifier(connect(url))(claim, async () => true);
  const error = { code: -32_000, message: 'x', data: `0x${'00'.repeat(3_000_000)}` };
  answering(JSON.stringify({ id: 1, error }));
  expect(await check()).toBe(false);
  answering(JSON.stringify({ id: 1, error: { ...error, data: '0x' } }));
  await expect(check()).rejects.toBeInstanceOf(NodeUnreachable);
  answering('busy');
  await expect(check()).rejects.toBeInstanceOf(NodeUnreachable);
});

test('no error tells the node’s address, or a key in it', async () => {
  const hidden = /secret|example/;
  const failure = async (address: string) => {
    const error: unknown = await connect(address)
      .call('x')
      .catch((one: unknown) => one);
    return inspect(error, { depth: 10 });
  };
  const message = 'no quota for secret-path at secret-of-query';
  answering(JSON.stringify({ id: 1, error: { code: -32_005, message } }));
  const told = await failure(`${url}v3/secret-path?key=secret-of-query`);
  expect(told).toContain('x: no quota for … at …');
  expect(told).not.toMatch(hidden);
  for (const address of [
    'https://secret-host.example/secret-path',
    'http://me:secret-word@secret-host.example/',
    'http://127.0.0.1:9/secret-path?key=secret-of-query',
  ]) {
    const text = await failure(address);
    expect(text).toMatch(/^NodeUnreachable \[Error\]: x: /);
    expect(text).not.toMatch(hidden);
  }
});

test('an error of the node is its own, and nobody is sent elsewhere', async () => {
  answering(JSON.stringify({ id: 1, error: { code: 3, message: 'execution reverted' } }));
  await expect(connect(url).call('x')).rejects.toBeInstanceOf(RpcError);
  elsewhere = 'http://127.0.0.1:9/';
  await expect(connect(url).call('x')).rejects.toThrow(/redirect/);
  elsewhere = '';
});
