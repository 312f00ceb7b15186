// Reading a node: its answers are passed on, and refusals are told apart from missing answers.
import { expect, test } from 'vitest';
import type { Question } from '#draws/questions.ts';
import { askNode } from './node-reader.ts';

const URL = 'https://node.example';
const chainId: Question = { id: 'chainId', method: 'eth_chainId', params: [] };
const finalized: Question = { id: 'finalized', method: 'eth_getBlockByNumber', params: ['finalized', false] };

/** A node that answers each request with this. */
const node =
  (answer: (body: { id: string; method: string }) => unknown, status = 200): typeof fetch =>
  async (_, init) =>
    Response.json(answer(JSON.parse(String(init?.body)) as { id: string; method: string }), { status });

test('answers carry the ids of their requests', async () => {
  const reply = await askNode(
    URL,
    [chainId, finalized],
    node(({ id }) => ({ id, result: id === 'chainId' ? '0x38' : null })),
  );
  expect(reply).toEqual({
    answers: [
      { id: 'chainId', result: '0x38' },
      { id: 'finalized', result: null },
    ],
  });
});

test('requests reveal nothing about the user', async () => {
  let asked: RequestInit | undefined;
  await askNode(URL, [chainId], async (_, init) => {
    asked = init;
    return Response.json({ result: '0x38' });
  });
  expect(asked).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'manual',
  });
});

test('reports a refusal in the node’s own words', async () => {
  const limit = node(() => ({ error: { code: -32_005, message: 'limit exceeded' } }), 429);
  expect(await askNode(URL, [chainId], limit)).toEqual({ fault: 'refused', detail: 'limit exceeded' });
  const html: typeof fetch = async () => new Response('<html>', { status: 403 });
  expect(await askNode(URL, [chainId], html)).toEqual({ fault: 'refused', detail: 'HTTP 403' });
  expect(
    await askNode(
      URL,
      [chainId],
      node(() => ({})),
    ),
  ).toEqual({ fault: 'refused', detail: 'HTTP 200' });
  const long = node(() => ({ error: { message: 'x'.repeat(5000) } }));
  expect(JSON.stringify(await askNode(URL, [chainId], long)).length).toBeLessThan(250);
});

test('a node that does not know final blocks has said nothing about them', async () => {
  const old = node(({ id }) =>
    id === 'finalized' ? { error: { message: 'unknown tag' } } : { result: '0x38' },
  );
  expect(await askNode(URL, [chainId, finalized], old)).toMatchObject({ answers: [{}, { result: null }] });
});

test('a redirect is not followed', async () => {
  const moved: typeof fetch = async () => {
    const response = new Response(null);
    Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
    return response;
  };
  expect(await askNode(URL, [chainId], moved)).toEqual({ fault: 'moved', detail: '' });
});

test('an answer without an end is not read to the end', async () => {
  let sent = 0;
  let stopped = false;
  const endless: typeof fetch = async () =>
    new Response(
      new ReadableStream({
        pull: (stream) => {
          sent += 64 * 1024;
          stream.enqueue(new Uint8Array(64 * 1024).fill(32));
        },
        cancel: () => {
          stopped = true;
        },
      }),
    );
  expect(await askNode(URL, [chainId], endless)).toEqual({ fault: 'long', detail: '' });
  expect([sent < 2 * 1024 * 1024, stopped]).toEqual([true, true]);
  const hashes = Array.from({ length: 10_000 }, () => `0x${'ab'.repeat(32)}`);
  const block = node(() => ({ result: { transactions: hashes } }));
  expect(await askNode(URL, [chainId], block)).toMatchObject({ answers: [{ id: 'chainId' }] });
});

test('a missing answer is not a refusal', async () => {
  const gone: typeof fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await askNode(URL, [chainId], gone)).toEqual({ fault: 'away', detail: '' });
});

test('sends only read requests', async () => {
  let called = false;
  const send = { id: 'x', method: 'eth_sendRawTransaction', params: ['0x'] } as unknown as Question;
  const reply = await askNode(URL, [send], async () => {
    called = true;
    return Response.json({ result: '0x' });
  });
  expect([reply, called]).toEqual([{ fault: 'refused', detail: 'eth_sendRawTransaction' }, false]);
});
