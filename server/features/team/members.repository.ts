/** Members of a team, newest first, a page at a time: by level, or by the visible part of their address. */
import { type RawBuilder, sql } from 'kysely';
import type { AddressSearch } from '#rules/search.ts';
import type { Level } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { END } from '#server/ledger/read.ts';
import type { Member } from './team.views.ts';

export interface MemberPage {
  /** At least one level. */
  readonly levels: readonly Level[];
  readonly search?: AddressSearch | undefined;
  /** The last member of the previous page; undefined for the first page. */
  readonly after?: bigint | undefined;
  readonly limit: number;
}

const ANCESTOR: Record<Level, RawBuilder<unknown>> = {
  1: sql.ref('invited_by'),
  2: sql.ref('ancestor2'),
  3: sql.ref('ancestor3'),
};

/**
 * The newest members of one level, as a row comparison on its own index: with separate conditions ("inviter 7, by id")
 * the accounts' primary key would match as well, and the planner might scan all accounts to find the members of an old
 * team.
 */
const ofLevel = (userId: bigint, level: Level, before: bigint, limit: number) => {
  const above = ANCESTOR[level];
  return sql`(
    select id, ${sql.lit(level)} as level from users
    where (${above}, id) < (${userId}::bigint, ${before}::bigint) and ${above} >= ${userId}::bigint
    order by ${above} desc, id desc limit ${limit})`;
};

const newest = (userId: bigint, { levels, after = END, limit }: MemberPage) => sql`
  select id, level from (${sql.join(
    levels.map((level) => ofLevel(userId, level, after, limit)),
    sql` union all `,
  )}) one order by id desc limit ${limit}`;

/** Each end of the address has its own index. */
const startsWith = (start: string) => sql`lower(left(address, 6)) = ${start}::text`;
const endsWith = (end: string) => sql`lower(right(address, 4)) = ${end}::text`;

function matches(search: AddressSearch): RawBuilder<unknown> {
  if ('whole' in search)
    return sql`${startsWith(search.whole.slice(0, 6))} and lower(address) = ${search.whole}::text`;
  if ('either' in search) return sql`(${startsWith(`0x${search.either}`)} or ${endsWith(search.either)})`;
  const { start, end } = search;
  const ends = [
    ...(start === undefined ? [] : [startsWith(start)]),
    ...(end === undefined ? [] : [endsWith(end)]),
  ];
  return sql.join(ends, sql` and `);
}

/** First finds everybody with such an address, through its index; four digits match one address in 65,536. */
const found = (userId: bigint, search: AddressSearch, { levels, after = END, limit }: MemberPage) => sql`
  select id, level from (
    select id, case ${userId}::bigint when invited_by then 1 when ancestor2 then 2 when ancestor3 then 3 end as level
    from (
      select id, invited_by, ancestor2, ancestor3 from users where ${matches(search)} offset 0
    ) alike
  ) one
  where level = any (${[...levels]}::int[]) and id < ${after}::bigint order by id desc limit ${limit}`;

/** The statement of `members`, for tests of what it reads. */
export const membersQuery = (userId: bigint, page: MemberPage): RawBuilder<Member> => sql<Member>`
  select m.id, m.level, u.address, u.kyc = 'approved' as valid, u.created_at as "joinedAt",
    coalesce(h.gifted, 0) as gifted, coalesce(h.purchased, 0) as purchased, coalesce(s.staked, 0) as staked
  from (${page.search ? found(userId, page.search, page) : newest(userId, page)}) m
  cross join lateral (select address, kyc, created_at from users where id = m.id offset 0) u
  left join lateral (select gifted, purchased from miners where user_id = m.id offset 0) h on true
  left join lateral (select staked from stake_levels where user_id = m.id order by at desc limit 1) s on true
  order by m.id desc`;

export async function members(db: Db, userId: bigint, page: MemberPage): Promise<Member[]> {
  const { rows } = await membersQuery(userId, page).execute(db);
  return rows;
}
