/** Many sessions of one account, many sign-ins and floods from one network: limits hold, and nobody else is locked out. */
import { Wallet } from 'ethers';
import type { Answer, Client } from '#tests/support/http.ts';
import { client } from '#tests/support/http.ts';
import { ask } from '#tests/support/person.ts';
import { signInMessage } from '#tests/support/wallet.ts';
import type { Target } from './cast.ts';
import { transmit } from './wire.ts';

/** Sessions that an account may have. */
const MOST_SESSIONS = 20;
const CROWDED = '203.0.113.20';
const OTHER = '198.51.100.20';
const AT_ONCE = 32;
/** Requests that a server admits per minute by default, with allowance for floods that run into the next minute. */
const MORE_THAN = { guests: 3300, unknown: 6600, signIns: 660 };

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

type Signer = ReturnType<typeof Wallet.createRandom>;

/** Signs in from an address as a proxy would report it, and returns the server's answer, even a refusal. */
async function knockFrom(
  url: string,
  chainId: number,
  address: string,
  wallet: Signer = Wallet.createRandom(),
) {
  const api: Client = client(url);
  const nonce = await api.call('GET /api/auth/nonce', {}, from(address));
  if (nonce.code !== 0) return nonce as Answer as Answer<{ token: string } | null>;
  const message = signInMessage(wallet.address, nonce.data.nonce, { chainId, publicUrl: url });
  const input = { message, signature: await wallet.signMessage(message) };
  return (await api.call('POST /api/auth/login', input, from(address))) as Answer<{ token: string } | null>;
}

async function times<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const one = async () => {
    for (let n = next++; n < count; n = next++) done.push(await work(n));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return done;
}

const statusOf = (url: string, path: string, address: string, token?: string) =>
  transmit(url, {
    ...{ method: 'GET', path },
    headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  }).then(({ status }) => status);

const refused = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

interface SessionReport {
  /** What was tried → how many were refused, and out of how many. */
  readonly refused: Record<string, string>;
  readonly problems: string[];
}

/** One account signs in `count` times: the oldest sessions are dropped. */
export async function multiplySessions({ url }: Target, count: number): Promise<SessionReport> {
  const problems: string[] = [];
  const { chainId } = await ask(client(url), 'GET /api/assets/list', {});
  const wallet = Wallet.createRandom();
  const tokens: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { data, text } = await knockFrom(url, chainId, `198.51.100.${100 + (n % 50)}`, wallet);
    if (data) tokens.push(data.token);
    else problems.push(`sign-in ${n} is refused: ${text.slice(0, 100)}`);
  }
  const infos = await Promise.all(tokens.map((token) => statusOf(url, '/api/user/info', OTHER, token)));
  const alive = infos.filter((status) => status === 200).length;
  if (alive > MOST_SESSIONS)
    problems.push(`${alive} sessions of one account are alive, ${MOST_SESSIONS} were expected`);
  if (infos.at(-1) !== 200) problems.push('the newest session does not work');
  const { items } = await ask(client(url).as(tokens.at(-1) ?? ''), 'GET /api/user/sessions', {});
  if (items.length !== alive) problems.push(`${items.length} sessions are listed, ${alive} are alive`);
  return { refused: { sessions: `${count - alive} of ${count}` }, problems };
}

/**
 * Floods from one address: guests, made-up tokens, sign-ins, and all addresses of one IPv6 subscriber. The server has its default limits
 * and believes X-Forwarded-For.
 */
export async function floodNetwork({ url }: Target): Promise<SessionReport> {
  const problems: string[] = [];
  const done: Record<string, string> = {};
  const { chainId } = await ask(client(url), 'GET /api/assets/list', {});
  const [near, far] = [await knockFrom(url, chainId, CROWDED), await knockFrom(url, chainId, OTHER)];
  const expectLimited = (what: string, statuses: readonly number[]) => {
    done[what] = `${refused(statuses)} of ${statuses.length}`;
    if (refused(statuses) === 0) problems.push(`${what}: none of ${statuses.length} was refused`);
    const failed = statuses.find((status) => status === 0 || status >= 500);
    if (failed !== undefined) problems.push(`${what}: status ${failed}`);
  };
  const expectServed = async (who: string, address: string, token = '') => {
    const statuses = await times(10, () => statusOf(url, '/api/user/info', address, token));
    if (statuses.some((status) => status !== 200))
      problems.push(`${who} is locked out: ${statuses.join(' ')}`);
  };

  expectLimited(
    'guests of one address',
    await times(MORE_THAN.guests, () => statusOf(url, '/api/links', CROWDED)),
  );
  // This session has never been used: the server cannot know it without looking it up.
  await expectServed('somebody signed in behind the flooded address', CROWDED, near.data?.token);
  await expectServed('somebody signed in elsewhere', OTHER, far.data?.token);
  const invented = () => statusOf(url, '/api/user/info', '203.0.113.30', Wallet.createRandom().address);
  expectLimited('made-up tokens of one address', await times(MORE_THAN.unknown, invented));
  const subscriber = (n: number) =>
    `2001:db8:0:1${(n % 256).toString(16).padStart(2, '0')}::${(n + 1).toString(16)}`;
  expectLimited(
    'addresses of one IPv6 subscriber',
    await times(MORE_THAN.guests, (n) => statusOf(url, '/api/links', subscriber(n))),
  );
  const signIns = await times(MORE_THAN.signIns / 2, () => knockFrom(url, chainId, '203.0.113.40'));
  expectLimited(
    'sign-ins of one address',
    signIns.map(({ status }) => status),
  );
  const { code } = await knockFrom(url, chainId, OTHER);
  if (code !== 0) problems.push(`nobody can sign in elsewhere: ${code}`);
  return { refused: done, problems };
}
