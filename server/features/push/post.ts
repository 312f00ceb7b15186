/**
 * Sends a message to a push service over HTTPS (RFC 8030), never to an address of our own network unless that is
 * allowed.
 */
import { Agent, type RequestOptions, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { closedReason, isOpenAddress } from './addresses.ts';
import { type Resolve, askingNames } from './names.ts';
import type { Answer } from './push.rules.ts';

export interface Post {
  readonly endpoint: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface Sender {
  /** The service's answer. @throws Error if it could not be reached or did not answer in time. */
  send(post: Post): Promise<Answer & { reason: string }>;
  /** Aborts requests in progress. */
  close(): void;
}

const PATIENCE_MS = 10_000;
/** Connections to one service. */
const SOCKETS = 20;
/**
 * An unused connection is closed after this long: any user can name a service, and one that holds connections open
 * would exhaust them.
 */
const IDLE_MS = 10_000;
/** How much of a response body is read: services explain refusals there. */
const REASON_CHARS = 300;

export class ClosedAddress extends Error {}

type Lookup = NonNullable<RequestOptions['lookup']>;

async function openAddresses(hostname: string, resolve: Resolve) {
  const open = (await resolve(hostname)).filter(({ address }) => isOpenAddress(address));
  const [first] = open;
  if (!first) throw new ClosedAddress(`${hostname} has no address of the internet`);
  return { open, first };
}

/**
 * Resolves a name to its public addresses only, at the moment of connecting: by then it may have a different address.
 */
export const openLookup =
  (resolve: Resolve = askingNames()): Lookup =>
  async (hostname, options, callback) => {
    try {
      const { open, first } = await openAddresses(hostname, resolve);
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    } catch (error) {
      callback(error as Error, options.all ? [] : '');
    }
  };

async function reasonOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part as string;
    if (text.length > REASON_CHARS) break;
  }
  return text.slice(0, REASON_CHARS);
}

/** Rejects once the signal fires: a request whose connection was upgraded or abandoned may never end on its own. */
const endOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

interface SenderOptions {
  /** Allows this machine and its network, as demo mode does. */
  readonly anywhere: boolean;
  readonly resolve?: Resolve;
  readonly idleMs?: number;
}

export function newSender({ anywhere, resolve, idleMs = IDLE_MS }: SenderOptions): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, timeout: idleMs });
  const closing = new AbortController();
  const guard = anywhere ? {} : { lookup: openLookup(resolve) };
  return {
    async send({ endpoint, headers, body }) {
      // Checked again, because rules may have changed since it was stored, and because an IP address never goes through
      // the lookup.
      const closed = closedReason(endpoint, anywhere);
      if (closed) throw new ClosedAddress(closed);
      const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
      const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), closing.signal]);
      const options = { method: 'POST', agent, signal, ...guard };
      request(endpoint, { ...options, headers: { ...headers, 'content-length': body.length } }, answer)
        .once('error', reject)
        // We never request another protocol.
        .once('upgrade', (_response, socket) => {
          socket.destroy();
          reject(new Error('another protocol instead of an answer'));
        })
        .end(body);
      const tooLate = endOf(signal);
      const response = await Promise.race([promise, tooLate]);
      // The status decides; the body is only for the log.
      const reason = await Promise.race([reasonOf(response), tooLate]).catch(() => '');
      const status = response.statusCode ?? 0;
      return { status, retryAfter: response.headers['retry-after'], reason };
    },
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}
