/** Multipart calls: what reaches the feature, and what is refused before it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import type { Context } from '#server/http/handlers.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';
import type { Client, Document } from '#tests/support/http.ts';
import { inputOf } from '#tests/support/samples.ts';

const KYC = 'POST /api/user/kyc';
const FIELDS = inputOf(KYC);

onPostgres((open) => {
  let api: Client;
  let url = '';
  let token = '';
  const got: Context<typeof KYC>[] = [];

  beforeAll(async () => {
    const { app } = fakeApp(open(), {
      handlers: {
        [KYC]: async (c: Context<typeof KYC>) => {
          got.push(c);
          return { status: 'submitted' };
        },
      },
    });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    token = (await newSession(open())).token;
    api = client(url, undefined, token);
    return () => app.close();
  });
  beforeEach(() => {
    got.length = 0;
  });

  const document = (bytes: Uint8Array): Document => ({
    bytes,
    name: '../../パスポート.png',
    type: 'image/png',
  });
  const submit = (
    files: Record<string, Document>,
    input: Record<string, unknown> = FIELDS,
    key = randomUUID(),
  ) => api.send(KYC, input, { files, key });

  test('a feature gets fields and complete documents', async () => {
    const [id, home] = [Buffer.from([0, 255, 13, 10, 45, 45]), Buffer.alloc(DOCUMENT_RULE.maxBytes, 7)];
    const answer = await submit({ idDocument: document(id), addressDocument: document(home) });
    expect(answer).toMatchObject({ code: 0, data: { status: 'submitted' } });
    expect(got[0]?.input).toEqual(FIELDS);
    expect(got[0]?.files.idDocument?.bytes.equals(id)).toBe(true);
    expect(got[0]?.files.addressDocument?.bytes.equals(home)).toBe(true);
  });

  test('a missing document is left to the feature', async () => {
    expect((await submit({})).code).toBe(0);
    expect(got[0]?.files).toEqual({});
  });

  test('a document over the limit is refused', async () => {
    const big = document(Buffer.alloc(DOCUMENT_RULE.maxBytes + 1));
    expect(await submit({ idDocument: big })).toMatchObject({ status: 413, code: 413 });
    expect(got).toEqual([]);
  });

  test('a form over the sum of all limits is refused before it is read', async () => {
    const big = document(Buffer.alloc(3 * DOCUMENT_RULE.maxBytes));
    expect(await submit({ idDocument: big })).toMatchObject({ status: 413, code: 413 });
    expect(got).toEqual([]);
  });

  test('unknown files and fields are refused by name', async () => {
    const file = await submit({ idDocument: document(Buffer.from('x')), selfie: document(Buffer.from('y')) });
    expect(file).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'selfie', reason: 'unknown file' }] },
    });
    const field = await submit({}, { ...FIELDS, admin: 'true' });
    expect(field).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'admin', reason: 'unknown field' }] },
    });
    expect(got).toEqual([]);
  });

  test('a long text is refused', async () => {
    expect((await submit({}, { ...FIELDS, exchange: 'x'.repeat(5000) })).status).toBe(413);
    expect((await submit({}, { ...FIELDS, exchange: 'x'.repeat(4000) })).status).toBe(400);
  });

  test('a retry with the same documents is a replay, with another document a conflict', async () => {
    const key = randomUUID();
    const first = await submit({ idDocument: document(Buffer.from('one')) }, FIELDS, key);
    const again = await submit({ idDocument: document(Buffer.from('one')) }, FIELDS, key);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect((await submit({ idDocument: document(Buffer.from('two')) }, FIELDS, key)).code).toBe(409);
    expect(got).toHaveLength(1);
  });

  test.each(['', '--x', '--x\r\nnonsense', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'])(
    'the broken form %j is refused',
    async (body) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await api.send(KYC, {}, { rawBody: body, headers });
      expect(answer.status).toBe(400);
      expect(got).toEqual([]);
    },
  );

  test('documents from a guest are not even read', async () => {
    const files = { idDocument: document(Buffer.alloc(DOCUMENT_RULE.maxBytes)) };
    expect((await api.send(KYC, FIELDS, { files, token: 'made-up' })).status).toBe(401);
    expect(got).toEqual([]);
  });
});
