// The ledger as CSV: every entry with all of its postings, even a very large settlement, and never all of it in memory.
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COIN, NOON, makeUsers } from '#tests/support/ledger.ts';
import { postBulk } from './bulk.ts';
import { exportLedger } from './export.ts';
import { post } from './post.ts';

removeClusterAtEnd();

const MANY = 250;
/** Postings per piece. */
const LINES = 50;

const signed = (text: string) => (text.startsWith('-') ? -toUnits(text.slice(1)) : toUnits(text));

onPostgres((open) => {
  test('a settlement larger than a piece is written completely, once and in order', async () => {
    const db = open().kysely;
    const users = await makeUsers(db, MANY);
    const from = 'issuance' as const;
    const pay = (ref: string, pays: { user: bigint; amount: bigint }[]) =>
      postBulk(db, { kind: 'test', ref, at: NOON, coin: 'ADIT', from, pays });
    const [user = 0n] = users;
    await pay('first', [{ user, amount: COIN }]);
    await pay(
      'a "large", one',
      users.map((one, n) => ({ user: one, amount: BigInt(n + 1) })),
    );
    await post(db, {
      ...{ kind: 'test', at: NOON },
      lines: [
        { user, coin: 'ADIT', amount: -5n },
        { system: 'revenue', coin: 'ADIT', amount: 5n },
      ],
    });

    const text = { journal: '', postings: '' };
    for await (const { file, text: part } of exportLedger(db, undefined, LINES)) {
      if (file === 'postings') expect(part.split('\r\n').length - 1).toBeLessThanOrEqual(LINES);
      text[file] += part;
    }
    expect(text.journal).toContain('"a ""large"", one"');
    const rows = text.postings.trimEnd().split('\r\n').slice(1);
    expect(rows).toHaveLength(2 + (MANY + 1) + 2);
    expect(new Set(rows).size).toBe(rows.length);
    const sums = new Map<string, bigint>();
    const order: number[] = [];
    for (const row of rows) {
      const [entry = '', , , amount = ''] = row.split(',');
      sums.set(entry, (sums.get(entry) ?? 0n) + signed(amount));
      order.push(Number(entry));
    }
    expect([...sums.values()]).toEqual([0n, 0n, 0n]);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
