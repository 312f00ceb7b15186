// An account with a long fund history, created in a database before the server starts on it.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { inTransaction, openDatabase } from '#server/db/client.ts';
import { type Line, post } from '#server/ledger/post.ts';
import { newSession } from '#tests/support/fake-app.ts';

const COIN = 10n ** 18n;
const STEP_MS = 20 * 60_000;
/** Entries per transaction. */
const BATCH = 500;
const KINDS = ['deposit', 'mining', 'exchange', 'deposit', 'miner_purchase', 'mining', 'refund'];
const COINS = ['USDT', 'ADIT', 'BTC', 'SHIB'];

/** Each coin of an exchange has its own row. */
function linesOf(user: bigint, kind: string, n: number): Line[] {
  const coin = COINS[n % COINS.length] ?? 'USDT';
  const amount = COIN + BigInt(n) * 10n ** 13n;
  const pays = kind === 'miner_purchase' ? -1n : 1n;
  const move = (of: string, much: bigint): Line[] => [
    { user, coin: of, amount: much },
    { system: 'custody', coin: of, amount: -much },
  ];
  if (kind !== 'exchange') return move(coin, (amount * pays) / (pays < 0n ? 10n : 1n));
  return [...move('USDT', -amount / 10n), ...move('ETH', amount / 3000n)];
}

export interface HistoryAccount {
  dataDir: string;
  token: string;
  address: string;
}

/**
 * Creates a data folder whose only account has at least `rows` rows of history, 20 minutes apart, the newest one now.
 */
export async function accountWithHistory(rows: number): Promise<HistoryAccount> {
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-history-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
  const { id, token, address } = await newSession(database);
  const now = Date.now();
  let made = 0;
  // The first entry funds the later debits.
  const seed = COINS.flatMap((coin): Line[] => [
    { user: id, coin, amount: 1_000_000n * COIN },
    { system: 'custody', coin, amount: -1_000_000n * COIN },
  ]);
  const at = () => new Date(now - Math.max(0, rows - made) * STEP_MS);
  await post(database.kysely, { kind: 'deposit', at: at(), lines: seed });
  made += COINS.length;
  while (made < rows)
    await inTransaction(database.kysely, async (db) => {
      for (let n = 0; n < BATCH && made < rows; n += 1) {
        const kind = KINDS[made % KINDS.length] ?? 'deposit';
        await post(db, { kind, at: at(), lines: linesOf(id, kind, made) });
        made += kind === 'exchange' ? 2 : 1;
      }
    });
  await database.close();
  return { dataDir, token, address };
}
