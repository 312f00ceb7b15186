/** How prices have moved, and the value of what an account held. */
import { fromUnits } from '#rules/amounts.ts';
import { RANGES, changeOf, momentsOf } from '#rules/prices.ts';
import { pricesAt } from '#server/chain/prices/prices.repository.ts';
import type { Quote } from '#server/chain/prices/prices.rules.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { balancesAt } from '#server/ledger/read.ts';
import { refuse } from '#server/lib/refusal.ts';
import { worthAt } from './prices.rules.ts';

export interface PricesDeps {
  /** With a flag for a fixed price. */
  readonly coins: readonly { readonly symbol: string; readonly fixed: boolean }[];
  /** Null when a coin has no price or a stale one. */
  readonly quote: (coin: string) => Quote | null;
  /** How much ADIT an account had staked at these moments. */
  readonly stakedAt: (
    db: Db,
    userId: bigint,
    moments: readonly Date[],
  ) => Promise<{ moment: Date; amount: bigint }[]>;
}

export function pricesRoutes({ coins, quote, stakedAt }: PricesDeps) {
  return {
    'GET /api/assets/prices': async ({ db, input, now }) => {
      const { coin } = input;
      // Only a single coin gets a long series, so the answer stays small.
      const range = coin === undefined ? '24h' : (input.range ?? '24h');
      const asked = coin === undefined ? coins : coins.filter(({ symbol }) => symbol === coin);
      if (asked.length === 0) refuse('not_found');
      const moments = momentsOf(range, now);
      const moving = asked.filter(({ fixed }) => !fixed).map(({ symbol }) => symbol);
      const past = await pricesAt(db, moving, moments, RANGES[range].step);
      return {
        items: asked.map(({ symbol }) => {
          const own = past.filter((one) => one.coin === symbol);
          const current = quote(symbol);
          const first = own.find(({ moment }) => moment.getTime() === moments[0]?.getTime());
          return {
            coin: symbol,
            change: current && first ? changeOf(first.price, current.price) : null,
            points: own.map(({ hour, price }) => ({ at: hour.toISOString(), price: fromUnits(price) })),
          };
        }),
        asOf: now.toISOString(),
      };
    },
    'GET /api/assets/worth': async ({ db, user, input, now }) => {
      const moments = momentsOf(input.range ?? '24h', now);
      const balances = await balancesAt(db, user.id, moments);
      const staked = await stakedAt(db, user.id, moments);
      const held = [
        ...balances.map(({ moment, coin, balance }) => ({ moment, coin, amount: balance })),
        ...staked.map((one) => ({ ...one, coin: 'ADIT' })),
      ];
      const priced = coins.flatMap(({ symbol, fixed }) => {
        const current = quote(symbol);
        return current ? [{ symbol, fixed, price: current.price }] : [];
      });
      const moving = priced.filter(({ symbol, fixed }) => !fixed && held.some(({ coin }) => coin === symbol));
      const past = await pricesAt(
        db,
        moving.map(({ symbol }) => symbol),
        moments,
        RANGES['90d'].hours,
      );
      const points = worthAt(moments, held, {
        valued: new Set(priced.map(({ symbol }) => symbol)),
        fixed: new Map(priced.flatMap(({ symbol, fixed, price }) => (fixed ? [[symbol, price]] : []))),
        past,
      });
      return {
        points: points.map(({ at, usdt }) => ({ at: at.toISOString(), usdt: fromUnits(usdt) })),
        asOf: now.toISOString(),
      };
    },
  } satisfies Partial<Handlers>;
}
