/**
 * Buying hashrate for USDT, and selling purchased hashrate back. When hashrate is bought, its resale value is set aside
 * in the fund `resale`, so every resale is covered. The miners' rows are locked before verifications are read: an
 * approval sets the verification first and reads the hashrate under the same lock, so every unit is reported to the
 * team exactly once, by one or the other. Balances are locked next, funds last: `buyback` before `resale`, which is why
 * purchases and resales do not share a transaction.
 */
import { randomUUID } from 'node:crypto';
import { fromUnits } from '#rules/amounts.ts';
import { mayOwn, priceOf, readPurchase, readResale, resaleValueOf, splitOf } from '#rules/hashrate.ts';
import type { Db } from '#server/db/client.ts';
import { type TracedEntry, lockBalances, postTogether, promise } from '#server/ledger/post.ts';
import { balancesOf } from '#server/ledger/read.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { addHashrate, lockPurchased, verifiedOf } from './power.repository.ts';

/** Hashrate that was sold back. */
interface BoughtBack {
  user: bigint;
  journal: bigint;
  at: Date;
  kind: 'hashrate';
  amount: bigint;
  paid: bigint;
}

/** Tells the levels above members, in their transaction. */
type NoteMembers = (
  db: Db,
  changes: readonly { member: bigint; hashrate: bigint; validHashrate?: bigint }[],
) => Promise<void>;

export interface PowerDeps {
  noteTeams: NoteMembers;
  /** Records resales, in the transaction of their entries and right after those. */
  noteRepurchases: (db: Db, bought: readonly BoughtBack[]) => Promise<void>;
}

/** An order for hashrate, given as a decimal string. */
interface Order {
  user: bigint;
  text: string;
  trace: string | undefined;
}

/** An order to carry out: how much hashrate, and what it costs or brings in USDT. */
interface Deal {
  user: bigint;
  hashrate: bigint;
  usdt: bigint;
  trace: string | undefined;
}

interface Holdings {
  purchased: bigint;
  usdt: bigint;
}

/** The differences between buying and selling back. */
interface Side {
  read: (text: string) => bigint | null;
  usdtFor: (hashrate: bigint) => bigint;
  /** Why an account may not. */
  refused: (deal: Deal, has: Holdings) => Refusal | null;
  sign: 1n | -1n;
  /** Books the deals of a transaction. */
  book: (tx: Db, deps: PowerDeps, deals: readonly Deal[], now: Date) => Promise<void>;
}

const badAmount = () => new Refusal('invalid_amount', { coin: 'hashrate' });
const lack = (coin: string, balance: bigint, amount: bigint) =>
  new Refusal('insufficient_balance', { coin, balance: fromUnits(balance), amount: fromUnits(amount) });
/** The amount of hashrate, for fund history, because the price may change. */
const refOf = ({ hashrate }: Deal) => `${fromUnits(hashrate)}/${randomUUID()}`;
const sumOf = (deals: readonly Deal[], of: (deal: Deal) => bigint) =>
  deals.reduce((sum, deal) => sum + of(deal), 0n);

const purchase = (deal: Deal): TracedEntry => {
  const { resale, buyback } = splitOf(deal.usdt);
  return {
    kind: 'hashrate_purchase',
    ref: refOf(deal),
    lines: [
      { user: deal.user, coin: 'USDT', amount: -deal.usdt },
      { system: 'buyback', coin: 'USDT', amount: buyback },
      { system: 'resale', coin: 'USDT', amount: resale },
    ],
    trace: deal.trace,
  };
};

const resale = (deal: Deal): TracedEntry => ({
  kind: 'hashrate_resale',
  ref: refOf(deal),
  lines: [
    { system: 'resale', coin: 'USDT', amount: -deal.usdt },
    { user: deal.user, coin: 'USDT', amount: deal.usdt },
  ],
  trace: deal.trace,
});

/** Counts from the next cycle on. Whole steps, up to what an account may own and can pay for. */
export const buying: Side = {
  read: readPurchase,
  usdtFor: priceOf,
  refused: ({ hashrate, usdt }, has) =>
    mayOwn(has.purchased + hashrate) ? (usdt > has.usdt ? lack('USDT', has.usdt, usdt) : null) : badAmount(),
  sign: 1n,
  async book(tx, _, deals, now) {
    await postTogether(tx, now, deals.map(purchase));
    await promise(
      tx,
      'resale',
      'USDT',
      sumOf(deals, ({ usdt }) => splitOf(usdt).resale),
    );
  },
};

/** Whole numbers of purchased hashrate; gifted hashrate is never sold. */
export const selling: Side = {
  read: readResale,
  usdtFor: resaleValueOf,
  refused: ({ hashrate }, { purchased }) =>
    hashrate > purchased ? lack('hashrate', purchased, hashrate) : null,
  sign: -1n,
  async book(tx, { noteRepurchases }, deals, now) {
    await promise(tx, 'resale', 'USDT', -sumOf(deals, ({ usdt }) => usdt));
    const journals = await postTogether(tx, now, deals.map(resale));
    await noteRepurchases(
      tx,
      deals.map(({ user, hashrate, usdt }, n) => ({
        ...{ user, journal: journals[n] ?? 0n, at: now, kind: 'hashrate' as const },
        ...{ amount: hashrate, paid: usdt },
      })),
    );
  },
};

async function change(
  tx: Db,
  noteTeams: NoteMembers,
  column: 'gifted' | 'purchased',
  changes: readonly { user: bigint; by: bigint }[],
): Promise<void> {
  const verified = await verifiedOf(
    tx,
    changes.map(({ user }) => user),
  );
  await addHashrate(tx, column, changes);
  await noteTeams(
    tx,
    changes.map(({ user: member, by: hashrate }) => ({
      ...{ member, hashrate },
      ...(verified.has(member) && { validHashrate: hashrate }),
    })),
  );
}

/**
 * Carries out orders of different accounts in the caller's transaction, each with the outcome it would have on its own:
 * USDT paid or received, or a refusal (invalid_amount, miner_not_activated, insufficient_balance). Unless `wait`, an
 * order whose miner or balance somebody else has locked is 'busy'. Every account has had a miner since its first
 * sign-in.
 */
export async function tradeTogether(
  tx: Db,
  deps: PowerDeps,
  side: Side,
  orders: readonly Order[],
  now: Date,
  wait: boolean,
): Promise<(bigint | Refusal | 'busy')[]> {
  const users = orders.map(({ user }) => user);
  const miners = await lockPurchased(tx, users, wait);
  const accounts = [...miners.keys()].map((user) => ({ user, coin: 'USDT' }));
  const busy = await lockBalances(tx, accounts, wait);
  const held = await balancesOf(tx, users);
  const deals: Deal[] = [];
  const outcomes = orders.map(({ user, text, trace }) => {
    const hashrate = side.read(text);
    if (hashrate === null) return badAmount();
    const purchased = miners.get(user);
    if (purchased === undefined) return wait ? new Refusal('miner_not_activated') : 'busy';
    if (busy.has(user)) return 'busy';
    const deal = { user, hashrate, usdt: side.usdtFor(hashrate), trace };
    const refused = side.refused(deal, { purchased, usdt: held.get(user)?.get('USDT') ?? 0n });
    if (!refused) deals.push(deal);
    return refused ?? deal.usdt;
  });
  if (deals.length === 0) return outcomes;
  const changes = deals.map(({ user, hashrate }) => ({ user, by: side.sign * hashrate }));
  await change(tx, deps.noteTeams, 'purchased', changes);
  await side.book(tx, deps, deals, now);
  return outcomes;
}

/** Gives hashrate for free: it mines from the next cycle on, counts for the team above, and is never sold. */
export const giveHashrate =
  (noteTeams: NoteMembers) =>
  async (db: Db, user: bigint, hashrate: bigint): Promise<void> => {
    if (!(await lockPurchased(db, [user], true)).has(user)) refuse('miner_not_activated');
    await change(db, noteTeams, 'gifted', [{ user, by: hashrate }]);
  };
