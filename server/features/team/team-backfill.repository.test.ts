// A database from before teams were counted: its members are counted when it is brought up to date, and who waited is not lost.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { KINDS, bareDatabase, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON } from '#tests/support/ledger.ts';
import { foldTeams } from './team.changes.ts';
import { checkTeams } from './team.check.ts';
import { teamCounts } from './team.repository.ts';

removeClusterAtEnd();

test.each(KINDS)('teams of before are counted, also members who waited for it, on %s', async (kind) => {
  const { db, end } = await bareDatabase(kind);
  await migrate(db, '0012_staking');
  // One above the other: 1, 2, 3, 4, 5. All but the fourth are valid; the last one's hashrate is not in the teams above yet.
  await sql`
    insert into users (id, address, invite_code, invited_by, ancestor1, ancestor2, ancestor3, kyc, created_at)
    overriding system value
    select n, '0x' || n, 'C' || n, nullif(n - 1, 0), nullif(n - 1, 0), nullif(greatest(n - 2, 0), 0),
      nullif(greatest(n - 3, 0), 0), case n when 4 then 'submitted' else 'approved' end, ${NOON}::timestamptz
    from generate_series(1, 5) n`.execute(db);
  await sql`
    insert into miners (user_id, kind, state, gifted, purchased, team1, team2, team3)
    select n, 'trial', 'pending_start', 1200, n, t.first, t.second, t.third
    from generate_series(1, 5) n
    join (values (1, 1202, 1203, 0), (2, 1203, 0, 0), (3, 0, 0, 0), (4, 0, 0, 0), (5, 0, 0, 0))
      as t (id, first, second, third) on t.id = n`.execute(db);
  await sql`
    insert into jobs (kind, key, due_at, payload) values
      ('mining.team', '5', ${NOON}::timestamptz, '{"memberId":"5"}'), ('kyc.approve', '9', ${NOON}::timestamptz, '{}')`.execute(
    db,
  );

  await migrate(db);

  expect((await sql<{ kind: string }>`select kind from jobs`.execute(db)).rows).toEqual([
    { kind: 'kyc.approve' },
  ]);
  expect(await checkTeams(db)).toEqual({ teams: 4, differences: [] });
  await foldTeams(db);
  expect(await checkTeams(db)).toEqual({ teams: 4, differences: [] });
  const told = (await teamCounts(db, 2n)).map((one) => [
    one.level,
    one.members,
    one.valid,
    String(one.hashrate),
  ]);
  expect(told).toEqual([
    [1, 1, 1, '1203'],
    [2, 1, 0, '1204'],
    [3, 1, 1, '1205'],
  ]);
  const { rows } = await sql<{ team: string }>`
    select concat_ws(' ', team1, team2, team3) as team from miners order by user_id`.execute(db);
  expect(rows.map(({ team }) => team)).toEqual([
    '1202 1203 0',
    '1203 0 1205',
    '0 1205 0',
    '1205 0 0',
    '0 0 0',
  ]);
  await end();
});
