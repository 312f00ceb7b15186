/**
 * Events that change a team's figures: stored in the member's transaction, added to the counters above it later. SQL
 * functions that move stakes and race bets store their own.
 */
import { sql } from 'kysely';
import { type Db, inStatement } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';

/** Amounts to add to the counters of the three levels above a member; negative amounts subtract. In smallest units. */
interface TeamChange {
  /** 1 when the member joined. */
  readonly members?: number;
  /** 1 when its verification was approved, -1 when the approval was revoked. */
  readonly valid?: number;
  /** Own hashrate: gifted and purchased. */
  readonly hashrate?: bigint;
  /** The same for a member whose verification is approved: the miners above get a bonus from it. */
  readonly validHashrate?: bigint;
}

/**
 * Records changes for the three ancestors of members, in the transaction that makes them. Locks none of the ancestors'
 * rows. Ancestors are set when an account is created and never change, so the rows written here stay right whatever
 * happens in the meantime.
 */
export async function noteTeams(
  db: Db,
  changes: readonly (TeamChange & { readonly member: bigint })[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into team_changes (user_id, level, members, valid, hashrate, valid_hashrate)
    select a.id, a.level, c.members, c.valid, c.hashrate, c.valid_hashrate
    from unnest(${changes.map(({ member }) => member)}::bigint[], ${changes.map(({ members = 0 }) => members)}::int[],
      ${changes.map(({ valid = 0 }) => valid)}::int[], ${changes.map(({ hashrate = 0n }) => hashrate)}::numeric[],
      ${changes.map(({ validHashrate = 0n }) => validHashrate)}::numeric[]) as c (member, members, valid, hashrate, valid_hashrate)
    cross join lateral (select * from users where id = c.member limit 1) u
    cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
    where a.id is not null`.execute(db);
}

/** The same for one member. */
export const noteTeam = (db: Db, member: bigint, change: TeamChange): Promise<void> =>
  noteTeams(db, [{ ...change, member }]);

/** Records how much members have bet in a settled round, one row per ancestor, in the settlement's transaction. */
export async function noteBets(
  db: Db,
  bets: readonly { readonly user: bigint; readonly amount: bigint }[],
): Promise<void> {
  if (bets.length === 0) return;
  await sql`
    insert into team_changes (user_id, level, bets)
    select a.id, a.level, sum(b.amount)
    from unnest(${bets.map(({ user }) => user)}::bigint[], ${bets.map(({ amount }) => amount)}::numeric[]) as b (user_id, amount)
    join users u on u.id = b.user_id
    cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
    where a.id is not null group by a.id, a.level`.execute(db);
}

/**
 * Changes folded per transaction. It locks the miners of those above while it runs: 0.1 to 0.6 s measured for 5,000
 * accounts out of a million, on two busy cores.
 */
const BATCH = 2000;

/** Whether there is anything to fold. */
export const anyChange = () => sql<boolean>`exists (select from team_changes)`;

/** Adds stored events to the counters, one batch per statement, until less than a full batch is left. */
export async function foldTeams(db: Db, batch = BATCH): Promise<void> {
  for (let taken = batch; taken === batch;) {
    const { rows } = await inStatement(() =>
      sql<{ taken: number }>`select ${fn('team_fold')}(${batch}::int) as taken`.execute(db),
    );
    taken = rows[0]?.taken ?? 0;
  }
}
