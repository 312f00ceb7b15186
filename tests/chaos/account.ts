// The user of the rounds, over HTTP: a permanent miner, a session that is renewed, and what the ledger says happened.
import type { Output } from '#contract';
import { client } from '#tests/support/http.ts';
import { DAY, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import type { Session } from './device.ts';

/** Seconds; the outbox token lives for 72 h, the session for 7 days. */
const RENEW_AFTER = 2 * DAY;

/** An action: `claim`, `stake 10.0001`, `unstake 10.0001`. */
export type Effect = string;

export interface Account {
  /** A live session. */
  session(): Session;
  /** Ends every token of the session, as a sign-out elsewhere does, and signs in again. */
  renew(): Promise<void>;
  signOut(): Promise<void>;
  /** Skips a day, with a session that lasts two more. */
  passDay(): Promise<void>;
  balance(): Promise<number>;
  /** Orders that can be redeemed, oldest first. */
  redeemable(): Promise<readonly { id: string; amount: string }[]>;
  isDue(): Promise<boolean>;
  /** Effects since the last call, in the order of the ledger. */
  news(): Promise<Effect[]>;
}

type Row = Output<'GET /api/assets/records'>['items'][number];

/** The action behind a row of the fund history; yields and other income belong to no action. */
function effectOf({ category, amount }: Row, staked: ReadonlySet<string>): Effect | undefined {
  if (category === 'mining') return 'claim';
  if (category !== 'staking') return undefined;
  if (amount.startsWith('-')) return `stake ${amount.slice(1)}`;
  return staked.has(amount) ? `unstake ${amount}` : undefined;
}

/** A user with a running permanent miner, and ADIT from five claims. */
export async function newAccount(url: string): Promise<Account> {
  let person = await newcomer(url);
  const api = () => client(url).as(person.token);
  let age = 0;
  let last = 0;
  /** Amounts of all stakes, which distinguish a redemption from a yield. */
  const staked = new Set<string>();

  await verify(api());
  await ask(api(), 'POST /api/mining/claim1', {});
  await skip(url, DAY);
  await ask(api(), 'POST /api/mining/claim', {});
  await verify((await newcomer(url, { inviteCode: person.user.inviteCode })).api);
  await ask(api(), 'POST /api/mining/buy', { method: 'invite' });
  await ask(api(), 'POST /api/mining/claim1', {});
  for (let i = 0; i < 4; i += 1) {
    await skip(url, DAY);
    await ask(api(), 'POST /api/mining/claim', {});
  }

  async function rows(): Promise<Row[]> {
    const found: Row[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Output<'GET /api/assets/records'> = await ask(api(), 'GET /api/assets/records', {
        limit: '100',
        ...(cursor && { cursor }),
      });
      found.push(...page.items.filter(({ id }) => Number(id) > last));
      cursor = page.items.some(({ id }) => Number(id) <= last) ? null : page.nextCursor;
    } while (cursor);
    return found.toSorted((a, b) => Number(a.id) - Number(b.id));
  }

  async function news(): Promise<Effect[]> {
    const found = await rows();
    last = Number(found.at(-1)?.id ?? last);
    return found.flatMap((row) => {
      if (row.category === 'staking' && row.amount.startsWith('-')) staked.add(row.amount.slice(1));
      return effectOf(row, staked) ?? [];
    });
  }

  async function renew(): Promise<void> {
    person = await newcomer(url, { wallet: person.wallet });
    age = 0;
  }

  await renew();
  await news();
  return {
    session: () => ({ ...person, address: person.wallet.address }),
    renew,
    signOut: async () => void (await ask(api(), 'POST /api/auth/logout', {})),
    async passDay() {
      await skip(url, DAY);
      age += DAY;
      if (age >= RENEW_AFTER) await renew();
    },
    async balance() {
      const { items } = await ask(api(), 'GET /api/assets/list', {});
      return Number(items.find(({ coin }) => coin === 'ADIT')?.balance ?? 0);
    },
    async redeemable() {
      const { serverTime } = await ask(client(url), 'GET /api/index', {});
      const { items } = await ask(api(), 'GET /api/stake/list', { limit: '100' });
      const isFree = (each: (typeof items)[number]) =>
        each.state === 'active' && Date.parse(each.unlocksAt) < Date.parse(serverTime) - 1000;
      return items.filter(isFree).toReversed();
    },
    isDue: async () => (await ask(api(), 'GET /api/mining/index', {})).state === 'pending_claim',
    news,
  };
}
