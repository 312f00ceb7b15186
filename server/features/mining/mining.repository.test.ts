// The two daily calls in SQL: states, money, replays and parallel attempts.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TeamLevels } from '#rules/team.ts';
import type { Outcome } from '#server/http/batches.ts';
import type { Once } from '#server/http/idempotency.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { sessionOf } from '#tests/support/hot-calls.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { act, createTrial, findFacts, makePermanent, readFacts } from './mining.repository.ts';

removeClusterAtEnd();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADIT = 10n ** 18n;
const NOON = new Date('2026-11-21T04:00:00Z');
const later = (ms: number) => new Date(NOON.getTime() + ms);
const NAMES = { start: 'POST /api/mining/claim1', claim: 'POST /api/mining/claim' } as const;

onPostgres((open) => {
  let user: bigint;
  let token: Buffer;
  let outbox: Buffer;

  async function newMiner(): Promise<bigint> {
    const id = await makeUser(open().kysely, { kyc: 'approved', at: NOON });
    await createTrial(open().kysely, id, 1200n * ADIT);
    return id;
  }
  const setMiner = (set: Record<string, unknown>) =>
    open().kysely.updateTable('miners').set(set).where('user_id', '=', user).execute();
  /** The call's answer, and the content of its stored reply. */
  async function request(
    call: keyof typeof NAMES,
    now: Date,
    key: string = randomUUID(),
    { levels = 3, ...over }: Partial<Once> & { levels?: TeamLevels } = {},
  ) {
    const once = { name: NAMES[call], token, outbox: true, key, text: call, now, ...over };
    const [answer] = await act(open().kysely, [{ call: once, start: call === 'start' }], true, levels);
    if (!answer) throw new Error('a call was not answered');
    if (answer.code !== 'ok') return { ...answer, facts: undefined, claimed: undefined };
    const { facts, claimed } = JSON.parse(answer.reply) as { facts: string; claimed: string };
    return { ...answer, facts: readFacts(facts), claimed: BigInt(claimed) };
  }
  /** Keeps the session from expiring through inactivity. */
  const useSession = (at: Date) =>
    open().kysely.updateTable('sessions').set({ last_seen_at: at }).where('user_id', '=', user).execute();
  const held = async () => (await balances(open().kysely, user)).get('ADIT') ?? 0n;
  const code = (answer: Outcome) => answer.code;

  beforeEach(async () => {
    user = await newMiner();
    outbox = randomBytes(32);
    token = await sessionOf(open().kysely, user, NOON, { outbox, days: 7, outboxDays: 3 });
  });

  describe('a trial', () => {
    test('starts, runs a day, is claimed once and expires', async () => {
      const started = await request('start', NOON);
      expect(started).toMatchObject({ code: 'ok', replay: false, claimed: 0n });
      expect(started.facts).toMatchObject({
        state: 'running',
        cycleHashrate: 1200n * ADIT,
        cycleOutput: 12n * ADIT,
        startedAt: NOON,
        endsAt: later(DAY_MS),
      });

      expect(code(await request('claim', later(DAY_MS - 1)))).toBe('mining_incomplete');
      await useSession(later(DAY_MS));
      const claimed = await request('claim', later(DAY_MS));
      expect(claimed).toMatchObject({ code: 'ok', claimed: 12n * ADIT });
      expect(claimed.facts).toMatchObject({
        state: 'expired',
        endsAt: null,
        totalOutput: 12n * ADIT,
        yesterdayOutput: 0n,
      });
      expect(await held()).toBe(12n * ADIT);
      await useSession(later(2 * DAY_MS));
      expect(code(await request('claim', later(2 * DAY_MS)))).toBe('miner_not_activated');
      expect(code(await request('start', later(2 * DAY_MS)))).toBe('miner_not_activated');
    });

    test('needs an approved verification to start', async () => {
      await open().kysely.updateTable('users').set({ kyc: 'submitted' }).where('id', '=', user).execute();
      expect(code(await request('start', NOON))).toBe('kyc_required');
      expect((await findFacts(open().kysely, user, NOON))?.state).toBe('pending_start');
    });

    test('yields no more when the claim comes late', async () => {
      await request('start', NOON);
      expect((await request('claim', later(6 * DAY_MS), undefined, { token: outbox })).code).toBe(
        'session_expired',
      );
      await useSession(later(6 * DAY_MS));
      expect((await request('claim', later(6 * DAY_MS))).claimed).toBe(12n * ADIT);
    });
  });

  describe('states', () => {
    test('before the start there is nothing to claim', async () => {
      expect(code(await request('claim', NOON))).toBe('mining_incomplete');
    });
    test('a running cycle cannot be started again, and a finished one must be claimed first', async () => {
      await request('start', NOON);
      expect(code(await request('start', later(HOUR_MS)))).toBe('miner_running');
      expect(code(await request('start', later(DAY_MS - HOUR_MS)))).toBe('miner_running');
      await request('claim', later(DAY_MS - HOUR_MS));
      expect(code(await request('start', later(DAY_MS)))).toBe('mining_incomplete');
    });
    test('a miner that is not activated does nothing', async () => {
      await setMiner({ state: 'not_activated' });
      expect(code(await request('start', NOON))).toBe('miner_not_activated');
      expect(code(await request('claim', NOON))).toBe('miner_not_activated');
    });
    test('an account without a miner is refused, even with simultaneous calls', async () => {
      await open().kysely.deleteFrom('miners').where('user_id', '=', user).execute();
      const key = randomUUID();
      const all = await Promise.all(Array.from({ length: 4 }, () => request('claim', NOON, key)));
      expect(all.map(code)).toEqual(Array(4).fill('miner_not_activated'));
    });
  });

  describe('a permanent miner', () => {
    test('that a server with a late clock starts begins no earlier than the claim before it', async () => {
      await request('start', NOON);
      await useSession(later(DAY_MS));
      await request('claim', later(DAY_MS));
      await makePermanent(open().kysely, user, false, new Date(0));
      const started = await request('start', later(DAY_MS - 2000));
      expect(started.facts).toMatchObject({ startedAt: later(DAY_MS), endsAt: later(2 * DAY_MS) });
    });

    test('continues with the claim, and its output was fixed at the start of the cycle', async () => {
      await makePermanent(open().kysely, user, false, new Date(0));
      await request('start', NOON);
      await setMiner({ purchased: 100n * ADIT });
      await useSession(later(DAY_MS));
      const claimed = await request('claim', later(DAY_MS + HOUR_MS / 2));
      expect(claimed.claimed).toBe(12n * ADIT);
      expect(claimed.facts).toMatchObject({
        state: 'running',
        startedAt: later(DAY_MS + HOUR_MS / 2),
        endsAt: later(2 * DAY_MS + HOUR_MS / 2),
        cycleOutput: 13n * ADIT,
      });
      await useSession(later(3 * DAY_MS));
      const second = await request('claim', later(3 * DAY_MS));
      expect(second.claimed).toBe(13n * ADIT);
      expect(second.facts).toMatchObject({ totalOutput: 25n * ADIT, yesterdayOutput: 0n });
      expect((await findFacts(open().kysely, user, later(4 * DAY_MS)))?.yesterdayOutput).toBe(13n * ADIT);
      expect(await held()).toBe(25n * ADIT);
    });

    test('pays its claim after the approval was revoked, and waits for the next approval to start', async () => {
      await makePermanent(open().kysely, user, false, new Date(0));
      await request('start', NOON);
      await useSession(later(DAY_MS));
      const verified = (kyc: 'approved' | 'failed') =>
        open().kysely.updateTable('users').set({ kyc }).where('id', '=', user).execute();
      await verified('failed');
      const claimed = await request('claim', later(DAY_MS));
      expect(claimed).toMatchObject({ code: 'ok', claimed: 12n * ADIT });
      expect(claimed.facts).toMatchObject({ kind: 'permanent', state: 'pending_start', endsAt: null });
      expect(code(await request('start', later(DAY_MS)))).toBe('kyc_required');
      await verified('approved');
      expect(code(await request('start', later(DAY_MS)))).toBe('ok');
      expect(await held()).toBe(12n * ADIT);
    });

    test('gets 10, 5 and 1 % of the three levels below, each rounded down to the unit', async () => {
      await setMiner({ team1: 100n * ADIT + 19n, team2: 200n * ADIT + 39n, team3: 300n * ADIT + 199n });
      const { facts } = await request('start', NOON);
      expect(facts).toMatchObject({
        cycleBonus: 23n * ADIT + 3n,
        cycleHashrate: 1223n * ADIT + 3n,
        cycleOutput: 1223n * 10n ** 16n,
      });
    });

    test.each([
      [1, 10n * ADIT],
      [2, 20n * ADIT],
      [3, 23n * ADIT],
    ] as const)(
      'gets the bonus of the first %i levels only when the others are switched off',
      async (levels, bonus) => {
        await setMiner({ team1: 100n * ADIT, team2: 200n * ADIT, team3: 300n * ADIT });
        const { facts, reply } = await request('start', NOON, undefined, { levels });
        expect(JSON.parse(reply)).toMatchObject({ levels });
        expect(facts).toMatchObject({ cycleBonus: bonus, cycleHashrate: 1200n * ADIT + bonus });
      },
    );

    test('rounds down where division in the database would round up', async () => {
      await setMiner({ gifted: 10n ** 30n - 1n });
      expect((await request('start', NOON)).facts?.cycleOutput).toBe(10n ** 28n - 1n);
    });
  });

  describe('the key', () => {
    test('gets the same answer again without a second effect, for errors too', async () => {
      const [early, start, claim] = [randomUUID(), randomUUID(), randomUUID()];
      const refused = await request('claim', NOON, early);
      const first = await request('start', NOON, start);
      expect(await request('start', later(HOUR_MS), start)).toEqual({ ...first, replay: true });
      const done = await request('claim', later(DAY_MS - 1), claim);
      expect(code(done)).toBe('mining_incomplete');
      await setMiner({ cycle_ends_at: NOON });
      expect(await request('claim', later(DAY_MS - 1), claim)).toEqual({ ...done, replay: true });
      expect(await request('claim', later(DAY_MS - 1), early)).toEqual({ ...refused, replay: true });
      expect(await held()).toBe(0n);
    });

    test('is a conflict for another request', async () => {
      const key = randomUUID();
      await request('start', NOON, key);
      expect(code(await request('start', NOON, key, { text: 'other' }))).toBe('conflict');
      expect(code(await request('claim', NOON, key))).toBe('conflict');
    });

    test('belongs to its account', async () => {
      const key = randomUUID();
      await request('start', NOON, key);
      user = await newMiner();
      await open()
        .kysely.updateTable('sessions')
        .set({ user_id: user })
        .where('token_hash', '=', token)
        .execute();
      expect(await request('start', NOON, key)).toMatchObject({ code: 'ok', replay: false });
    });
  });

  describe('the session', () => {
    test('is refused with an unknown, idle or old token, and the outbox token lives longer', async () => {
      expect((await request('start', NOON, undefined, { token: randomBytes(32) })).code).toBe(
        'session_expired',
      );
      expect((await request('start', later(DAY_MS))).code).toBe('session_expired');
      expect((await request('start', later(DAY_MS), undefined, { token: outbox })).code).toBe('ok');
      await useSession(later(7 * DAY_MS));
      expect((await request('claim', later(7 * DAY_MS))).code).toBe('session_expired');
      expect((await request('claim', later(3 * DAY_MS), undefined, { token: outbox })).code).toBe(
        'session_expired',
      );
    });

    test('records its use at most once a minute', async () => {
      const seen = async () =>
        (
          await open()
            .kysely.selectFrom('sessions')
            .select('last_seen_at')
            .where('user_id', '=', user)
            .executeTakeFirstOrThrow()
        ).last_seen_at;
      await request('claim', later(59_000));
      expect(await seen()).toEqual(NOON);
      await request('claim', later(61_000));
      expect(await seen()).toEqual(later(61_000));
    });
  });

  describe('in parallel', () => {
    const TRIES = 16;

    test('many claims with different keys credit one cycle', async () => {
      await makePermanent(open().kysely, user, false, new Date(0));
      await request('start', NOON);
      await useSession(later(DAY_MS));
      const again = await Promise.all(Array.from({ length: TRIES }, () => request('claim', later(DAY_MS))));
      expect(again.filter(({ code: one }) => one === 'ok')).toHaveLength(1);
      expect(again.filter((one) => code(one) === 'mining_incomplete')).toHaveLength(TRIES - 1);
      expect(await held()).toBe(12n * ADIT);
    });

    test('many attempts with one key are one claim and its replays', async () => {
      await request('start', NOON);
      await useSession(later(DAY_MS));
      const key = randomUUID();
      const all = await Promise.all(
        Array.from({ length: TRIES }, () => request('claim', later(DAY_MS), key)),
      );
      expect(all.filter(({ replay }) => !replay)).toHaveLength(1);
      for (const one of all) expect(one).toMatchObject({ code: 'ok', claimed: 12n * ADIT });
      expect(await held()).toBe(12n * ADIT);
    });
  });

  test('the ledger is sound afterwards: everything that miners got was issued', async () => {
    expect(await audit(open().kysely)).toEqual([]);
    const { rows } = await sql<{
      sum: bigint;
    }>`select coalesce(sum(output), 0) as sum from mining_cycles`.execute(open().kysely);
    expect(rows[0]?.sum).toBe(-(await systemBalance(open().kysely, 'issuance', 'ADIT')));
  });
});
