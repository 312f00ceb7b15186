// Claims and starts of several accounts in one statement: each call has the outcome that it would have on its own.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { audit } from '#server/ledger/audit.ts';
import { lockBalance, post } from '#server/ledger/post.ts';
import { balances } from '#server/ledger/read.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { sessionOf } from '#tests/support/hot-calls.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { type Act, act, createTrial, findFacts } from './mining.repository.ts';

removeClusterAtEnd();

const DAY_MS = 86_400_000;
const ADIT = 10n ** 18n;
const NOON = new Date('2026-11-21T04:00:00Z');
const later = (ms: number) => new Date(NOON.getTime() + ms);
const NAMES = { start: 'POST /api/mining/claim1', claim: 'POST /api/mining/claim' } as const;

onPostgres((open) => {
  interface Account {
    readonly id: bigint;
    readonly token: Buffer;
    readonly outbox: Buffer;
  }

  /** A verified account with a trial miner and a session. */
  async function newAccount(): Promise<Account> {
    const db = open().kysely;
    const id = await makeUser(db, { kyc: 'approved', at: NOON });
    await createTrial(db, id, 1200n * ADIT);
    const outbox = randomBytes(32);
    return { id, token: await sessionOf(db, id, later(DAY_MS), { outbox }), outbox };
  }
  const accounts = (count: number) =>
    Promise.all(Array.from({ length: count }, newAccount)) as Promise<[Account, Account, Account, Account]>;
  const setMiner = (set: Record<string, unknown>, id: bigint) =>
    open().kysely.updateTable('miners').set(set).where('user_id', '=', id).execute();
  const asked = (whose: Uint8Array, call: keyof typeof NAMES, key: string = randomUUID()): Act => ({
    call: { name: NAMES[call], token: whose, outbox: true, key, text: call, now: later(DAY_MS) },
    start: call === 'start',
  });
  const outcomes = async (acts: Act[]) =>
    (await act(open().kysely, acts, false, 3)).map((one) => `${one.code}${one.replay ? ' again' : ''}`);
  const heldBy = async (id: bigint) => (await balances(open().kysely, id)).get('ADIT') ?? 0n;
  const runs = {
    state: 'running',
    cycle_started_at: NOON,
    cycle_ends_at: later(DAY_MS),
    cycle_hashrate: 1200n * ADIT,
  };

  test('each call has its own outcome: claims, a start, a refusal, a stranger, a conflict and a replay', async () => {
    const [claims, starts, early, poor] = await accounts(4);
    await setMiner({ ...runs, cycle_output: 12n * ADIT }, claims.id);
    await setMiner({ ...runs, cycle_output: 5n * ADIT + 1n, kind: 'permanent', permanent_at: NOON }, poor.id);
    await setMiner({ ...runs, cycle_ends_at: later(DAY_MS + 1) }, early.id);
    const [first, second] = [asked(claims.token, 'claim'), asked(poor.token, 'claim')];
    const all = [
      first,
      asked(starts.token, 'start'),
      asked(early.token, 'claim'),
      asked(randomBytes(32), 'claim'),
      second,
    ];
    expect(await outcomes(all)).toEqual(['ok', 'ok', 'mining_incomplete', 'session_expired', 'ok']);
    expect(await outcomes([second, { ...first, call: { ...first.call, text: 'other' } }, first])).toEqual([
      'ok again',
      'conflict',
      'ok again',
    ]);
    expect(await Promise.all([claims, starts, early, poor].map(({ id }) => heldBy(id)))).toEqual([
      12n * ADIT,
      0n,
      0n,
      5n * ADIT + 1n,
    ]);
    expect((await findFacts(open().kysely, poor.id, NOON))?.state).toBe('running');
    expect((await findFacts(open().kysely, claims.id, NOON))?.state).toBe('expired');
  });

  test('the second call of an account is put off, whichever of its sessions sends it', async () => {
    const [one] = await accounts(1);
    await setMiner({ ...runs, cycle_output: 12n * ADIT }, one.id);
    const acts = [asked(one.token, 'claim'), asked(one.outbox, 'claim')];
    expect(await outcomes(acts)).toEqual(['ok', 'later']);
    expect(await outcomes(acts.slice(1))).toEqual(['miner_not_activated']);
    expect(await heldBy(one.id)).toBe(12n * ADIT);
  });

  test('a call that meets a lock is busy, and its neighbours are carried out', async () => {
    const [other, locked, debited] = await accounts(3);
    for (const { id } of [other, locked, debited]) await setMiner({ ...runs, cycle_output: 12n * ADIT }, id);
    await post(open().kysely, {
      ...{ kind: 'gift', at: NOON },
      lines: [
        { user: debited.id, coin: 'ADIT', amount: 1n },
        { system: 'custody', coin: 'ADIT', amount: -1n },
      ],
    });
    const acts = [locked, other, debited].map((one) => asked(one.token, 'claim'));
    await open()
      .kysely.transaction()
      .execute(async (tx) => {
        await tx.selectFrom('miners').select('state').where('user_id', '=', locked.id).forUpdate().execute();
        await lockBalance(tx, debited.id, 'ADIT');
        expect(await outcomes(acts)).toEqual(['busy', 'ok', 'busy']);
      });
    expect(await outcomes(acts)).toEqual(['ok', 'ok again', 'ok']);
    expect(await heldBy(debited.id)).toBe(12n * ADIT + 1n);
  });

  test('a cycle without hashrate is claimed for nothing, and the miner runs on', async () => {
    const [none, some] = await accounts(2);
    await setMiner(
      { ...runs, kind: 'permanent', permanent_at: NOON, gifted: 0n, cycle_hashrate: 0n, cycle_output: 0n },
      none.id,
    );
    await setMiner({ ...runs, cycle_output: 12n * ADIT }, some.id);
    expect(await outcomes([asked(none.token, 'claim'), asked(some.token, 'claim')])).toEqual(['ok', 'ok']);
    expect((await findFacts(open().kysely, none.id, NOON))?.endsAt).toEqual(later(2 * DAY_MS));
    expect([await heldBy(none.id), await heldBy(some.id)]).toEqual([0n, 12n * ADIT]);
  });

  test('the ledger is sound afterwards', async () => {
    expect(await audit(open().kysely)).toEqual([]);
  });
});
