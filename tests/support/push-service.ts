// A local push service over HTTPS, like those of browser vendors: a subscription for each device, and the messages it received, decrypted.
// Tests choose its answers, to simulate a service that is busy, gone or silent.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decrypt, newDeviceKeys } from '#tests/support/push-message.ts';

/** The payload that the service worker receives. */
interface Payload {
  readonly kind: 'miner' | 'test';
  /** Milliseconds, or ISO-8601. */
  readonly endsAt?: number | string;
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
}

export interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly payload: Payload;
  /** Milliseconds since the epoch by the machine's clock. */
  readonly at: number;
}

/** How the service answers one request. `silent` keeps the connection open and never answers. */
export type Reply = { readonly status: number; readonly headers?: Record<string, string> } | 'silent';

export interface Device {
  /** What the browser's `PushSubscription.toJSON()` returns. */
  readonly subscription: {
    readonly endpoint: string;
    readonly expirationTime: null;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** All messages so far, including those answered with an error. */
  readonly received: readonly Received[];
  /** Sets the answers to the next requests; the last one repeats. The default is 201. */
  answer(...replies: Reply[]): void;
}

export interface PushService {
  readonly origin: string;
  /** The certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  device(): Device;
  /** Requests to unknown paths, and requests that could not be decrypted. */
  readonly strays: readonly string[];
  stop(): Promise<void>;
}

interface Behind {
  readonly received: Received[];
  replies: Reply[];
  read(body: Buffer): Payload;
}

export async function startPushService(): Promise<PushService> {
  const caFile = join(import.meta.dirname, 'localhost.pem');
  const pem = readFileSync(caFile);
  const devices = new Map<string, Behind>();
  const strays: string[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers } = request;
    const device = devices.get(url);
    if (!device) {
      strays.push(`${method} ${url}`);
      response.writeHead(404).end();
      return;
    }
    try {
      const payload = device.read(Buffer.concat(parts));
      device.received.push({ method, headers, payload, at: Date.now() });
    } catch (error) {
      strays.push(`${method} ${url} ${String(error)}`);
    }
    const [now = { status: 201 }] = device.replies.length > 1 ? device.replies.splice(0, 1) : device.replies;
    if (now !== 'silent') response.writeHead(now.status, now.headers).end();
  }

  const server = createServer({ key: pem, cert: pem }, (request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    caFile,
    strays,
    device() {
      const keys = newDeviceKeys();
      const path = `/push/${devices.size + 1}`;
      const behind: Behind = {
        received: [],
        replies: [],
        read: (body) => JSON.parse(decrypt(body, keys)) as Payload,
      };
      devices.set(path, behind);
      return {
        subscription: {
          endpoint: origin + path,
          expirationTime: null,
          keys: { p256dh: keys.ecdh.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
        },
        received: behind.received,
        answer: (...replies) => (behind.replies = replies),
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
