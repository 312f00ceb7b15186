/** What demo mode starts with; on the devnet's treasury lies the same (product, "Demo mode"). */
import { COINS, SYSTEM_SEED, reserveSeed } from './chain/coins.ts';
import { type Database, inTransaction } from './db/client.ts';
import { seedCoupon } from './features/airdrop/airdrop.repository.ts';
import { seedBanners } from './features/content/banners.repository.ts';
import { seedLinks } from './features/content/content.repository.ts';
import { DEMO_BANNERS, DEMO_LINKS } from './features/content/links.seed.ts';
import type { Clock } from './jobs/clock.ts';
import { seedFunds } from './ledger/seed.ts';

/** Fills the funds that pay people, shows banners and example links, and makes a coupon to try, once. */
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
  await seedLinks(database.kysely, DEMO_LINKS);
  await seedBanners(database.kysely, DEMO_BANNERS);
  await seedCoupon(database.kysely, clock.now());
}
