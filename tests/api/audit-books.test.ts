/**
 * The audit of the books over a busy honest history, and over forgeries that somebody with SQL writes into it: each
 * is reported as one line, and nothing else is.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depositProof } from '#server/chain/deposits/deposits.check.ts';
import { payoutProof } from '#server/chain/payouts/payouts.check.ts';
import { couponProof } from '#server/features/airdrop/coupon.check.ts';
import { exchangeProof } from '#server/features/assets/exchange.check.ts';
import { lotteryProofs } from '#server/features/lottery/lottery.check.ts';
import { miningProofs } from '#server/features/mining/mining.check.ts';
import { raceProof } from '#server/features/race/race.check.ts';
import { stakingProofs } from '#server/features/staking/staking.check.ts';
import { auditEntries } from '#server/ledger/books.ts';
import { type Call, NodeUnreachable } from '#server/chain/rpc.ts';
import type { Proof } from '#server/ledger/proof.ts';
import { fundProof } from '#server/ledger/fund.check.ts';
import { seal, settledId } from '#server/ledger/blocks.ts';
import { HOUR_MS } from '#rules/days.ts';
import { auditHourly } from '#server/operator/books.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { quiet } from '#tests/support/databases.ts';
import { type Books, busyBooks, forger } from '#tests/support/forgeries.ts';
import { client } from '#tests/support/http.ts';
import { DAY, type Person, ask } from '#tests/support/person.ts';
import { plus } from '#tests/support/sums.ts';

let books: Books;
let ann: Person;
let ben: Person;

const db = () => books.database.kysely;
const { run, unguarded, booked, idOf, undo } = forger(db);
const audit = (...heads: string[]) => books.audit(...heads);

beforeAll(async () => {
  books = await busyBooks();
  ({ ann, ben } = books);
}, 240_000);
afterAll(() => books?.stop());

test('an honest history has no finding', async () => {
  const { rows } = await sql<{ kind: string }>`select distinct kind from ledger_journal order by 1`.execute(
    db(),
  );
  const moved = `coupon deposit exchange fund hashrate_purchase hashrate_resale lottery_guess lottery_issue miner_purchase mining race_bet
    race_payout race_settle race_team seed stake staking staking_share staking_team unstake withdraw`;
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(moved.split(/\s+/)));
  await expectSound(books.app.dataDir);
});

describe('a deposit from an address that cannot sign in', () => {
  const contract = `0x${'C'.repeat(40)}`;
  const assign = (...words: string[]) => operate(books.app.dataDir, 'deposits', 'assign', ...words);

  test('is assigned once, with its proof, and the books stay sound', async () => {
    await books.app.chain.credit([[contract, { USDT: '12.5' }]]);
    const { stdout } = await operate(books.app.dataDir, 'deposits', 'list');
    const [, key = ''] =
      /^(0x[0-9a-f]{64}\/\d+)\t\S+\t12\.5 USDT\t0x[cC]{40}$/m.exec(stdout) ?? expect.fail(stdout);
    const held = async ({ api }: Person) => (await bank.balances(api))['USDT'] ?? '';
    const before = [await held(ann), await held(ben)] as const;
    const { address } = ann.wallet;
    const proof = ['--reason', 'a second transfer of 0.0137'];
    for (const [wrong, why] of [
      [[key, address], /how the owner proved it/],
      [['0xff/0', address, ...proof], /name a deposit/],
      [[key, contract, ...proof], /no account/],
      [[`${key.slice(0, -1)}9`, address, ...proof], /is unknown/],
    ] as const)
      expect((await assign(...wrong)).stderr).toMatch(why);
    const both = await Promise.all([
      assign(key, address, ...proof),
      assign(key, ben.wallet.address, ...proof),
    ]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const [winner, was] = both[0].code === 0 ? [ann, before[0]] : [ben, before[1]];
    expect(await held(winner)).toBe(plus(was, '12.5'));
    expect((await operate(books.app.dataDir, 'deposits', 'list')).stdout).not.toContain(key);
    const [record] = (await ask(winner.api, 'GET /api/assets/records', {})).items;
    expect(record).toMatchObject({ category: 'deposit', amount: '12.5', txHash: key.split('/')[0] });
    await expectSound(books.app.dataDir);
  });

  test('is found if it was assigned without a command', async () => {
    const change = (proof: string) =>
      sql`update deposits set assigned = ${proof} where from_address = ${ben.wallet.address}`;
    await run(change('mina: trust me'));
    const found = await audit();
    expect(found).toContainEqual(
      expect.stringMatching(/^deposit 0x\S+: no command in the operator's log assigned it to 0x/),
    );
    await run(sql`update deposits set assigned = null where from_address = ${ben.wallet.address}`);
    expect(await audit()).toEqual([]);
  });
});

test('a deposit whose receipt the node has forgotten is missed only if its block is there without it', async () => {
  const { chain } = books.app;
  const rows = await db().selectFrom('deposits').select(['tx_hash', 'block_number']).execute();
  const holding = (at: number) =>
    rows.filter((row) => Number(row.block_number) === at).map((row) => row.tx_hash);
  const missed = (transactionsOf: (at: number) => readonly string[] | null) => {
    const block = ([at]: readonly unknown[]) => {
      const transactions = transactionsOf(Number(at));
      const hash = `0x${'0'.repeat(64)}`;
      return transactions && { number: at, timestamp: '0x0', hash, parentHash: hash, transactions };
    };
    const rpc = {
      ...chain.rpc,
      batch: async <T>(calls: readonly Call[]) =>
        calls.map(([method, params]) => (method === 'eth_getBlockByNumber' ? block(params) : null)) as T[],
    };
    return depositProof({ ...chain, rpc, isDevnet: false }).chain?.(db(), null);
  };
  expect(rows.length).toBeGreaterThan(2);
  expect(await missed(holding)).toEqual([]);
  expect(await missed(() => null)).toEqual([]);
  const [lost] = rows;
  const without = (at: number) => holding(at).filter((hash) => hash !== lost?.tx_hash);
  const found = (await missed(without)) ?? [];
  expect(found.length).toBeGreaterThan(0);
  for (const line of found)
    expect(line).toMatch(
      new RegExp(`^deposit ${lost?.tx_hash}/\\d+: the chain does not have this transaction$`),
    );
});

describe('the chain of hashes', () => {
  test('is sealed, is published with the tree, and finds any change before its head', async () => {
    await seal(db(), (await settledId(db())) ?? 0n, new Date());
    await clock.pass(books.app.url, DAY, ann, ben);
    await expect
      .poll(async () => (await ask(client(books.app.url), 'GET /api/transparency', {})).tree?.journal, {
        timeout: 20_000,
      })
      .not.toBe(null);
    const { tree } = await ask(client(books.app.url), 'GET /api/transparency', {});
    const head = `${tree?.journal?.entry}:${tree?.journal?.hash}`;
    expect(await audit(head)).toEqual([]);
    expect(await audit(head.replace(/.{4}$/, 'beef'))).toEqual([
      expect.stringMatching(/^the published head at entry/),
    ]);

    // A reference that no proof compares.
    const rewrite = sql`update ledger_journal set ref = ref || 'x' where kind = 'hashrate_purchase'`;
    await unguarded('ledger_journal', rewrite);
    const found = await audit();
    expect(found).toEqual([
      expect.stringMatching(/^block \d+ of the journal: entries \d+ to \d+ are not what was sealed$/),
    ]);

    // Even an intruder who reseals the blocks cannot change what was published.
    await run(sql`alter table ledger_blocks disable trigger user`);
    await run(sql`delete from ledger_blocks`);
    await run(sql`alter table ledger_blocks enable trigger user`);
    await seal(db(), (await settledId(db())) ?? 0n, new Date());
    expect(await audit()).toEqual([
      expect.stringMatching(/^the head of the journal published on .* is not in the chain/),
    ]);
  });
});

describe('the hourly audit', () => {
  /** Every kind of entry, as the server proves them. */
  const all = (): Proof[] => {
    const { chain } = books.app;
    const coins = chain.coins.map(({ symbol }) => symbol);
    const games = [...miningProofs, ...stakingProofs, ...lotteryProofs, raceProof];
    const money = [exchangeProof, couponProof(coins, true), depositProof(chain), payoutProof(chain)];
    return [...games, ...money, fundProof(coins), { kinds: ['seed'] }];
  };

  test('finds nothing in the entries of an honest history, read in parts', async () => {
    const proofs = all();
    const newest = (await settledId(db())) ?? 0n;
    expect(newest).toBeGreaterThan(50n);
    for (let from = 0n; from < newest; from += 7n)
      expect(await auditEntries(db(), proofs, { from, to: from + 7n })).toEqual([]);
    await booked('mining', '1/2', [
      [await idOf(ann), 'ADIT', '2'],
      ['issuance', 'ADIT', '-2'],
    ]);
    expect(await auditEntries(db(), proofs, { from: newest, to: newest + 5n })).toEqual([
      expect.stringMatching(/^entry \d+ \(mining, 1\/2\): no record accounts for it/),
    ]);
    await undo(newest);
  });

  const auditAt = (wall: () => Date, given: readonly Proof[]) => {
    const deps = { db: db(), log: quiet, proofs: () => given, clock: { now: wall, wall, near: () => true } };
    return auditHourly(deps, wall());
  };

  test('raises an alert for each finding, once, and closes it when a complete audit finds it gone', async () => {
    const hour = (hours: number, given: readonly Proof[] = []) =>
      auditAt(() => new Date(Date.now() + hours * HOUR_MS), given);
    const alerts = async () =>
      (
        await db()
          .selectFrom('chain_alerts')
          .select('detail')
          .where('kind', '=', 'books')
          .where('cleared_at', 'is', null)
          .execute()
      ).length;
    // Without any proofs, every kind is a finding.
    const found = await hour(1);
    expect(found.length).toBeGreaterThan(5);
    expect(await alerts()).toBeGreaterThan(5);
    expect(await hour(1.5)).toEqual([]);
    await booked('gift', randomUUID(), [
      [await idOf(ann), 'ADIT', '5'],
      ['issuance', 'ADIT', '-5'],
    ]);
    expect(await hour(3)).toEqual([expect.stringMatching(/^1 entry of kind gift/)]);
    const before = await alerts();
    const silent: Proof = { kinds: [], chain: () => Promise.reject(new NodeUnreachable('gone')) };
    await hour(26, [...all(), silent]);
    expect(await alerts(), 'a node that does not answer clears nothing').toBeGreaterThanOrEqual(before);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01T00:00:00Z')`.execute(
      db(),
    );
    await hour(51, all());
    expect(await alerts(), 'a later release’s tables clear nothing').toBeGreaterThanOrEqual(before);
    await sql`delete from kysely_migration where name = '9999_future'`.execute(db());
    const left = await hour(76, all());
    expect(left.length).toBeLessThan(before);
    expect(await alerts()).toBe(left.length);
  });

  test('keeps its turn while it takes hours; the next one is due an hour after it began', async () => {
    const begunAt = async () => {
      const { rows } = await sql<{ at: Date }>`select begun_at as at from books_audits`.execute(db());
      return rows[0]?.at.getTime();
    };
    const start = Date.now() + 101 * HOUR_MS;
    let at = start;
    const seen: unknown[] = [];
    const slow: Proof = {
      kinds: [],
      async check() {
        seen.push(await begunAt());
        at += HOUR_MS;
        return [];
      },
    };
    await auditAt(() => new Date(at), [...all(), slow, slow]);
    expect([...seen, await begunAt()]).toEqual([start, start + HOUR_MS, start]);

    at = start + 25 * HOUR_MS;
    const taken = at + HOUR_MS / 2;
    const overtaken: Proof = {
      kinds: [],
      async check() {
        await sql`update books_audits set begun_at = ${new Date(taken)}`.execute(db());
        return [];
      },
    };
    await auditAt(() => new Date(at), [...all(), overtaken, slow]);
    expect(await begunAt(), 'another process has the next turn').toBe(taken);
  });
});
