/**
 * Clients that are slow on purpose: they say nothing, send their head or body byte by byte, never read their replies, or close half of
 * their connection. The server gets rid of each within its bounds.
 */
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './cast.ts';

interface Slow {
  readonly name: string;
  /** Seconds until it has to be gone: the server's own bound for it, how often that is checked, and a busy machine's share. */
  readonly within: number;
  readonly starts: string;
  /** What it sends every second, to look alive. */
  readonly drips: string;
  readonly reads: boolean;
  /** Closes its half after the start. */
  readonly halfCloses?: boolean;
}

const head = (line: string, ...more: string[]) => [line, 'Host: x', ...more].join('\r\n');
const JSON_HEAD = ['Content-Type: application/json', 'Content-Length: 60000'];
const FORM_HEAD = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 9000000'];
const WHOLE = `${head('GET /api/links HTTP/1.1')}\r\n\r\n`;
const ONE = { starts: '', drips: '', reads: true };

const SLOW = (token: string): readonly Slow[] => [
  { ...ONE, name: 'says nothing', within: 40 },
  { ...ONE, name: 'drips its first line', within: 40, starts: 'GET /api/', drips: 'a' },
  { ...ONE, name: 'drips its head', within: 40, starts: head('GET /api/links HTTP/1.1', 'X: '), drips: 'a' },
  {
    ...ONE,
    name: 'never ends its head',
    within: 40,
    starts: head('GET /api/links HTTP/1.1', ''),
    drips: 'X: a\r\n',
  },
  {
    ...ONE,
    name: 'drips a body',
    within: 110,
    starts: `${head('POST /api/auth/login HTTP/1.1', ...JSON_HEAD)}\r\n\r\n{`,
    drips: ' ',
  },
  {
    ...ONE,
    ...{ name: 'drips chunks', within: 110, drips: '1\r\n \r\n' },
    starts: `${head('POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}\r\n\r\n`,
  },
  {
    ...ONE,
    ...{ name: 'drips a document', within: 110, drips: 'x' },
    starts: `${head('POST /api/user/kyc HTTP/1.1', `Authorization: Bearer ${token}`, ...FORM_HEAD)}\r\n\r\n--b\r\nContent-Disposition: form-data; name="idDocument"; filename="a.png"\r\n\r\n`,
  },
  {
    ...ONE,
    name: 'never reads its replies',
    // Node only checks unsent data every other time.
    within: 200,
    starts: `${head('GET /api/openapi.json HTTP/1.1')}\r\n\r\n`.repeat(40),
    reads: false,
  },
  { ...ONE, name: 'stays after its reply', within: 110, starts: WHOLE },
  { ...ONE, name: 'sends empty lines after its reply', within: 110, starts: WHOLE, drips: '\r\n' },
  {
    ...ONE,
    name: 'closes half in its head',
    within: 40,
    starts: head('GET /api/links HTTP/1.1', ''),
    halfCloses: true,
  },
  {
    ...ONE,
    name: 'closes half in its body',
    within: 40,
    starts: `${head('POST /api/auth/login HTTP/1.1', ...JSON_HEAD)}\r\n\r\n{`,
    halfCloses: true,
  },
  { ...ONE, name: 'closes half after its request', within: 40, starts: WHOLE, halfCloses: true },
];

/** Resolves with the seconds until the server has closed the connection. */
function stay(url: URL, { starts, drips, reads, halfCloses, within }: Slow): Promise<number> {
  const start = performance.now();
  const socket: Socket = connect({ host: url.hostname, port: Number(url.port), allowHalfOpen: true });
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(drip);
      for (const timer of [limit, ...probes]) clearTimeout(timer);
      socket.destroy();
      resolve((performance.now() - start) / 1000);
    };
    const limit = setTimeout(end, within * 1000 + 1000);
    // A client that reads nothing only learns by writing that the other side is gone. It writes only at the end,
    // because writing looks alive.
    const probes = reads
      ? []
      : [2000, 1000].map((left) => setTimeout(() => socket.write('\r\n'), within * 1000 - left));
    const drip = setInterval(() => {
      if (drips !== '') socket.write(drips);
    }, 1000);
    socket.once('error', end).once('close', end).once('end', end);
    if (reads) socket.resume();
    socket.once('connect', () => {
      socket.write(starts);
      if (halfCloses) socket.end();
    });
  });
}

interface SlowReport {
  /** Seconds until the last client of a kind was gone. */
  readonly gone: Record<string, number>;
  readonly problems: string[];
}

/** `each` clients of every kind at the same time. */
export async function slowClients({ url }: Target, token: string, each: number): Promise<SlowReport> {
  const problems: string[] = [];
  const gone: Record<string, number> = {};
  await Promise.all(
    SLOW(token).map(async (slow, i) => {
      await sleep(i * 100);
      const seconds = await Promise.all(Array.from({ length: each }, () => stay(new URL(url), slow)));
      const last = Math.max(...seconds);
      gone[slow.name] = Math.round(last * 10) / 10;
      if (last > slow.within)
        problems.push(`a client that ${slow.name} was still connected after ${slow.within} s`);
    }),
  );
  return { gone, problems };
}
