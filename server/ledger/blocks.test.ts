// Blocks of the journal: what their hashes cover, and up to which entry nothing more can be added.
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Db, inTransaction } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { freshDatabase, onBothDatabases, onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { NOON, makeUsers } from '#tests/support/ledger.ts';
import { settledId } from './blocks.ts';
import { post } from './post.ts';

removeClusterAtEnd();

const pay = (db: Db, user: bigint, amount: bigint) =>
  post(db, {
    ...{ kind: 'test', ref: `${user}/${amount}`, at: NOON },
    lines: [
      { user, coin: 'ADIT', amount },
      { system: 'buyback', coin: 'ADIT', amount: -amount },
    ],
  });

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** NOON as it goes into hashes. */
const AT = '2026-11-21T12:00:00.000000';

/** The hash of a block after one with the hash `before`. */
const hashOf = (entries: readonly string[]): string =>
  sha256('before', ...entries.map((entry) => sha256(entry))).toString('hex');

const block = async (db: Db, from: bigint, to: bigint) => {
  const { rows } = await sql<{ entries: bigint; hash: string }>`
    select entries, encode(hash, 'hex') as hash from ${fn('ledger_block')}(${Buffer.from('before')}, ${from}, ${to})`.execute(
    db,
  );
  return rows[0];
};

/** JSON the way PostgreSQL writes it. */
type Json = string | number | bigint | null | readonly Json[];
const json = (value: Json): string => {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value ? `[${value.map(json).join(', ')}]` : JSON.stringify(value);
};

onBothDatabases((open) => {
  const db = () => open().kysely;

  test('a hash covers the one before it and all columns of the entries above one id up to another, in their order', async () => {
    expect(await settledId(db())).toBe(0n);
    const [first = 0n, second = 0n] = await makeUsers(db(), 2);
    await post(db(), {
      ...{ kind: 'seed', at: NOON },
      lines: [
        { system: 'buyback', coin: 'ADIT', amount: 100n },
        { system: 'issuance', coin: 'ADIT', amount: -100n },
      ],
    });
    await pay(db(), first, 1n);
    const entries = [await pay(db(), second, 2n), await pay(db(), first, 3n)] as const;
    await pay(db(), first, 4n);
    const idOf = async (owner: RawBuilder<unknown>) =>
      (await sql<{ id: bigint }>`select id from ledger_accounts where ${owner}`.execute(db())).rows[0]?.id ??
      0n;
    const fund = await idOf(sql`system = 'buyback'`);
    const lines = async (user: bigint, amount: bigint, after: bigint, left: bigint) => [
      [fund, null, 'buyback', 0, 'ADIT', String(-amount), String(left), null],
      [await idOf(sql`user_id = ${user}`), user, null, 0, 'ADIT', String(amount), String(after), 'test'],
    ];
    const written = [
      [entries[0], 'test', `${second}/2`, AT, await lines(second, 2n, 2n, 97n)],
      [entries[1], 'test', `${first}/3`, AT, await lines(first, 3n, 4n, 94n)],
    ];
    expect(await block(db(), entries[0] - 1n, entries[1])).toEqual({
      entries: 2n,
      hash: hashOf(written.map(json)),
    });
  });

  test('a hash does not depend on the order in which entries are stored', async () => {
    await inTransaction(db(), async (tx) => {
      for (const id of [3002, 3001])
        await sql`insert into ledger_journal (id, kind, at) overriding system value values (${id}, 'test', ${NOON})`.execute(
          tx,
        );
      // Rows must be read as they are stored.
      await sql`set local enable_indexscan = off`.execute(tx);
      const lines = [3001, 3002].map((id) => json([id, 'test', null, AT, null]));
      expect(await block(tx, 3000n, 3002n)).toEqual({ entries: 2n, hash: hashOf(lines) });
    });
  });

  test('a block without entries has the hash of the one before it', async () => {
    expect(await block(db(), 1000n, 2000n)).toEqual({ entries: 0n, hash: hashOf([]) });
  });
});

onPostgres((open) => {
  const db = () => open().kysely;
  let user = 0n;
  let newest = 0n;
  beforeAll(async () => {
    [user = 0n] = await makeUsers(db(), 1);
    newest = await fund(db());
  });
  const fund = (tx: Db) =>
    post(tx, {
      ...{ kind: 'seed', at: NOON },
      lines: [
        { system: 'buyback', coin: 'ADIT', amount: 100n },
        { system: 'issuance', coin: 'ADIT', amount: -100n },
      ],
    });
  /** The newest id, and how many other transactions may still commit an entry up to it. */
  const asked = async (one: Db) => {
    const { rows } = await sql<{ newest: bigint; writers: string[] }>`
      select newest, writers from ${fn('ledger_newest')}()`.execute(one);
    return { newest: rows[0]?.newest, writers: rows[0]?.writers.length };
  };

  test('whoever has taken an id and has not committed is waited for, except by himself', async () => {
    await inTransaction(db(), async (tx) => {
      const taken = await pay(tx, user, 1n);
      expect(await asked(db())).toEqual({ newest: taken, writers: 1 });
      expect(await asked(tx)).toEqual({ newest: taken, writers: 0 });
      newest = taken;
    });
    expect(await asked(db())).toEqual({ newest, writers: 0 });
  });

  test('nobody waits for transactions that write other tables or only read the sequence of ids', async () => {
    await inTransaction(db(), async (tx) => {
      await makeUsers(tx, 1);
      await sql`select last_value from ledger_journal_id_seq`.execute(tx);
      expect(await asked(db())).toEqual({ newest, writers: 0 });
    });
  });

  test('nobody waits for the entries of another database', async () => {
    const other = await freshDatabase('postgres');
    try {
      await inTransaction(other.kysely, async (tx) => {
        await fund(tx);
        expect(await asked(db())).toEqual({ newest, writers: 0 });
      });
    } finally {
      await other.close();
    }
  });
});
