/** One client opens as many event streams as it can: it gets few, and everybody else still gets theirs. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Person } from '#tests/support/person.ts';
import type { Target } from './cast.ts';

/** Streams that one account and one network may have open at the same time. */
const MOST = { account: 5, network: 20 };
const GREEDY = '203.0.113.5';
const OTHER = '198.51.100.9';

interface Stream {
  readonly status: number;
  readonly retryAfter: string | undefined;
  close(): void;
}

function openStream(url: string, address: string, token?: string): Promise<Stream> {
  const headers = {
    'x-forwarded-for': address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve) => {
    const sent: ClientRequest = request(
      new URL('/api/events', url),
      { headers, agent: false },
      (reply: IncomingMessage) => {
        reply.resume().on('error', () => undefined);
        resolve({
          status: reply.statusCode ?? 0,
          retryAfter: reply.headers['retry-after'],
          close: () => sent.destroy(),
        });
      },
    );
    sent.on('error', () => resolve({ status: 0, retryAfter: undefined, close: () => undefined }));
    sent.end();
  });
}

interface StreamReport {
  /** Status → count, for the streams that a guest requested. */
  readonly guest: Record<string, number>;
  /** The same for an account. */
  readonly account: Record<string, number>;
  readonly problems: string[];
}

const counted = (streams: readonly Stream[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of streams) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Opens `most` streams as a guest, and a tenth of them as `greedy`, from one address; `other` comes from there and from elsewhere. */
export async function exhaustStreams(
  { url }: Target,
  greedy: Person,
  other: Person,
  most: number,
): Promise<StreamReport> {
  const problems: string[] = [];
  const open = (count: number, token?: string) =>
    Promise.all(Array.from({ length: count }, () => openStream(url, GREEDY, token)));
  const [asGuest, asAccount] = [await open(most), await open(Math.ceil(most / 10), greedy.token)];
  const others = [
    ['a guest of another network', await openStream(url, OTHER)],
    ['somebody signed in on another network', await openStream(url, OTHER, other.token)],
    ['somebody signed in on the same network', await openStream(url, GREEDY, other.token)],
  ] as const;
  for (const [who, { status }] of others)
    if (status !== 200) problems.push(`${who} gets ${status} for a stream`);
  const check = (who: string, streams: readonly Stream[], limit: number) => {
    const got = streams.filter(({ status }) => status === 200).length;
    if (got > limit) problems.push(`${who} has ${got} streams, ${limit} were expected`);
    if (got === 0) problems.push(`${who} has no stream at all`);
    const rest = streams.filter(
      ({ status, retryAfter }) => status !== 200 && (status !== 429 || !(Number(retryAfter) > 0)),
    );
    if (rest.length > 0)
      problems.push(`${who} is refused with ${rest[0]?.status} instead of 429 with Retry-After`);
  };
  check('a guest', asGuest, MOST.network);
  check('an account', asAccount, MOST.account);
  for (const stream of [...asGuest, ...asAccount, ...others.map(([, one]) => one)]) stream.close();
  return { guest: counted(asGuest), account: counted(asAccount), problems };
}
