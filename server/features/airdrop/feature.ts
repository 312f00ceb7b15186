/** Coupons and an account's grants. */
import { fromUnits } from '#rules/amounts.ts';
import type { Database } from '#server/db/client.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Feature } from '#server/lib/feature.ts';
import { type DataSection, pageByPage } from '#server/lib/sections.ts';
import { grants, seedCoupon } from './airdrop.repository.ts';
import { type AirdropDeps, admit, redeem } from './airdrop.usecases.ts';
import { giftView, grantView } from './airdrop.views.ts';
import { couponProof } from './coupon.check.ts';
import { couponCommands } from './coupon.commands.ts';

interface AirdropFeatureDeps extends AirdropDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: { readonly coins: readonly { readonly symbol: string }[] };
  /** Demo mode comes with a coupon to try out. */
  readonly config: { readonly demo: boolean };
}

const pages = pagesOf('grant', oneId);

interface Use {
  id: bigint;
  at: Date;
  code: string;
  coin: string | null;
  amount: bigint | null;
  hashrate: bigint | null;
}

const coupons: DataSection = {
  name: 'coupons',
  about: 'Coupons that were redeemed, and what each has given.',
  async *rows(db, userId) {
    const found = pageByPage<Use>((limit, after) =>
      db
        .selectFrom('coupon_uses as u')
        .innerJoin('coupons as c', 'c.id', 'u.coupon_id')
        .select(['u.id', 'u.at', 'c.code', 'c.coin', 'c.amount', 'c.hashrate'])
        .where('u.user_id', '=', userId)
        .where('u.id', '>', after?.id ?? 0n)
        .orderBy('u.id')
        .limit(limit)
        .execute(),
    );
    for await (const { at, code, coin, amount, hashrate } of found)
      yield {
        ...{ time: at, code, coin },
        amount: amount === null ? null : fromUnits(amount),
        hashrate: hashrate === null ? null : fromUnits(hashrate),
      };
  },
};

export function airdropFeature({ database, clock, chain, config, ...deps }: AirdropFeatureDeps) {
  const coins = chain.coins.map(({ symbol }) => symbol);
  return {
    handlers: {
      'POST /api/assets/redeem': {
        prepare: async (asked) => {
          const { network, user, input } = asked;
          const code = await admit(asked.db, deps, { userId: user.id, network, code: input.code }, asked.now);
          return async (c) => {
            const gift = await redeem(c.db, deps, c.user.id, code, c.now);
            return giftView(gift);
          };
        },
      },
      'GET /api/assets/grants': async (c) => {
        const { after, limit } = pages.asked(c.input);
        const rows = await grants(c.db, c.user.id, limit + 1, after);
        const { shown, nextCursor } = pages.page(rows, limit, ({ id }) => id);
        return { items: shown.map(grantView), nextCursor };
      },
    },
    commands: couponCommands({ database, clock, coins }),
    proofs: [couponProof(coins, config.demo)],
    sections: [coupons],
    start: async () => config.demo && seedCoupon(database.kysely, clock.now()),
  } satisfies Feature;
}
