/**
 * Forgeries that somebody with SQL writes into a busy honest history: the audit reports each as one line, and nothing
 * else.
 */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settledId } from '#server/ledger/blocks.ts';
import { toUnits } from '#rules/amounts.ts';
import { type Books, busyBooks, forger } from '#tests/support/forgeries.ts';
import { type Person } from '#tests/support/person.ts';

let books: Books;
let ann: Person;
let ben: Person;

const db = () => books.database.kysely;
const { run, unguarded, booked, idOf, undo } = forger(db);
const units = (text: string) => sql`${toUnits(text)}::numeric`;
const audit = (...heads: string[]) => books.audit(...heads);

beforeAll(async () => {
  books = await busyBooks();
  ({ ann, ben } = books);
}, 240_000);
afterAll(() => books?.stop());

describe('forged entries, each with balances that add up', () => {
  const forgeries: [string, RegExp, () => Promise<unknown>][] = [
    [
      'a mining credit without a cycle',
      /^entry \d+ \(mining, \d+\/1\): no record accounts for it: account \d+ \+999 ADIT, issuance -999 ADIT$/,
      async () => {
        const id = await idOf(ann);
        return booked('mining', `${id}/1`, [
          [id, 'ADIT', '999'],
          ['issuance', 'ADIT', '-999'],
        ]);
      },
    ],
    [
      'a deposit without a transaction',
      /^entry \d+ \(deposit, 0xff\/0\): no record accounts for it/,
      async () =>
        booked('deposit', '0xff/0', [
          [await idOf(ann), 'USDT', '5000'],
          ['custody', 'USDT', '-5000'],
        ]),
    ],
    [
      'coins out of the reserve',
      /^entry \d+ \(exchange\): no record accounts for it/,
      async () =>
        booked('exchange', null, [
          [await idOf(ann), 'BTC', '0.5'],
          ['reserve', 'BTC', '-0.5'],
        ]),
    ],
    [
      'a swap at better prices than it names',
      /^entry \d+ \(exchange, 1\/0.01\/0.003\/x\): the swap at the prices 1\/0.01\/0.003\/x demands/,
      async () =>
        booked('exchange', '1/0.01/0.003/x', [
          [await idOf(ann), 'USDT', '-1'],
          ['reserve', 'USDT', '1'],
          [await idOf(ann), 'ADIT', '500'],
          ['reserve', 'ADIT', '-500'],
        ]),
    ],
    [
      'a swap at another price than the fixed one',
      /^entry \d+ \(exchange, 1000\/1\/0.003\/x\): no record accounts for it/,
      async () =>
        booked('exchange', '1000/1/0.003/x', [
          [await idOf(ann), 'ADIT', '-1'],
          ['reserve', 'ADIT', '1'],
          [await idOf(ann), 'USDT', '997'],
          ['revenue', 'USDT', '3'],
          ['reserve', 'USDT', '-1000'],
        ]),
    ],
    [
      'a coupon that nobody redeemed',
      /^entry \d+ \(coupon, 99\/\d+\): no record accounts for it/,
      async () => {
        const id = await idOf(ann);
        return booked('coupon', `99/${id}`, [
          [id, 'ADIT', '77'],
          ['issuance', 'ADIT', '-77'],
        ]);
      },
    ],
    [
      'a doubled stake yield',
      /^entry \d+ \(staking, 999\): no record accounts for it|^user \d+, staking: [\d.]+ by the orders, /,
      async () =>
        booked('staking', '999', [
          [await idOf(ann), 'ADIT', '1'],
          ['issuance', 'ADIT', '-1'],
        ]),
    ],
    [
      'a fund taken without a command',
      /^entry \d+ \(fund, x because\): no command in the operator's log booked it/,
      () =>
        booked('fund', 'x because', [
          ['reserve', 'BTC', '-1'],
          ['custody', 'BTC', '1'],
        ]),
    ],
    [
      'an entry of a kind that nothing proves',
      /^1 entry of kind gift, the first is entry \d+: nothing proves entries of this kind$/,
      async () =>
        booked('gift', null, [
          [await idOf(ann), 'ADIT', '5'],
          ['issuance', 'ADIT', '-5'],
        ]),
    ],
    [
      'a race payout that no bet won',
      /^round 1, race_payout: the records demand account \d+ \+0 ADIT, booked is [+-]50 ADIT$/,
      async () =>
        booked('race_payout', '1/1', [
          [await idOf(ann), 'ADIT', '50'],
          [await idOf(ben), 'ADIT', '-50'],
        ]),
    ],
  ];
  test.each(forgeries)('%s is found', async (name, finding, forge) => {
    const { rows } = await sql<{ last: bigint }>`select max(id) as last from ledger_journal`.execute(db());
    await forge();
    const found = await audit();
    await undo(rows[0]?.last ?? 0n);
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) expect(line).toMatch(finding);
    // Yields are also summed over an account, and a round has a line for each account.
    expect(found).toHaveLength(/yield|race/.test(name) ? 2 : 1);
  });
});

describe('rewritten records', () => {
  const changes: [string, string, RegExp, () => RawBuilder<unknown>, () => RawBuilder<unknown>][] = [
    [
      'a balance after an entry',
      'ledger_postings',
      /^account \d+ \(user \d+, ADIT\): the balance after entry \d+ is stored as /,
      () => sql`update ledger_postings set balance_after = balance_after + 7
        where kind = 'mining' and journal_id = (select min(journal_id) from ledger_postings where kind = 'mining')`,
      () => sql`update ledger_postings set balance_after = balance_after - 7
        where kind = 'mining' and journal_id = (select min(journal_id) from ledger_postings where kind = 'mining')`,
    ],
    [
      'the time of an entry',
      'ledger_journal',
      /^entry \d+ \(stake, 1\/[\d.]+\): stake order \d+ demands the time /,
      () =>
        sql`update ledger_journal set at = at + interval '1 hour' where kind = 'stake' and ref like '1/%'`,
      () =>
        sql`update ledger_journal set at = at - interval '1 hour' where kind = 'stake' and ref like '1/%'`,
    ],
    [
      'raised hashrate',
      'miners',
      /^account \d+: has \d+ purchased hashrate, bought less sold is \d+$/,
      () =>
        sql`update miners set purchased = purchased + ${units('8000')} where user_id = (select min(user_id) from miners where purchased > 0)`,
      () =>
        sql`update miners set purchased = purchased - ${units('8000')} where user_id = (select min(user_id) from miners where purchased > 0)`,
    ],
    [
      'given hashrate',
      'miners',
      /^account \d+: has \d+ gifted hashrate, the welcome gift and coupons make \d+$/,
      () =>
        sql`update miners set gifted = gifted + ${units('8000')} where user_id = (select min(user_id) from miners where purchased > 0)`,
      () =>
        sql`update miners set gifted = gifted - ${units('8000')} where user_id = (select min(user_id) from miners where purchased > 0)`,
    ],
    [
      'a coupon worth more than its command made it',
      'coupons',
      /^coupon GIFT2: no command in the operator's log made it$/,
      () =>
        sql`insert into coupons (code, coin, amount, made_at, made_by) values ('GIFT2', 'USDT', 5, now(), 'root')`,
      () => sql`delete from coupons where code = 'GIFT2'`,
    ],
    [
      'a payout to another recipient',
      'payouts',
      /^entry \d+ \(withdraw, (\d+)\/0x\w+\): withdraw of payout \1 demands the reference \1\/0x\w+beef$/,
      () => sql`update payouts set address = address || 'beef'`,
      () => sql`update payouts set address = replace(address, 'beef', '')`,
    ],
    [
      'ADIT that was never produced',
      'produced',
      /^account \d+: [\d.]+ ADIT counts as produced and not sold, it is [\d.]+ at most$/,
      () =>
        sql`update produced set unsold = unsold + ${units('1000')} where user_id = (select min(user_id) from produced)`,
      () =>
        sql`update produced set unsold = unsold - ${units('1000')} where user_id = (select min(user_id) from produced)`,
    ],
    [
      'what all accounts have mined, as the home page shows it',
      'kept_sums',
      /^all mining in ADIT: the sum is stored as [\d.]+, the postings make [\d.]+$/,
      () => sql`insert into kept_sums values ('mining', 'ADIT', 99, 1)`,
      () => sql`delete from kept_sums where shard = 99`,
    ],
    [
      'how many miners run',
      'kept_sums',
      /^running miners are stored as \d+, there are \d+$/,
      () => sql`insert into kept_sums values ('running', '', 99, 7)`,
      () => sql`delete from kept_sums where shard = 99`,
    ],
    [
      'what an account had staked',
      'stake_levels',
      /^user \d+: staked from [^,]+ on is stored as [\d.]+, the orders make [\d.]+$/,
      () => sql`update stake_levels set staked = staked + 1 where at = (select max(at) from stake_levels)`,
      () => sql`update stake_levels set staked = staked - 1 where at = (select max(at) from stake_levels)`,
    ],
    [
      'what stakes paid on a day',
      'stake_outputs',
      /^user \d+: the output of \d{4}-\d\d-\d\d is stored as [\d.]+, the orders make [\d.]+$/,
      () =>
        sql`update stake_outputs set amount = amount + 1 where (user_id, day) = (select min(user_id), max(day) from stake_outputs)`,
      () =>
        sql`update stake_outputs set amount = amount - 1 where (user_id, day) = (select min(user_id), max(day) from stake_outputs)`,
    ],
    [
      'a payout without a debit',
      'payouts',
      /^withdraw of payout \d+ has no entry: account \d+ -10 USDT, payouts \+9 USDT, revenue \+1 USDT$/,
      () => sql`insert into payouts (user_id, coin, amount, fee, address, requested_at, approved_at, journal_id)
        select min(id), 'USDT', ${units('10')}, ${units('1')}, '0x00', now(), now(), 123456789 from users`,
      () => sql`delete from payouts where journal_id = 123456789`,
    ],
  ];
  test.each(changes)('%s is found', async (_name, table, finding, forge, back) => {
    await unguarded(table, forge());
    const found = await audit();
    await unguarded(table, back());
    expect(found).toEqual([expect.stringMatching(finding)]);
  });

  test('a stake that pays more is found, with what it would have paid', async () => {
    const raise = (by: number) =>
      run(
        sql`update stake_orders set output = output + ${by}::int where id = (select max(id) from stake_orders)`,
      );
    await raise(1);
    const found = await audit();
    await raise(-1);
    expect(found[0]).toMatch(
      /^entry \d+ \(stake, (\d+)\/[\d.]+\): stake order \1 demands the reference \1\/[\d.]+$/,
    );
    expect(found.at(-1)).toMatch(/^user \d+, staking: /);
  });

  test('in a database older than the proofs, only entries since its upgrade are compared', async () => {
    const newest = (await settledId(db())) ?? 0n;
    await run(sql`update books_audits set from_id = ${newest}`);
    await run(sql`update stake_orders set output = output + 1`);
    expect(await audit()).toEqual([]);
    await booked('deposit', '0xff/0', [
      [await idOf(ann), 'USDT', '5000'],
      ['custody', 'USDT', '-5000'],
    ]);
    expect(await audit()).toEqual([expect.stringMatching(/^entry \d+ \(deposit, 0xff\/0\): no record/)]);
    await undo(newest);
    await run(sql`update stake_orders set output = output - 1`);
    await run(sql`update books_audits set from_id = 0`);
  });

  test('a posting that is there twice is found', async () => {
    const one = sql`journal_id = (select min(journal_id) from ledger_postings where kind = 'stake')`;
    await run(sql`alter table ledger_postings drop constraint ledger_postings_pkey`);
    await unguarded(
      'ledger_postings',
      sql`insert into ledger_postings select * from ledger_postings where ${one}`,
    );
    const found = await audit();
    await unguarded(
      'ledger_postings',
      sql`delete from ledger_postings p where ${one} and ctid > (
        select min(ctid) from ledger_postings q where q.journal_id = p.journal_id and q.account_id = p.account_id)`,
    );
    await run(sql`alter table ledger_postings add primary key (account_id, journal_id)`);
    expect(found.filter((line) => line.endsWith(' the posting is there 2 times'))).toHaveLength(2);
    expect(await audit()).toEqual([]);
  });

  test('an output that its hashrate does not produce is found, running or claimed', async () => {
    await run(sql`update miners set cycle_output = cycle_output * 50 where state = 'running'`);
    const found = await audit();
    await run(sql`update miners set cycle_output = cycle_output / 50 where state = 'running'`);
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) expect(line).toMatch(/^account \d+: the running cycle produces/);
  });
});

describe('the guards', () => {
  test.each([
    [
      'trigger ledger_postings_fixed on ledger_postings is switched off',
      sql`alter table ledger_postings disable trigger ledger_postings_fixed`,
      sql`alter table ledger_postings enable trigger ledger_postings_fixed`,
    ],
    [
      'function ledger_immutable is not the one of this release',
      sql`create or replace function ledger_immutable() returns trigger language plpgsql as $$ begin return new; end $$`,
      null,
    ],
  ])('%s', async (line, forge, back) => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('ledger_immutable()'::regprocedure) as text`.execute(db());
    await run(forge);
    const found = await audit();
    await run(back ?? sql.raw(rows[0]?.text ?? ''));
    expect(found).toEqual([line]);
  });

  test('a constraint that was dropped', async () => {
    await run(sql`alter table ledger_accounts drop constraint ledger_not_overdrawn`);
    const found = await audit();
    await run(
      sql`alter table ledger_accounts add constraint ledger_not_overdrawn check (not guarded or balance >= coalesce(promised, 0))`,
    );
    expect(found).toEqual([
      expect.stringMatching(/^the database lacks: constraint ledger_not_overdrawn CHECK/),
    ]);
  });
});
