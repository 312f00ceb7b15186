/** Teams in a database without a server: people sign up under an inviter, become valid, buy hashrate, stake and redeem. */
import { getAddress } from 'ethers';
import { sql } from 'kysely';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import {
  memberBecameInvalid,
  memberBecameValid,
  openTrial,
} from '#server/features/mining/mining.usecases.ts';
import { noteTeam } from '#server/features/team/team.changes.ts';
import { NOON } from '#tests/support/ledger.ts';

let made = 0;

export const userOf = (db: Db, id: bigint) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

interface SignUp {
  readonly address?: string;
  readonly at?: Date;
}

/** Creates an account under an inviter, as a first sign-in does. */
export async function signUp(db: Db, inviter?: bigint, { address, at = NOON }: SignUp = {}): Promise<bigint> {
  const n = (made += 1);
  return inTransaction(db, async (tx) => {
    const above = inviter === undefined ? undefined : await userOf(tx, inviter);
    const { id } = await tx
      .insertInto('users')
      .values({
        address: address ?? getAddress(`0x${n.toString(16).padStart(40, '0')}`),
        invite_code: `C${n}`,
        invited_by: inviter ?? null,
        ancestor1: inviter ?? null,
        ancestor2: above?.ancestor1 ?? null,
        ancestor3: above?.ancestor2 ?? null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await openTrial(noteTeam)(tx, id, true);
    return id;
  });
}

/** Changes an account's verification, with the consequences for its team, unless it is already in this state. */
const verify = (db: Db, id: bigint, kyc: 'approved' | 'failed', became: typeof memberBecameValid) =>
  inTransaction(db, async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ kyc })
      .where('id', '=', id)
      .where('kyc', kyc === 'approved' ? '<>' : '=', 'approved')
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) await became(noteTeam)(tx, id);
  });

/** Approves an account's verification, as the review does. */
export const approve = (db: Db, id: bigint) => verify(db, id, 'approved', memberBecameValid);

/** Revokes the approval, as the operator does. */
export const revoke = (db: Db, id: bigint) => verify(db, id, 'failed', memberBecameInvalid);

/** Buys hashrate, or sells it if negative and available. Locks the miner before it reads whether the account is valid. */
export const trade = (db: Db, id: bigint, hashrate: bigint): Promise<void> =>
  inTransaction(db, async (tx) => {
    const miner = tx.selectFrom('miners').select('purchased').where('user_id', '=', id).forUpdate();
    const purchased = (await miner.executeTakeFirstOrThrow()).purchased + hashrate;
    if (purchased < 0n) return;
    const valid = (await userOf(tx, id)).kyc === 'approved';
    await tx.updateTable('miners').set({ purchased }).where('user_id', '=', id).execute();
    await noteTeam(tx, id, { hashrate, ...(valid && { validHashrate: hashrate }) });
  });

/** Records what a member has staked and bet for those above, as the SQL functions that move the money do. */
export const noteMoney = (db: Db, member: bigint, staked: bigint, bets = 0n): Promise<unknown> =>
  sql`
    insert into team_changes (user_id, level, staked, bets)
    select a.id, a.level, ${staked}::numeric, ${bets}::numeric
    from users u cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
    where u.id = ${member} and a.id is not null`.execute(db);

/** Creates a stake order with a daily `output`, without ledger entries. */
export const stake = (db: Db, id: bigint, amount: bigint, output = 0n, at = NOON): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`
      insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
      select id, ancestor1, ancestor2, ancestor3, ${amount}::numeric, ${output}::numeric, ${fn('stake_phase')}(${at}::timestamptz),
        ${at}::timestamptz
      from users where id = ${id}`.execute(tx);
    await noteMoney(tx, id, amount);
  });

/** Redeems the account's oldest open order, if it has one. */
export const redeem = (db: Db, id: bigint, at = NOON): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ amount: bigint }>`
      update stake_orders set redeemed_at = ${at} where id = (
        select min(id) from stake_orders where user_id = ${id} and redeemed_at is null) and redeemed_at is null
      returning amount`.execute(tx);
    if (rows[0]) await noteMoney(tx, id, -rows[0].amount);
  });
