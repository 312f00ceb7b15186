/**
 * The receiving side of Web Push, written from the RFCs and not from our code: a browser that decrypts messages (RFC 8291, RFC 8188), and
 * a local push service that records requests and gives the answers a test chooses.
 */
import { type webcrypto as crypto, randomBytes, webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate } from '#tests/bench/page-server.ts';

const { subtle } = webcrypto;
const P256 = { name: 'ECDH', namedCurve: 'P-256' };
const text = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer> | ArrayBuffer;

async function hkdf(secret: Bytes, salt: Bytes, info: Bytes, bytes: number) {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8);
}

/** Removes the delimiter and padding of the last record (RFC 8188, section 2). */
function unpad(record: Uint8Array): Uint8Array {
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error('the record is not the last one');
  return record.subarray(0, end);
}

async function openMessage(
  body: Uint8Array<ArrayBuffer>,
  pair: crypto.CryptoKeyPair,
  auth: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const [salt, size, length] = [body.slice(0, 16), new DataView(body.buffer).getUint32(16), body[20] ?? 0];
  const theirs = body.slice(21, 21 + length);
  const record = body.slice(21 + length);
  if (record.length > size) throw new Error('more than one record');
  const ours = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const sender = await subtle.importKey('raw', theirs, P256, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: sender }, pair.privateKey, 256);
  const keyInfo = new Uint8Array([...text.encode('WebPush: info\0'), ...ours, ...theirs]);
  const secret = await hkdf(shared, auth, keyInfo, 32);
  const raw = await hkdf(secret, salt, text.encode('Content-Encoding: aes128gcm\0'), 16);
  const iv = await hkdf(secret, salt, text.encode('Content-Encoding: nonce\0'), 12);
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv, tagLength: 128 }, key, record);
  return new TextDecoder('utf-8', { fatal: true }).decode(unpad(new Uint8Array(plain)));
}

/** A browser that has subscribed at `endpoint`. */
export async function newBrowser(endpoint: string) {
  const pair = await subtle.generateKey(P256, false, ['deriveBits']);
  const auth = new Uint8Array(randomBytes(16));
  const point = Buffer.from(await subtle.exportKey('raw', pair.publicKey));
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: point.toString('base64url'), auth: Buffer.from(auth).toString('base64url') },
    },
    point,
    auth: Buffer.from(auth),
    open: async (body: Uint8Array) =>
      JSON.parse(await openMessage(new Uint8Array(body), pair, auth)) as Record<string, unknown>,
  };
}

/** The key and claims of `Authorization: vapid t=…, k=…`. Checks the signature with the key in the header (RFC 8292). */
export async function openVapid(
  authorization = '',
): Promise<{ key: string; claims: Record<string, unknown> }> {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const publicKey = await subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, false, [
    'verify',
  ]);
  const good = await subtle.verify(
    algorithm,
    publicKey,
    Buffer.from(signature, 'base64url'),
    text.encode(`${head}.${claims}`),
  );
  if (!good) throw new Error('not signed by the key beside it');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}

interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a push service with its own certificate; `ca` is the certificate's file, for NODE_EXTRA_CA_CERTS. */
export async function startPushService() {
  const pair = certificate();
  const dir = mkdtempSync(join(tmpdir(), 'adit-push-'));
  const ca = join(dir, 'cert.pem');
  writeFileSync(ca, pair.cert);
  const pushed: Pushed[] = [];
  /** Answers by path; the default is 201. With status 0 it never answers. */
  const answers = new Map<string, number>();
  const server = createServer({ key: pair.key, cert: pair.cert }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      pushed.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      const status = answers.get(path) ?? 201;
      if (status === 0) return;
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    ca,
    answer: (path: string, status: number) => void answers.set(path, status),
    /** Requests to a path. */
    at: (path: string) => pushed.filter((one) => one.path === path),
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true });
    },
  };
}
