/** Uploads that a real client would not send: announced and not sent, dripping, without end. */
import { randomUUID } from 'node:crypto';
import { Agent, request as open } from 'node:http';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { documents, kycFields } from '#tests/support/person.ts';
import { requestOf } from '#tests/support/http.ts';

export const KYC = 'POST /api/user/kyc';
export const MIB = 1024 * 1024;

export interface Said {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly retryAfter: number;
}

/** A request whose head is sent immediately, and whose body is sent by the test. */
export interface Announced {
  /** The reply, whenever it comes; rejects if the connection is cut first. */
  readonly said: Promise<Said>;
  /** Resolves once this has been sent; rejects if the connection is cut. */
  send(bytes: Uint8Array): Promise<void>;
  end(): void;
  drop(): void;
  /** Resolves when the connection is gone. */
  readonly gone: Promise<unknown>;
}

/** Announces a form of this many bytes; without a number, its end is left open. */
export function announce(
  url: string,
  token: string,
  bytes: number | null = 16 * MIB,
  {
    type = 'multipart/form-data; boundary=x',
    key = randomUUID(),
    language = 'en',
  }: { type?: string; key?: string; language?: string } = {},
): Announced {
  const request = open(`${url}/api/user/kyc`, {
    method: 'POST',
    // As a browser does: otherwise the server closes the connection with its reply.
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'idempotency-key': key,
      'accept-language': language,
      ...(bytes !== null && { 'content-length': String(bytes) }),
    },
  });
  const said = new Promise<Said>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('error', reject);
      response.on('end', () => {
        const { code, message, data } = JSON.parse(text) as Omit<Said, 'status' | 'retryAfter'>;
        const retryAfter = Number(response.headers['retry-after'] ?? 0);
        resolve({ status: response.statusCode ?? 0, code, message, data, retryAfter });
      });
    });
  });
  said.catch(() => undefined);
  const gone = new Promise((resolve) => request.once('close', resolve));
  request.flushHeaders();
  return {
    said,
    send: (part) =>
      new Promise((resolve, reject) => request.write(part, (error) => (error ? reject(error) : resolve()))),
    end: () => void request.end(),
    drop: () => void request.destroy(),
    gone,
  };
}

/** A verification that is sent in two halves: `finish` sends the second one. */
export async function halfSent(url: string, token: string) {
  const key = randomUUID();
  const files = documents();
  const { headers, body = Buffer.alloc(0) } = await requestOf(
    KYC,
    kycFields(),
    { files, key },
    DEVELOPMENT_SIGN_KEY,
  );
  const request = announce(url, token, body.length, { type: headers['content-type'] ?? '', key });
  const half = body.length >> 1;
  await request.send(body.subarray(0, half));
  return {
    ...request,
    async finish() {
      await request.send(body.subarray(half));
      request.end();
      return request.said;
    },
  };
}
