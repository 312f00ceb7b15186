/** Creates a team of any size quickly, with set-based SQL. Every member has a miner and a stake. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';

let teams = 0;

/** Adds one member under each parent. Addresses are hashes, so they are spread like real ones. */
async function level(db: Kysely<Tables>, parents: ReturnType<typeof sql>, name: string): Promise<void> {
  await sql`
    with made as (
      insert into users (address, invite_code, invited_by, ancestor1, ancestor2, ancestor3, kyc, created_at)
      select '0x' || md5(${name} || p.n) || left(md5(p.n || ${name}), 8), 'L' || ${name} || '-' || p.n, p.id, p.id, p.ancestor1,
        p.ancestor2, case when p.n % 3 = 0 then 'approved' else 'none' end, ${NOON}::timestamptz
      from (select id, ancestor1, ancestor2, row_number() over () as n from (${parents}) one) p
      returning id, ancestor1, ancestor2, ancestor3
    ), mining as (
      insert into miners (user_id, kind, state, gifted, purchased)
      select id, 'trial', 'pending_start', 1200 * 10::numeric ^ 18, 0 from made
    ), staked as (
      insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
      select id, ancestor1, ancestor2, ancestor3, 10::numeric ^ 20, 10::numeric ^ 17, (id * 7919) % 86400000, ${NOON}::timestamptz
      from made
    )
    insert into team_changes (user_id, level, members, hashrate, staked)
    select a.id, a.level, count(*), count(*) * 1200 * 10::numeric ^ 18, count(*) * 10::numeric ^ 20
    from made m cross join lateral (values (m.ancestor1, 1), (m.ancestor2, 2), (m.ancestor3, 3)) as a (id, level)
    where a.id is not null group by a.id, a.level`.execute(db);
}

/** Creates an account with `direct` members on level 1 and a tenth as many on each of levels 2 and 3. Returns its id. */
export async function makeTeam(db: Kysely<Tables>, direct: number): Promise<bigint> {
  const [top = 0n] = await makeUsers(db, 1);
  teams += 1;
  const below = (column: 'ancestor1' | 'ancestor2') => sql`
    select id, ancestor1, ancestor2 from users where ${sql.ref(column)} = ${top} order by id limit ${Math.ceil(direct / 10)}`;
  await level(
    db,
    sql`select id, ancestor1, ancestor2 from users, generate_series(1, ${direct}::int) where id = ${top}`,
    `a${teams}`,
  );
  await level(db, below('ancestor1'), `b${teams}`);
  await level(db, below('ancestor2'), `c${teams}`);
  return top;
}
