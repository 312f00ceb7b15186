/**
 * The file with all data of an account: it includes every table with rows of an account, a history of any length is
 * sent in parts, and it may be requested a few times an hour.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_SESSIONS } from '#rules/figures.ts';
import { AT_MOST } from '#server/features/account/export.rules.ts';
import { IDLE_MS } from '#server/http/session.ts';
import { composed } from '#tests/support/composed.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { longHistory } from '#tests/support/long-history.ts';

/** Where rows about an account are exported: sections of the file, or why they are in none. */
const EXPORTED: Readonly<Record<string, readonly string[] | { not: string }>> = {
  users: ['account'],
  sessions: ['sessions'],
  devices: ['devices'],
  pairings: { not: 'a code that is open for two minutes' },
  data_exports: ['exports'],
  deleted_accounts: { not: 'keyed marks of accounts that were deleted, which nobody signs in to' },
  kyc_submissions: ['verification'],
  kyc_documents: ['verification'],
  kyc_uploads: { not: 'that documents were sent, and from where under a keyed hash, for a day' },
  push_subscriptions: ['reminders'],
  push_deliveries: ['reminders'],
  play_limits: ['limits'],
  miners: ['miner'],
  mining_cycles: ['miningCycles'],
  ledger_accounts: ['balances'],
  deposits: ['deposits'],
  payouts: ['withdrawals'],
  payout_attempts: { not: 'signed transactions of the house; the one that counts is named in withdrawals' },
  stake_orders: ['stakes'],
  stake_shares: ['repurchaseShares'],
  stake_levels: { not: 'sums over stakes' },
  stake_outputs: { not: 'sums over movements of a day' },
  lottery_guesses: ['lotteryGuesses'],
  race_entries: ['raceBets'],
  team_counters: ['team'],
  team_changes: ['team'],
  team_earnings: ['teamEarnings'],
  coupon_uses: ['coupons'],
  produced: { not: 'a sum over movements, which says how much ADIT the repurchase fund buys' },
  repurchases: { not: 'sums over movements of one sale' },
  exchanged: { not: 'sums over movements of a day and an hour, which swap limits look at' },
};

/** Tables about an account that neither a column of this name nor a foreign key reveals. */
const UNMARKED: typeof EXPORTED = {
  ledger_postings: ['movements', 'hashrate'],
  idempotency: {
    not: 'answers to what was sent, kept for a while in case it is sent again; the sections say the same',
  },
  solvency_chunks: {
    not: 'balances of a day under a published root; the transparency page shows the own one',
  },
  pairing_tries: { not: 'that a wrong code was entered, for two minutes, under a keyed hash' },
  coupon_tries: { not: 'that a wrong code was tried, for an hour' },
  rate_counts: { not: 'requests of a minute, under a keyed hash' },
};

/** Tables that have a column `user_id`, reference accounts by a foreign key, or reference such a table. */
const ABOUT_ACCOUNTS = sql<{ name: string }>`
  with recursive about (name) as (
    select c.table_name::text from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id'
    union select 'users'
    union
    select k.conrelid::regclass::text from pg_constraint k join about a on k.confrelid = a.name::regclass where k.contype = 'f'
  ) select name from about order by name`;

interface File {
  readonly address: string;
  readonly sections: Readonly<Record<string, { about: string; rows: Record<string, unknown>[] }>>;
}

/** Rows of the long history: more than one page of the file. */
const LONG = 2500;

onPostgres((open) => {
  const db = () => open().kysely;
  let app: ReturnType<typeof fakeApp>['app'];
  let url = '';
  let sections: string[] = [];

  const ask = (token?: string) =>
    fetch(`${url}/api/user/export`, token ? { headers: { authorization: `Bearer ${token}` } } : {});

  beforeAll(async () => {
    const server = composed(open());
    sections = server.sections.map(({ name }) => name);
    ({ app } = fakeApp(open(), { handlers: server.handlers }));
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app?.close());

  test('no table with rows about an account is missing', async () => {
    const { rows } = await ABOUT_ACCOUNTS.execute(db());
    const marked = rows.map(({ name }) => name);
    expect(marked).toEqual(Object.keys(EXPORTED).toSorted());
    const { rows: there } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db());
    const unmarked = there.map(({ name }) => name).filter((name) => name in UNMARKED);
    expect(unmarked.toSorted()).toEqual(Object.keys(UNMARKED).toSorted());
    const exported = Object.values({ ...EXPORTED, ...UNMARKED }).flatMap((place) =>
      'not' in place ? [] : place,
    );
    expect(sections.toSorted()).toEqual([...new Set(exported)].toSorted());
  });

  test('a history of any length is complete, in order, and sent in parts', async () => {
    const { id: session, token } = await newSession(open());
    const owner = await longHistory(db(), LONG);
    await db().updateTable('sessions').set({ user_id: owner }).where('user_id', '=', session).execute();
    const response = await ask(token);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="adit-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    const parts: string[] = [];
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parts.push(part);
    expect(parts.length).toBeGreaterThan(3);
    const { sections } = JSON.parse(parts.join('')) as File;
    const entries = sections['movements']?.rows.map(({ entry }) => Number(entry)) ?? [];
    expect(entries).toHaveLength(LONG);
    expect(entries).toEqual(entries.toSorted((a, b) => b - a));
    expect(sections['deposits']?.rows).toHaveLength(LONG / 10);
  });

  test('each account may request it a few times, and is then told when to come again', async () => {
    const [one, other] = [await newSession(open()), await newSession(open())];
    // In parallel, since that is how one would bypass a limit.
    const answers = await Promise.all(Array.from({ length: AT_MOST + 2 }, () => ask(one.token)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: AT_MOST }, () => 200),
      429,
      429,
    ]);
    const refused = answers.findIndex(({ status }) => status === 429);
    expect(Number(answers[refused]?.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(JSON.parse(bodies[refused] ?? '')).toMatchObject({ code: 429 });
    expect((await ask(other.token)).status).toBe(200);

    const hourAgo = new Date(Date.now() - 3_600_001);
    await db()
      .updateTable('data_exports')
      .set({ times: sql`array_fill(${hourAgo}::timestamptz, array[${AT_MOST}::int])` })
      .where('user_id', '=', one.id)
      .execute();
    const { sections } = (await (await ask(one.token)).json()) as File;
    expect(sections['exports']?.rows).toHaveLength(1);
  });

  test('nobody gets it without a session', async () => {
    for (const token of [undefined, 'made-up']) {
      const answer = await ask(token);
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([401, null]);
    }
  });

  test('a list of sessions has at most twenty, whatever is stored; the file has all', async () => {
    const { id, token } = await newSession(open());
    await sql`
      insert into sessions (token_hash, outbox_hash, user_id, created_at, last_seen_at, expires_at, outbox_expires_at)
      select sha256(('t' || n)::bytea), sha256(('o' || n)::bytea), ${id}, now() - interval '1 day', now(),
        now() + interval '6 days', now() from generate_series(1, 2500) n`.execute(db());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ url: '/api/user/sessions', headers });
    expect(answer.json<{ data: { items: unknown[] } }>().data.items).toHaveLength(MOST_SESSIONS);
    const { sections } = JSON.parse(await (await ask(token)).text()) as File;
    expect(sections['sessions']?.rows).toHaveLength(2501);
  });

  test('sessions are listed, the current one is marked, and none of their tokens are included', async () => {
    const mine = await newSession(open(), new Date(Date.now() - 60_000));
    const elsewhere = await newSession(open());
    const gone = await newSession(open(), new Date(Date.now() - 8 * 86_400_000));
    const idle = await newSession(open(), new Date(Date.now() - IDLE_MS));
    for (const { id } of [elsewhere, gone, idle])
      await db().updateTable('sessions').set({ user_id: mine.id }).where('user_id', '=', id).execute();
    const answer = await app.inject({
      url: '/api/user/sessions',
      headers: { authorization: `Bearer ${mine.token}` },
    });
    const { items } = answer.json<{ data: { items: { current: boolean }[] } }>().data;
    expect(items.map(({ current }) => current)).toEqual([false, true]);
    expect(answer.body).not.toContain(mine.token);
    const text = await (await ask(mine.token)).text();
    expect((JSON.parse(text) as File).sections['sessions']?.rows).toHaveLength(4);
    expect(text).not.toMatch(/hash"|token/i);
  });
});
