/**
 * Exchanging coins at current prices. Everything that the page showed is computed again here; only the user's minimum
 * carries over. Refusals come in a fixed order: pair, switched off, amount, price, minimum, balance, fund, limit. So what
 * the limit allows is never refused for another reason. ADIT that the account has produced is sold to the repurchase
 * fund, everything else is exchanged with the reserve, in one entry.
 */
import { randomUUID } from 'node:crypto';
import { mostSold, repurchaseOf } from '#rules/buyback.ts';
import { type ExchangeQuote, feeRateOf, payableFrom, quoteExchange, wrongSwap } from '#rules/exchange.ts';
import { fromUnits, readUnits } from '#rules/amounts.ts';
import type { TradePrice } from '#server/chain/prices/prices.rules.ts';
import type { TradePrices } from '#server/chain/prices/prices.ts';
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { exchangeLines } from './exchange.lines.ts';
import { keepWithinLimits } from './exchange.limits.ts';

/** What the repurchase fund offers an account today. */
interface Offer {
  /** ADIT that the account has produced and not sold yet, counted up to this entry. */
  unsold: bigint;
  upto: bigint;
  /** USDT that the fund still pays the account today. */
  leftOfShare: bigint;
  /** When the next budget begins. */
  renewsAt: Date;
}

/** What a sale brought. */
interface Bought {
  journal: bigint;
  at: Date;
  user: bigint;
  /** ADIT that the fund bought, and the USDT it paid, the fee included. */
  repurchased: bigint;
  paid: bigint;
}

interface Repurchasing {
  readOffer: (db: Db, user: bigint, now: Date) => Promise<Offer>;
  /** Keeps other sales of ADIT out until the transaction ends. */
  lockOffer: (db: Db, user: bigint, now: Date) => Promise<Offer>;
  /** Records a sale, in the transaction of its entry. */
  sold: (db: Db, offer: Offer, bought: Bought) => Promise<void>;
}

export interface ExchangeDeps {
  /** The coin list; `exchange` is false where the operator has switched off a coin's exchange. */
  coins: () => readonly { readonly symbol: string; readonly exchange: boolean }[];
  /** Read from the chain after the request arrived. */
  prices: TradePrices;
  exchangeOpen: () => boolean;
  repurchasing: Repurchasing;
}

export interface SwapIntent {
  from: string;
  to: string;
  amount: string;
  minReceived?: string | undefined;
  quoteOnly?: boolean | undefined;
}

export interface Exchanged extends ExchangeQuote {
  /** The fee's share, in units. */
  feeRate: bigint;
  /** ADIT that the repurchase fund buys, and what it pays for it before the fee. */
  repurchased: bigint;
  paid: bigint;
  /** ADIT produced and not bought by the fund yet. */
  produced: bigint;
  /** When the older of the two prices was set. */
  priceAt: Date;
  /** The account's current balances of the two coins. */
  held: { from: bigint; to: bigint };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** A decimal string in smallest units; one with too many decimals is refused with 1302. */
const unitsOf = (text: string, coin: string): bigint => readUnits(text) ?? refuse('invalid_amount', { coin });

/** A coin's price to trade at. The reason tells the page why there is none. */
function priceOf(prices: TradePrices, coin: string): TradePrice {
  const price = prices(coin);
  return 'reason' in price ? refuse('price_unavailable', { coin, reason: price.reason }) : price;
}

/** Refuses what the account does not hold, before a fund is blamed. */
async function mustHold(db: Db, user: bigint, coin: string, amount: bigint): Promise<void> {
  const balance = (await balances(db, user)).get(coin) ?? 0n;
  if (balance < amount)
    refuse('insufficient_balance', { coin, balance: fromUnits(balance), amount: fromUnits(amount) });
}

/**
 * Exchanges, or with `quoteOnly` returns what an exchange would yield: then nothing is booked, and neither balance nor
 * minimum is checked.
 * @throws Refusal invalid_request, forbidden, invalid_amount, price_unavailable, below_minimum_received,
 * insufficient_balance, fund_exhausted, exchange_limit
 */
export async function exchange(
  db: Db,
  deps: ExchangeDeps,
  user: bigint,
  intent: SwapIntent,
  now: Date,
): Promise<Exchanged> {
  const { from, to } = intent;
  const coins = new Map(deps.coins().map((coin) => [coin.symbol, coin]));
  const wrong = wrongSwap(from, to, (coin) => coins.has(coin));
  if (wrong) throw new Refusal('invalid_request', { issues: [wrong] });
  if (!deps.exchangeOpen() || [from, to].some((coin) => !coins.get(coin)?.exchange)) refuse('forbidden');
  const amount = unitsOf(intent.amount, from);
  const least = intent.minReceived === undefined ? 0n : unitsOf(intent.minReceived, to);
  if (amount === 0n) refuse('invalid_amount', { coin: from });

  const [priceFrom, priceTo] = [priceOf(deps.prices, from), priceOf(deps.prices, to)];
  const feeRate = feeRateOf(priceFrom.deviation, priceTo.deviation);
  const quoted = quoteExchange(amount, priceFrom.price, priceTo.price, feeRate);
  if (!quoted) return refuse('invalid_amount', { coin: from });

  if (!intent.quoteOnly && quoted.received < least) refuse('below_minimum_received');
  const { readOffer, lockOffer, sold } = deps.repurchasing;
  const offer = from === 'ADIT' ? await (intent.quoteOnly ? readOffer : lockOffer)(db, user, now) : null;
  const sale = { unsold: offer?.unsold ?? 0n, priceFrom: priceFrom.price, priceTo: priceTo.price };
  const part = repurchaseOf(amount, sale);
  const [reserve, budget] = [await systemBalance(db, 'reserve', to), offer?.leftOfShare ?? 0n];
  if (part.paid > budget || quoted.gross - part.paid > reserve) {
    if (!intent.quoteOnly) await mustHold(db, user, from, amount);
    refuse('fund_exhausted', {
      coin: to,
      available: fromUnits(part.paid > budget ? budget : reserve),
      most: fromUnits(
        offer ? mostSold(sale, budget, reserve) : (payableFrom(reserve, sale.priceFrom, sale.priceTo) ?? 0n),
      ),
      renewsAt: part.paid > budget && offer ? offer.renewsAt.toISOString() : null,
    });
  }
  if (!intent.quoteOnly) {
    const lines = exchangeLines({ ...quoted, ...part, user, from, to, amount });
    // The prices and the fee, which prove the amounts.
    const ref = `${fromUnits(priceFrom.price)}/${fromUnits(priceTo.price)}/${fromUnits(feeRate)}/${randomUUID()}`;
    const journal = await post(db, { kind: 'exchange', ref, at: now, lines });
    if (offer) await sold(db, offer, { ...part, journal, at: now, user });
  }
  const counted = { user, from, to, amount, repurchased: part.repurchased, priceFrom: priceFrom.price };
  await keepWithinLimits(db, counted, now, intent.quoteOnly ? 'look' : 'count');
  const held = await balances(db, user);
  return {
    ...quoted,
    feeRate,
    ...part,
    produced: sale.unsold - (intent.quoteOnly ? 0n : part.repurchased),
    priceAt: earlier(priceFrom.at, priceTo.at),
    held: { from: held.get(from) ?? 0n, to: held.get(to) ?? 0n },
  };
}
