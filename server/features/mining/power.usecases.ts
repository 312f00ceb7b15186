/**
 * Buying hashrate for USDT, and selling purchased hashrate back to the repurchase fund. The miner's row is locked
 * before the verification is read: an approval sets the verification first and reads the hashrate under the same lock,
 * so that every unit is reported to the team exactly once, by one or the other. The fund's row is locked last.
 */
import { randomUUID } from 'node:crypto';
import { fromUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { NoteMember } from './mining.usecases.ts';
import { addGifted, addPurchased, isVerified, lockPurchased } from './power.repository.ts';
import { mayOwn, priceOf, readPurchase, readResale, resaleValueOf } from '#rules/hashrate.ts';

/** Hashrate that the fund has bought back. */
interface BoughtBack {
  journal: bigint;
  at: Date;
  kind: 'hashrate';
  amount: bigint;
  paid: bigint;
}

export interface PowerDeps {
  /** Tells the levels above a member, in the member's transaction. */
  noteTeam: NoteMember;
  /** Lists a payment from the fund, in the transaction of its entry and right after it. */
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
  await post(db, {
    kind: 'hashrate_purchase',
    // The amount bought, for fund history: the price may change.
    ref: `${fromUnits(hashrate)}/${randomUUID()}`,
    at: now,
    lines: [
      { user, coin: 'USDT', amount: -price },
      { system: 'buyback', coin: 'USDT', amount: price },
    ],
  });
}

/**
 * Sells purchased hashrate back, given as a decimal string, and returns the USDT received. Gifted hashrate is never
 * sold.
 * @throws Refusal invalid_amount if it is not a whole number, insufficient_balance (data: coin "hashrate", balance,
 * amount), fund_exhausted (data: coin, and the fund's balance as `available`)
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
  // Checked beforehand, because a refused entry cannot report it; the entry itself refuses if the money was taken in
  // between.
  const available = await systemBalance(db, 'buyback', 'USDT');
  if (available < paid) refuse('fund_exhausted', { coin: 'USDT', available: fromUnits(available) });
  await change(db, deps, user, -hashrate);
  const journal = await post(db, {
    kind: 'hashrate_resale',
    at: now,
    lines: [
      { system: 'buyback', coin: 'USDT', amount: -paid },
      { user, coin: 'USDT', amount: paid },
    ],
  });
  await deps.noteRepurchase(db, { journal, at: now, kind: 'hashrate', amount: hashrate, paid });
  return paid;
}

/** Gives hashrate for free: it mines from the next cycle on, counts for the team above, and is never sold. */
export const giveHashrate =
  (deps: Pick<PowerDeps, 'noteTeam'>) =>
  async (db: Db, user: bigint, hashrate: bigint): Promise<void> => {
    await locked(db, user);
    await change(db, deps, user, hashrate, addGifted);
  };
