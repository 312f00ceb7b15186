// The audit finds changes made without the ledger, and describes them as text.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase, KINDS, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { audit } from './audit.ts';
import { post } from './post.ts';
import { seedFunds } from './seed.ts';

removeClusterAtEnd();

test.each(KINDS)('an untouched ledger is sound, even an empty one (%s)', async (kind) => {
  await using database = Object.assign(await freshDatabase(kind), {
    [Symbol.asyncDispose]: () => database.close(),
  });
  expect(await audit(database.kysely)).toEqual([]);
  const [user] = (await makeUsers(database.kysely, 1)) as [bigint];
  await seedFunds(
    database.kysely,
    [
      { system: 'race_bank', coin: 'ADIT', amount: 100n },
      { system: 'buyback', coin: 'USDT', amount: 7n },
    ],
    NOON,
  );
  await seedFunds(database.kysely, [{ system: 'race_bank', coin: 'ADIT', amount: 100n }], NOON);
  await post(database.kysely, {
    kind: 'test',
    at: NOON,
    lines: [
      { user, coin: 'ADIT', amount: 40n },
      { system: 'race_bank', coin: 'ADIT', amount: -40n },
    ],
  });
  expect(await audit(database.kysely)).toEqual([]);
});

test.each(KINDS)('changes made without the ledger are found (%s)', async (kind) => {
  await using database = Object.assign(await freshDatabase(kind), {
    [Symbol.asyncDispose]: () => database.close(),
  });
  const db = database.kysely;
  const [rich, honest] = (await makeUsers(db, 2)) as [bigint, bigint];
  const pay = (user: bigint) =>
    post(db, {
      kind: 'test',
      at: NOON,
      lines: [
        { user, coin: 'USDT', amount: 5n },
        { system: 'custody', coin: 'USDT', amount: -5n },
      ],
    });
  const [first, second] = [await pay(rich), await pay(honest)];
  // Changes balances, postings and entries the way an intruder with all rights would, with the guards switched off.
  await sql`update ledger_accounts set balance = 1000 where user_id = ${rich}`.execute(db);
  await sql`alter table ledger_postings disable trigger user`.execute(db);
  await sql`alter table ledger_journal disable trigger user`.execute(db);
  await sql`delete from ledger_postings where journal_id = ${second} and amount < 0`.execute(db);
  await sql`insert into ledger_journal (kind, at) values ('forged', now())`.execute(db);
  await sql`update ledger_postings set kind = 'gift' where journal_id = ${first} and amount > 0`.execute(db);
  await sql`insert into ledger_postings (journal_id, account_id, coin, amount) values (9999, 8888, 'ADIT', 3)`.execute(
    db,
  );
  const found = await audit(db);
  const told = (words: string) => found.filter((line) => line.includes(words));
  expect(found).toContainEqual(
    expect.stringMatching(
      `^account \\d+ \\(user ${rich}, USDT\\): stored 0\\.000000000000001, postings 0\\.000000000000000005$`,
    ),
  );
  expect(found).toContain('account 8888 (nobody, ADIT): stored 0, postings 0.000000000000000003');
  expect(told(`user ${honest},`)).toEqual([]);
  expect(told('sums to')).toEqual([
    `entry ${second} (USDT): sums to 0.000000000000000005`,
    expect.stringMatching(/^entry \d+ \(-\): sums to 0$/),
    'entry 9999 (ADIT): sums to 0.000000000000000003',
  ]);
  expect(told(`entry ${first} (`)).toEqual([]);
  expect(told('posted as')).toEqual([
    expect.stringMatching(`^entry ${first}, account \\d+: posted as gift, booked as test$`),
  ]);
});
