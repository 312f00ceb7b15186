/** Single exchanges by the server's own function, without a call. */
import type { TradePrices } from '#server/chain/prices/prices.ts';
import type { Db } from '#server/db/client.ts';
import {
  type ExchangeDeps,
  type Exchanged,
  type SwapIntent,
  exchangeTogether,
} from '#server/features/assets/exchange.usecases.ts';
import { Refusal } from '#server/lib/refusal.ts';

/** Exchanges in the caller's transaction, as if no other account did. @throws Refusal */
export async function exchange(
  tx: Db,
  { prices, ...deps }: ExchangeDeps & { readonly prices: TradePrices },
  user: bigint,
  intent: SwapIntent,
  now: Date,
): Promise<Exchanged> {
  const swap = { user, intent, prices, inTime: () => true, trace: undefined };
  const [done] = await exchangeTogether(tx, deps, [swap], now, true);
  if (done instanceof Refusal) throw done;
  if (!done || done === 'busy') throw new Error('an exchange was not answered');
  return done;
}
