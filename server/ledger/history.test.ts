// A user's history: newest first, page by page without gaps or repetition, with any number of coins in one entry.
import { expect, test } from 'vitest';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { type Line, post } from './post.ts';
import { type Movement, history } from './read.ts';

removeClusterAtEnd();

onPostgres((open) => {
  const lines = (user: bigint, coin: string, amount: bigint): Line[] => [
    { user, coin, amount },
    { system: 'custody', coin, amount: -amount },
  ];

  test('a page begins where the previous one ended', async () => {
    const [user, other] = (await makeUsers(open().kysely, 2)) as [bigint, bigint];
    for (let n = 1n; n <= 9n; n += 1n) {
      // Every third entry moves three coins together.
      const coins = n % 3n === 0n ? ['ADIT', 'BNB', 'USDT'] : ['USDT'];
      await post(open().kysely, {
        kind: 'test',
        ref: `${user}/${n}`,
        at: NOON,
        lines: coins.flatMap((coin) => lines(user, coin, n)),
      });
      await post(open().kysely, { kind: 'test', at: NOON, lines: lines(other, 'USDT', n) });
    }
    const whole = await history(open().kysely, user, { limit: 100 });
    expect(whole).toHaveLength(15);
    expect(whole[0]).toMatchObject({
      kind: 'test',
      ref: `${user}/9`,
      at: NOON,
      coin: 'USDT',
      amount: 9n,
      balanceAfter: 45n,
    });

    for (const limit of [1, 2, 4, 15]) {
      const pages: Movement[] = [];
      for (
        let after: Movement | undefined, page;
        (page = await history(open().kysely, user, { after, limit })).length;
        after = page.at(-1)
      ) {
        expect(page.length).toBeLessThanOrEqual(limit);
        pages.push(...page);
      }
      expect(pages).toEqual(whole);
    }
    const adit = await history(open().kysely, user, { coin: 'ADIT', limit: 2 });
    expect(adit.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      [9n, 18n],
      [6n, 9n],
    ]);
    expect(await history(open().kysely, user, { coin: 'ADIT', after: adit[1], limit: 5 })).toHaveLength(1);
  });

  test('one kind or several have their own pages, and each movement of an entry has its position', async () => {
    const [user, other] = (await makeUsers(open().kysely, 2)) as [bigint, bigint];
    for (let n = 1n; n <= 30n; n += 1n) {
      const kind = n % 7n === 0n ? 'rare' : n % 2n ? 'odd' : 'even';
      const coins = kind === 'odd' ? ['ADIT', 'BNB'] : ['BNB'];
      await post(open().kysely, { kind, at: NOON, lines: coins.flatMap((coin) => lines(user, coin, n)) });
      await post(open().kysely, { kind, at: NOON, lines: lines(other, 'BNB', n) });
    }
    const whole = await history(open().kysely, user, { limit: 100 });
    for (const kinds of [['rare'], ['odd'], ['rare', 'even'], ['none'], []])
      for (const coin of [undefined, 'BNB', 'ADIT']) {
        const fits = whole.filter((one) => kinds.includes(one.kind) && (!coin || one.coin === coin));
        const pages: Movement[] = [];
        for (
          let after: Movement | undefined, page;
          (page = await history(open().kysely, user, { coin, kinds, after, limit: 3 })).length;
          after = page.at(-1)
        )
          pages.push(...page);
        expect(pages).toEqual(fits);
      }
    const places = whole.map(({ kind, coin, place }) => `${kind} ${coin} ${place}`);
    expect(new Set(places)).toEqual(new Set(['rare BNB 0', 'even BNB 0', 'odd ADIT 0', 'odd BNB 1']));
  });

  test('an unknown user has no history', async () => {
    const [user] = (await makeUsers(open().kysely, 1)) as [bigint];
    expect(await history(open().kysely, user, { limit: 10 })).toEqual([]);
  });
});
