/** Deleting an account: checks, what is given up, and everything that is erased, in one transaction. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import { holdDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { CONSENT_MS } from '#server/lib/consent.ts';
import type { Marked } from '#server/lib/marks.ts';
import { permanentMoment } from '#server/lib/permanent-moment.ts';
import { refuse } from '#server/lib/refusal.ts';
import { lockBalance, post } from '#server/ledger/post.ts';
import { balances, balancesOf } from '#server/ledger/read.ts';
import { deleteSessions } from './account.repository.ts';
import {
  deletedAccounts,
  eraseAccount,
  eraseReplies,
  formerOf,
  lockAccount,
  lockMiner,
  openIn,
} from './deletion.repository.ts';
import { deletionText, held, readDeletion } from './deletion.rules.ts';

export interface DeletionDeps {
  /** The mark of a text, with a key that stays the same when DOCUMENT_KEY is replaced. */
  readonly markOf: (db: Db, what: Marked, text: string) => Promise<Uint8Array>;
  /** Host and port at which the app is reached. */
  readonly host: () => string;
  /** A nonce that can be used until `expiresAt`. */
  readonly newNonce: (db: Db, expiresAt: Date) => Promise<string>;
  /** Uses up a nonce; false if it is unknown, used or expired. */
  readonly useNonce: (db: Db, nonce: string, now: Date) => Promise<boolean>;
  /** Removes everything tied to an account's sessions, in the transaction that ends them. */
  readonly signedOutEverywhere: (db: Db, userId: bigint) => Promise<void>;
  /** Erases verifications and their documents; returns the UID with which the account was verified. */
  readonly eraseVerification: (db: Db, userId: bigint, now: Date) => Promise<string | null>;
}

/** What has to be closed first, what would be given up, and the text to sign once nothing is open. */
export async function deletionOf(
  db: Db,
  { host, newNonce }: Pick<DeletionDeps, 'host' | 'newNonce'>,
  user: { readonly id: bigint; readonly address: string },
  now: Date,
): Promise<Output<'GET /api/user/deletion'>> {
  const open = await openIn(db, user.id, now);
  const holds = await balances(db, user.id);
  const terms = { host: host(), account: user.address, balances: holds };
  const nonce = open.length > 0 ? null : await newNonce(db, new Date(now.getTime() + CONSENT_MS));
  return {
    open,
    balances: held(holds).map(([coin, units]) => ({ coin, amount: fromUnits(units) })),
    message: nonce && deletionText(terms, { time: now, nonce }),
  };
}

/** Moves what a deleted account holds into the reserve. */
async function giveUp(db: Db, userId: bigint, holds: ReadonlyMap<string, bigint>, at: Date): Promise<void> {
  const lines = held(holds).flatMap(([coin, units]) => [
    { user: userId, coin, amount: -units },
    { system: 'reserve' as const, coin, amount: units },
  ]);
  if (lines.length > 0) await post(db, { kind: 'forfeit', ref: `${userId}/${at.getTime()}`, at, lines });
}

/**
 * Deletes the account of an address whose wallet has signed `message`, within the caller's transaction. The signature
 * is already verified; with `used`, its nonce is already used up too. Locks in the order used for moving money:
 * account, miner, balances.
 * @throws Refusal in this order: not_found, deletion_blocked (data: what is open), consent_required: the text is not, or no longer, what
 * would happen, or was used before
 * @returns the account's number, and when it was deleted
 */
export async function deleteAccount(
  db: Db,
  deps: DeletionDeps,
  { address, message, used }: { readonly address: string; readonly message: string; readonly used: boolean },
  now: Date,
): Promise<{ readonly id: bigint; readonly at: Date }> {
  // Otherwise a deposit being credited could still find the account by its address.
  await holdDeposits(db);
  const { id } = (await lockAccount(db, address)) ?? refuse('not_found');
  await lockMiner(db, id);
  for (const [coin] of held(await balances(db, id))) await lockBalance(db, id, coin);
  const open = await openIn(db, id, now);
  if (open.length > 0) refuse('deletion_blocked', { open });
  const holds = await balances(db, id);
  const once = readDeletion(message, { host: deps.host(), account: address, balances: holds }, now);
  if (!once || !(used || (await deps.useNonce(db, once.nonce, now)))) refuse('consent_required');
  const at = await permanentMoment(db, now);
  await giveUp(db, id, holds, at);
  const uid = await deps.eraseVerification(db, id, now);
  await deleteSessions(db, id);
  await deps.signedOutEverywhere(db, id);
  await eraseAccount(db, id, {
    addressMark: await deps.markOf(db, 'address', address),
    uidMark: uid === null ? null : await deps.markOf(db, 'uid', uid),
    at,
  });
  return { id, at };
}

/**
 * Deleted accounts still receive what their teams earn them. Nobody can claim it, so it goes to the reserve. A call that
 * was running when its account was deleted stored its reply afterwards.
 */
export async function sweepDeleted(db: Db, now: Date): Promise<void> {
  await eraseReplies(db);
  for (const [id, holds] of await balancesOf(db, await deletedAccounts(db)))
    // One transaction each, so that nobody waits for all of them.
    await inTransaction(db, async (tx) => {
      for (const [coin] of held(holds)) await lockBalance(tx, id, coin);
      // Another server may have swept it meanwhile.
      await giveUp(tx, id, await balances(tx, id), now);
    });
}

/** The accounts that an address has had. */
export const formerBy =
  ({ markOf }: Pick<DeletionDeps, 'markOf'>) =>
  async (db: Db, address: string) =>
    formerOf(db, await markOf(db, 'address', address));
