/** What demo mode starts with; on the devnet's treasury lies the same (product, "Demo mode"). */
import { COINS, SYSTEM_SEED, reserveSeed } from './chain/coins.ts';
import { type Database, inTransaction } from './db/client.ts';
import type { Clock } from './jobs/clock.ts';
import { seedFunds } from './ledger/seed.ts';

/** Fills the funds that pay people, once. */
export async function seedDemo({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const reserve = COINS.map((coin) => ({
    system: 'reserve' as const,
    coin: coin.symbol,
    amount: reserveSeed(coin),
  }));
  const lines = [
    { system: 'race_bank' as const, ...SYSTEM_SEED.race_bank },
    { system: 'buyback' as const, ...SYSTEM_SEED.buyback },
    ...reserve.filter(({ amount }) => amount > 0n),
  ];
  await inTransaction(database.kysely, (db) => seedFunds(db, lines, clock.now()));
}
