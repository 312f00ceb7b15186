/**
 * Swaps and trades of hashrate by the server's own functions, without HTTP: single ones without a call, and batched
 * swap calls.
 */
import { randomUUID } from 'node:crypto';
import { toUnits } from '#rules/amounts.ts';
import type { TradePrices } from '#server/chain/prices/prices.ts';
import type { Db } from '#server/db/client.ts';
import type { SwapCall } from '#server/features/assets/exchange.routes.ts';
import {
  type ExchangeDeps,
  type Exchanged,
  type SwapIntent,
  exchangeTogether,
} from '#server/features/assets/exchange.usecases.ts';
import { noteRepurchases } from '#server/features/buyback/buyback.repository.ts';
import { repurchasing } from '#server/features/buyback/buyback.usecases.ts';
import { type buying, tradeTogether } from '#server/features/mining/power.usecases.ts';
import { noteTeams } from '#server/features/team/team.changes.ts';
import { post } from '#server/ledger/post.ts';
import { systemBalances } from '#server/ledger/read.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { onceOf, sessionOf } from '#tests/support/hot-calls.ts';

/** Exchanges in the caller's transaction, as if no other account traded. @throws Refusal */
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

/** Buys or sells hashrate in the same way. @throws Refusal */
export async function trade(
  tx: Db,
  side: typeof buying,
  user: bigint,
  hashrate: number,
  now: Date,
): Promise<void> {
  const order = { user, text: String(hashrate), trace: undefined };
  const [done] = await tradeTogether(tx, { noteTeams, noteRepurchases }, side, [order], now, true);
  if (done instanceof Refusal) throw done;
}

const PRICES: Readonly<Record<string, string>> = { ADIT: '0.01', USDT: '1', BTC: '90000', ETH: '3000' };

/** Coins with fixed prices; TON has none. */
export const market: ExchangeDeps = {
  coins: () => [...Object.keys(PRICES), 'TON'].map((symbol) => ({ symbol, exchange: true })),
  exchangeOpen: () => true,
  repurchasing,
};

/** A call that swaps at these prices. */
export async function swapCall(
  db: Db,
  user: bigint,
  intent: SwapIntent,
  now: Date,
  { key = randomUUID(), inTime = true, trace }: { key?: string; inTime?: boolean; trace?: string } = {},
): Promise<SwapCall> {
  const call = onceOf('POST /api/assets/swap', await sessionOf(db, user, now), now, {
    ...{ key, text: JSON.stringify(intent) },
  });
  return {
    call: { ...call, ...(trace && { trace }) },
    intent,
    prices: (coin) =>
      PRICES[coin] ? { price: toUnits(PRICES[coin]), at: now, deviation: 0n } : { reason: 'feed' },
    inTime: () => inTime,
  };
}

/** Credits an account from outside, or with ADIT the way its miner does. */
export const credit = (
  db: Db,
  to: { user: bigint } | { system: 'reserve' | 'buyback' },
  coin: string,
  amount: bigint,
  at: Date,
  kind: 'gift' | 'mining' = 'gift',
): Promise<bigint> =>
  post(db, {
    ...{ kind, at },
    lines: [
      { ...to, coin, amount },
      { system: 'custody', coin, amount: -amount },
    ],
  });

/** Sets what the funds hold, by "fund coin". */
export async function setFunds(db: Db, wanted: Readonly<Record<string, string>>, at: Date): Promise<void> {
  const held = new Map((await systemBalances(db)).map((one) => [`${one.system} ${one.coin}`, one.balance]));
  for (const [name, amount] of Object.entries(wanted)) {
    const [system, coin] = name.split(' ') as ['reserve' | 'buyback', string];
    const change = toUnits(amount) - (held.get(name) ?? 0n);
    if (change !== 0n) await credit(db, { system }, coin, change, at);
  }
}
