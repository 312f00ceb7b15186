/** Accounts that invite each other and have ADIT to stake, their stakes, and queries of what staking paid them. */
import { sql } from 'kysely';
import type { Output } from '#contract';
import { toUnits } from '#rules/amounts.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { redeemAct, stakeAct } from '#server/features/staking/feature.ts';
import { stakingProofs } from '#server/features/staking/staking.check.ts';
import { act } from '#server/features/staking/staking.repository.ts';
import { post } from '#server/ledger/post.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { onceOf, sessionOf, writtenBy } from '#tests/support/hot-calls.ts';
import { NOON, isSince, makeUsers, proveAll } from '#tests/support/ledger.ts';

export interface Account {
  id: bigint;
  ancestors: readonly [bigint | null, bigint | null, bigint | null];
}

/** Creates accounts with `amount` ADIT each. `inviters` are indexes in the same list. */
export async function makeTeam(
  db: Db,
  inviters: readonly (number | null)[],
  amount: bigint,
): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const [i, id] of (await makeUsers(db, inviters.length)).entries()) {
    const inviter = inviters[i] == null ? undefined : accounts[inviters[i]];
    const ancestors = [
      inviter?.id ?? null,
      inviter?.ancestors[0] ?? null,
      inviter?.ancestors[1] ?? null,
    ] as const;
    const [one, two, three] = ancestors;
    await db
      .updateTable('users')
      .set({ invited_by: one, ancestor1: one, ancestor2: two, ancestor3: three })
      .where('id', '=', id)
      .execute();
    await post(db, {
      kind: 'deposit',
      at: NOON,
      lines: [
        { user: id, coin: 'ADIT', amount },
        { system: 'custody', coin: 'ADIT', amount: -amount },
      ],
    });
    accounts.push({ id, ancestors });
  }
  return accounts;
}

const LIVE = { stakingOpen: true, stakingDailyRate: toUnits('0.001') };

/** Stakes as a call of the account. @returns the order's id and when it began. @throws Refusal */
export async function stake(db: Db, user: bigint, amount: string, now: Date) {
  const call = onceOf('POST /api/stake/stake', await sessionOf(db, user, now), now);
  const [outcome] = await act(db, [stakeAct(call, amount, LIVE)], true);
  const made = writtenBy(outcome) as Output<'POST /api/stake/stake'>;
  const id = BigInt(made.id);
  const order = db.selectFrom('stake_orders').select('staked_at').where('id', '=', id);
  return { id, stakedAt: (await order.executeTakeFirstOrThrow()).staked_at };
}

/** Redeems an order as a call of the account. @returns its amount. @throws Refusal */
export async function unstake(db: Db, user: bigint, order: bigint, now: Date): Promise<bigint> {
  const call = onceOf('POST /api/stake/unstake', await sessionOf(db, user, now), now);
  const [outcome] = await act(db, [redeemAct(call, order)], true);
  const { amount } = writtenBy(outcome) as Output<'POST /api/stake/unstake'>;
  return toUnits(amount);
}

/** Deletes all staking data and moves what staking's system accounts hold to `institution`. */
export async function emptyStaking(db: Db): Promise<void> {
  await sql`truncate stake_orders, stake_levels, stake_settlements, stake_outputs, stake_rounds, team_earnings, stake_shares`.execute(
    db,
  );
  await sql`update stake_state set settled_at = 'epoch', settled_id = 0`.execute(db);
  for (const system of ['staked', 'staking_rewards'] as const) {
    const amount = await systemBalance(db, system, 'ADIT');
    if (amount === 0n) continue;
    await post(db, {
      kind: 'test',
      at: NOON,
      lines: [
        { system, coin: 'ADIT', amount: -amount },
        { system: 'institution', coin: 'ADIT', amount },
      ],
    });
  }
}

/** Adds ADIT to the fund, as half of a repurchase does. */
export async function addToFund(db: Db, amount: bigint): Promise<void> {
  await post(db, {
    kind: 'test',
    at: NOON,
    lines: [
      { system: 'staking_rewards', coin: 'ADIT', amount },
      { system: 'custody', coin: 'ADIT', amount: -amount },
    ],
  });
}

/** The mark up to which everything is paid. */
export async function markOf(db: Db): Promise<{ at: number; id: bigint }> {
  const { settled_at: at, settled_id: id } = await db
    .selectFrom('stake_state')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { at: at.getTime(), id };
}

/** What the accounts received: by "user kind" from the ledger, by "user kind day" from the daily sums. */
export async function gotOf(db: Db, users: readonly bigint[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; sum: bigint }>`
    select user_id || ' ' || kind as key, sum
      from unnest(array['staking', 'staking_team', 'staking_share']) as k (kind), ${fn('posted_by_kind')}(kind)
      where user_id = any(${users}::bigint[])
    union all select user_id || ' staking ' || day, amount from stake_outputs
    union all select user_id || ' staking_team ' || day, staking from team_earnings
    union all select user_id || ' staking_share ' || day, amount from stake_shares`.execute(db);
  return new Map(rows.map(({ key, sum }) => [key, sum]));
}

/**
 * What the audit finds in staking, without accounts older than `team`: the ledger still has entries for orders that `emptyStaking`
 * has deleted.
 */
export async function differencesOf(db: Db, team: readonly Account[]): Promise<string[]> {
  const first = team[0]?.id ?? 0n;
  return (await proveAll(db, ...stakingProofs)).filter(isSince(first));
}
