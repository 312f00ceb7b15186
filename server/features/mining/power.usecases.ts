/**
 * Buying hashrate for USDT, and selling purchased hashrate back. What hashrate can be sold back for is set aside in the
 * fund `resale` when it is bought, so that every resale is covered. The miner's row is locked before the verification is read: an approval sets the verification first and reads the hashrate under the same lock,
 * so that every unit is reported to the team exactly once, by one or the other. The fund's row is locked last.
 */
import { randomUUID } from 'node:crypto';
import { fromUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { lockBalance, post, promise } from '#server/ledger/post.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { NoteMember } from './mining.usecases.ts';
import { addGifted, addPurchased, isVerified, lockPurchased } from './power.repository.ts';
import { mayOwn, priceOf, readPurchase, readResale, resaleValueOf, splitOf } from '#rules/hashrate.ts';

/** Hashrate that was sold back. */
interface BoughtBack {
  user: bigint;
  journal: bigint;
  at: Date;
  kind: 'hashrate';
  amount: bigint;
  paid: bigint;
}

export interface PowerDeps {
  /** Tells the levels above a member, in the member's transaction. */
  noteTeam: NoteMember;
  /** Lists a resale, in the transaction of its entry and right after it. */
  noteRepurchase: (db: Db, bought: BoughtBack) => Promise<void>;
}

const badAmount = () => refuse('invalid_amount', { coin: 'hashrate' });

/** Purchased hashrate, locked. Every account has had a miner since its first sign-in. */
const locked = async (db: Db, user: bigint): Promise<bigint> =>
  (await lockPurchased(db, user)) ?? refuse('miner_not_activated');

async function change(
  db: Db,
  { noteTeam }: Pick<PowerDeps, 'noteTeam'>,
  user: bigint,
  by: bigint,
  add = addPurchased,
): Promise<void> {
  const verified = await isVerified(db, user);
  await add(db, user, by);
  await noteTeam(db, user, { hashrate: by, ...(verified && { validHashrate: by }) });
}

/**
 * Buys hashrate, given as a decimal string. It counts from the next cycle on.
 * @throws Refusal invalid_amount if it is not a whole number of steps, insufficient_balance
 */
export async function buyHashrate(
  db: Db,
  deps: PowerDeps,
  user: bigint,
  text: string,
  now: Date,
): Promise<void> {
  const hashrate = readPurchase(text) ?? badAmount();
  const purchased = await locked(db, user);
  if (!mayOwn(purchased + hashrate)) badAmount();
  await change(db, deps, user, hashrate);
  const price = priceOf(hashrate);
  const { resale, buyback } = splitOf(price);
  await post(db, {
    kind: 'hashrate_purchase',
    // The amount bought, for fund history: the price may change.
    ref: `${fromUnits(hashrate)}/${randomUUID()}`,
    at: now,
    lines: [
      { user, coin: 'USDT', amount: -price },
      { system: 'buyback', coin: 'USDT', amount: buyback },
      { system: 'resale', coin: 'USDT', amount: resale },
    ],
  });
  await promise(db, 'resale', 'USDT', resale);
}

/**
 * Sells purchased hashrate back, given as a decimal string, and returns the USDT received. Gifted hashrate is never
 * sold.
 * @throws Refusal invalid_amount if it is not a whole number, insufficient_balance (data: coin "hashrate", balance,
 * amount)
 */
export async function sellHashrate(
  db: Db,
  deps: PowerDeps,
  user: bigint,
  text: string,
  now: Date,
): Promise<bigint> {
  const hashrate = readResale(text) ?? badAmount();
  const purchased = await locked(db, user);
  if (hashrate > purchased) {
    refuse('insufficient_balance', {
      coin: 'hashrate',
      balance: fromUnits(purchased),
      amount: fromUnits(hashrate),
    });
  }
  const paid = resaleValueOf(hashrate);
  await change(db, deps, user, -hashrate);
  // The account comes before the funds, in every entry.
  await lockBalance(db, user, 'USDT');
  await promise(db, 'resale', 'USDT', -paid);
  const journal = await post(db, {
    kind: 'hashrate_resale',
    ref: `${fromUnits(hashrate)}/${randomUUID()}`,
    at: now,
    lines: [
      { system: 'resale', coin: 'USDT', amount: -paid },
      { user, coin: 'USDT', amount: paid },
    ],
  });
  await deps.noteRepurchase(db, { user, journal, at: now, kind: 'hashrate', amount: hashrate, paid });
  return paid;
}

/** Gives hashrate for free: it mines from the next cycle on, counts for the team above, and is never sold. */
export const giveHashrate =
  (deps: Pick<PowerDeps, 'noteTeam'>) =>
  async (db: Db, user: bigint, hashrate: bigint): Promise<void> => {
    await locked(db, user);
    await change(db, deps, user, hashrate, addGifted);
  };
