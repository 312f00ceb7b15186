/** Accounts that invite each other, with ADIT to stake, and what the database says of their staking. */
import { sql } from 'kysely';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { checkStaking } from '#server/features/staking/staking.commands.ts';
import { post } from '#server/ledger/post.ts';
import { systemBalance } from '#server/ledger/read.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';

export interface Account {
  id: bigint;
  ancestors: readonly [bigint | null, bigint | null, bigint | null];
}

/** Accounts with these inviters (places in the same list), each with so much ADIT. */
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

/** Takes staking back to its beginning; what lies in its accounts goes elsewhere. */
export async function emptyStaking(db: Db): Promise<void> {
  await sql`truncate stake_orders, stake_settlements, stake_rounds, team_earnings, stake_shares`.execute(db);
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

/** Half of a repurchase comes into the fund. */
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

/** Up to where all is paid. */
export async function markOf(db: Db): Promise<{ at: number; id: bigint }> {
  const { settled_at: at, settled_id: id } = await db
    .selectFrom('stake_state')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { at: at.getTime(), id };
}

/** What the accounts got, by "user kind" as the ledger has it and by "user kind day" as the days' sums have it. */
export async function gotOf(db: Db, users: readonly bigint[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; sum: bigint }>`
    select user_id || ' ' || kind as key, sum
      from unnest(array['staking', 'staking_team', 'staking_share']) as k (kind), ${fn('posted_by_kind')}(kind)
      where user_id = any(${users}::bigint[])
    union all select user_id || ' staking_team ' || day, staking from team_earnings
    union all select user_id || ' staking_share ' || day, amount from stake_shares`.execute(db);
  return new Map(rows.map(({ key, sum }) => [key, sum]));
}

/**
 * What `operator staking check` says of these accounts and of all of them together. The ledger remembers accounts whose orders
 * `emptyStaking` has removed; they are older.
 */
export async function differencesOf(db: Db, team: readonly Account[]): Promise<string[]> {
  const first = team[0]?.id ?? 0n;
  const { differences } = await checkStaking(db);
  return differences.filter((line) => BigInt(/^user (\d+)/.exec(line)?.[1] ?? first) >= first);
}
