/** A team of any size, made set-based in a moment: a tenth of the direct members have somebody below them, and all have staked. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';

let teams = 0;

/** Members of one level under those given; addresses are spread as real ones are. */
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

/** Makes an account with so many direct members, a tenth as many on the second level and on the third, and returns its id. */
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
