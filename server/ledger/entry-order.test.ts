// A user's history is in order of entry ids, even with simultaneous entries: each balance is the previous one plus
// the amount.
import { expect, test } from 'vitest';
import { onBothDatabases, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { postBulk } from './bulk.ts';
import { post } from './post.ts';
import { history } from './read.ts';

removeClusterAtEnd();

onBothDatabases((open) => {
  test('each balance is the previous one plus the amount, while single and bulk entries are booked at once', async () => {
    const db = open().kysely;
    const users = await makeUsers(db, 40);
    const pays = users.map((user) => ({ user, amount: 2n }));
    const single = (user: bigint) =>
      post(db, {
        kind: 'deposit',
        at: NOON,
        lines: [
          { user, coin: 'ADIT', amount: 1n },
          { system: 'custody', coin: 'ADIT', amount: -1n },
        ],
      });
    const bulk = () => postBulk(db, { kind: 'staking', at: NOON, coin: 'ADIT', pays, from: 'issuance' });
    const all = Array.from({ length: 400 }, (_, n) =>
      n % 40 === 0 ? bulk() : single(users[n % 7 === 0 ? n % users.length : 0] ?? 0n),
    );
    await Promise.all(all);
    for (const user of users) {
      let held = 0n;
      for (const { amount, balanceAfter } of (await history(db, user, { limit: 1000 })).toReversed()) {
        held += amount;
        expect(balanceAfter).toBe(held);
      }
    }
  });
});
