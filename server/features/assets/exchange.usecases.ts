/**
 * Exchanging coins at current prices. Everything that the page showed is recomputed here; only the user's minimum
 * carries over. Refusals come in a fixed order: pair, switched off, amount, price, minimum, balance, fund, limit; last,
 * a price that expired while the swap waited for locks. The amount that a refusal by fund or limit suggests is within
 * both. ADIT that the account has produced is sold to the repurchase fund; everything else is exchanged with the
 * reserve; both in one entry.
 */
import { randomUUID } from 'node:crypto';
import { UNIT, fromUnits, readUnits, times } from '#rules/amounts.ts';
import { mostSold, repurchaseOf } from '#rules/buyback.ts';
import {
  type ExchangeLeft,
  type ExchangeQuote,
  exchangeLeft,
  feeRateOf,
  limitedCoins,
  payableFrom,
  quoteExchange,
  wrongSwap,
} from '#rules/exchange.ts';
import type { TradePrice } from '#server/chain/prices/prices.rules.ts';
import type { TradePrices } from '#server/chain/prices/prices.ts';
import type { Db } from '#server/db/client.ts';
import { lockBalances, postTogether } from '#server/ledger/post.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { exchangeLines } from './exchange.lines.ts';
import {
  type Counted,
  EVERYBODY,
  type Market,
  count,
  exchangedOf,
  heldBy,
  readMarket,
  reserveOf,
} from './exchange.repository.ts';

/** What the repurchase fund offers an account today. */
interface Offer {
  /** ADIT that the account has produced but not sold yet, counted up to the entry `upto`. */
  unsold: bigint;
  upto: bigint;
  /** USDT that the fund still pays the account today. */
  leftOfShare: bigint;
  /** When the next budget begins. */
  renewsAt: Date;
}

/** What a sale under an offer brought. */
interface Bought {
  offer: Offer;
  journal: bigint;
  at: Date;
  user: bigint;
  /** ADIT that the fund bought, and the USDT it paid, including the fee. */
  repurchased: bigint;
  paid: bigint;
}

/** What accounts have produced and not sold yet. */
type Produced = ReadonlyMap<bigint, Pick<Offer, 'unsold' | 'upto'>>;

interface Repurchasing {
  /** What accounts have produced: final for those whose balances are locked. */
  findProduced: (db: Db, users: readonly bigint[]) => Promise<Produced>;
  /** Blocks other exchanges until the transaction ends. */
  lockExchange: (db: Db) => Promise<void>;
  /** Opens the day of the fund, before its first sale. */
  openDay: (db: Db, now: Date) => Promise<void>;
  /** What the fund offers an account after paying another `spent` USDT to others. */
  readOffers: (
    db: Db,
    users: readonly bigint[],
    now: Date,
    produced: Produced,
  ) => Promise<(user: bigint, spent: bigint) => Offer>;
  /** Records sales, in the transaction of their entries. */
  sold: (db: Db, sales: readonly Bought[]) => Promise<void>;
}

export interface ExchangeDeps {
  /** The coin list; `exchange` is false if the operator has switched off the coin's exchange. */
  coins: () => readonly { readonly symbol: string; readonly exchange: boolean }[];
  exchangeOpen: () => boolean;
  repurchasing: Repurchasing;
}

export interface SwapIntent {
  from: string;
  to: string;
  amount: string;
  minReceived?: string | undefined;
  /** Returns what an exchange would yield: nothing is booked, and neither balance nor minimum is checked. */
  quoteOnly?: boolean | undefined;
}

/** A requested exchange. */
export interface Swap {
  user: bigint;
  intent: SwapIntent;
  /** Read from the chain after the request arrived. */
  prices: TradePrices;
  /** Whether the prices may still be used. */
  inTime: () => boolean;
  trace: string | undefined;
}

/** An exchange that can now be refused only because of balances, funds and limits. */
interface Asked extends ExchangeQuote {
  user: bigint;
  from: string;
  to: string;
  amount: bigint;
  isQuote: boolean;
  /** USDT per coin. */
  priceFrom: bigint;
  priceTo: bigint;
  /** The fee's share, in units. */
  feeRate: bigint;
  /** When the older of the two prices was set. */
  priceAt: Date;
  swap: Swap;
}

export interface Exchanged extends Asked {
  /** ADIT that the repurchase fund buys, and what it pays for it before the fee. */
  repurchased: bigint;
  paid: bigint;
  /** ADIT produced and not yet bought by the fund. */
  produced: bigint;
  /** The account's balances of the two coins afterwards. */
  held: { from: bigint; to: bigint };
  offer: Offer | undefined;
  counted: readonly Counted[];
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** Parses a decimal string into smallest units; refuses one with too many decimals with 1302. */
const unitsOf = (text: string, coin: string): bigint => readUnits(text) ?? refuse('invalid_amount', { coin });

/** A coin's price to trade at. If there is none, `reason` tells the page why. */
function priceOf(prices: TradePrices, coin: string): TradePrice {
  const price = prices(coin);
  return 'reason' in price ? refuse('price_unavailable', { coin, reason: price.reason }) : price;
}

/** @throws Refusal invalid_request, forbidden, invalid_amount, price_unavailable, below_minimum_received */
function ask(deps: ExchangeDeps, swap: Swap): Asked {
  const { user, intent, prices } = swap;
  const { from, to, quoteOnly: isQuote = false } = intent;
  const coins = new Map(deps.coins().map((coin) => [coin.symbol, coin]));
  const wrong = wrongSwap(from, to, (coin) => coins.has(coin));
  if (wrong) throw new Refusal('invalid_request', { issues: [wrong] });
  if (!deps.exchangeOpen() || [from, to].some((coin) => !coins.get(coin)?.exchange)) refuse('forbidden');
  const amount = unitsOf(intent.amount, from);
  const least = intent.minReceived === undefined ? 0n : unitsOf(intent.minReceived, to);
  if (amount === 0n) refuse('invalid_amount', { coin: from });

  const [priceFrom, priceTo] = [priceOf(prices, from), priceOf(prices, to)];
  const feeRate = feeRateOf(priceFrom.deviation, priceTo.deviation);
  const quoted = quoteExchange(amount, priceFrom.price, priceTo.price, feeRate);
  if (!quoted) return refuse('invalid_amount', { coin: from });
  if (!isQuote && quoted.received < least) refuse('below_minimum_received');
  const priceAt = earlier(priceFrom.at, priceTo.at);
  const priced = { priceFrom: priceFrom.price, priceTo: priceTo.price, feeRate, priceAt };
  return { ...quoted, ...priced, user, from, to, amount, isQuote, swap };
}

/**
 * How an exchange counts towards the limits that bound what a wrong price can cost: for each coin, an account may
 * exchange only so much a day, and all accounts together only so much an hour. What the repurchase fund buys has its
 * own budget, and does not count.
 * @throws Refusal exchange_limit with the largest amount of `from` that fits now, and when more will
 */
function within(asked: Asked, repurchased: bigint, least: ExchangeLeft | undefined): Counted[] {
  const { user, from, to, amount, priceFrom } = asked;
  const worth = times(amount - repurchased, priceFrom);
  if (worth === 0n) return [];
  if (least && worth > least.left)
    refuse('exchange_limit', {
      coin: from,
      most: fromUnits(mostWithin(asked, repurchased, least)),
      resetsAt: least.resetsAt.toISOString(),
    });
  return limitedCoins(from, to)
    .toSorted()
    .map((coin) => ({ coin, user, worth }));
}

/** What the limits of both coins leave of an exchange; undefined if both are unlimited. */
function leftWithin(market: Market, { user, from, to }: Asked, now: Date): ExchangeLeft | undefined {
  let least: ExchangeLeft | undefined;
  for (const coin of limitedCoins(from, to)) {
    const [account, total] = [user, EVERYBODY].map((whose) => market.get(exchangedOf(coin, whose)) ?? 0n);
    const room = exchangeLeft(account ?? 0n, total ?? 0n, now);
    if (!least || room.left < least.left) least = room;
  }
  return least;
}

/** The largest amount of `from` within these limits. */
const mostWithin = ({ priceFrom }: Asked, repurchased: bigint, { left }: ExchangeLeft): bigint =>
  repurchased + (left * UNIT) / priceFrom;

/** @throws Refusal insufficient_balance, fund_exhausted, exchange_limit, price_unavailable */
function settle(market: Market, asked: Asked, offer: Offer | undefined, now: Date): Exchanged {
  const { user, from, to, amount, gross, received, isQuote, swap } = asked;
  const held = { from: market.get(heldBy(user, from)) ?? 0n, to: market.get(heldBy(user, to)) ?? 0n };
  // Checked before the fund is blamed.
  if (!isQuote && held.from < amount)
    refuse('insufficient_balance', {
      ...{ coin: from, balance: fromUnits(held.from), amount: fromUnits(amount) },
    });
  const sale = { unsold: offer?.unsold ?? 0n, priceFrom: asked.priceFrom, priceTo: asked.priceTo };
  const part = repurchaseOf(amount, sale);
  const [reserve, budget] = [market.get(reserveOf(to)) ?? 0n, offer?.leftOfShare ?? 0n];
  const least = leftWithin(market, asked, now);
  if (part.paid > budget || gross - part.paid > reserve) {
    const payable = offer
      ? mostSold(sale, budget, reserve)
      : (payableFrom(reserve, sale.priceFrom, sale.priceTo) ?? 0n);
    const allowed = least ? mostWithin(asked, part.repurchased, least) : payable;
    refuse('fund_exhausted', {
      coin: to,
      available: fromUnits(part.paid > budget ? budget : reserve),
      most: fromUnits(allowed < payable ? allowed : payable),
      renewsAt: part.paid > budget && offer ? offer.renewsAt.toISOString() : null,
    });
  }
  const counted = within(asked, part.repurchased, least);
  // While we waited for locks, a fresh price may have become too old.
  if (!swap.inTime()) refuse('price_unavailable', { coin: from, reason: 'feed' });
  if (isQuote) return { ...asked, ...part, produced: sale.unsold, held, offer, counted };
  return {
    ...{ ...asked, ...part, offer, counted },
    produced: sale.unsold - part.repurchased,
    held: { from: held.from - amount, to: held.to + received },
  };
}

/** Updates what later exchanges of the same batch see. */
function change(market: Market, { from, to, amount, gross, repurchased, paid, counted }: Exchanged): void {
  const add = (name: string, by: bigint) => market.set(name, (market.get(name) ?? 0n) + by);
  add(reserveOf(from), amount - repurchased);
  add(reserveOf(to), paid - gross);
  for (const { coin, worth } of counted) add(exchangedOf(coin, EVERYBODY), worth);
}

/** Books exchanges; the entry's reference contains the prices and the fee, which prove the amounts. */
async function book(tx: Db, deps: ExchangeDeps, made: readonly Exchanged[], now: Date): Promise<void> {
  const entries = made.map((one) => ({
    kind: 'exchange',
    ref: `${[one.priceFrom, one.priceTo, one.feeRate].map(fromUnits).join('/')}/${randomUUID()}`,
    lines: exchangeLines(one),
    trace: one.swap.trace,
  }));
  const journals = await postTogether(tx, now, entries);
  const sales = made.flatMap(({ offer, user, repurchased, paid }, n) =>
    offer ? [{ offer, user, repurchased, paid, at: now, journal: journals[n] ?? 0n }] : [],
  );
  if (sales.length > 0) await deps.repurchasing.sold(tx, sales);
  await count(
    tx,
    made.flatMap(({ counted }) => counted),
    now,
  );
}

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Exchanges of different accounts in the caller's transaction, or quotes; each has the outcome that it would have if
 * run after those before it. Unless `wait`, one whose balance somebody else has locked is 'busy'. Lock order: balances
 * of accounts, all other exchanges, then what the ledger locks; so nobody waits for a balance while blocking other
 * exchanges.
 */
export async function exchangeTogether(
  tx: Db,
  deps: ExchangeDeps,
  swaps: readonly Swap[],
  now: Date,
  wait: boolean,
): Promise<(Exchanged | Refusal | 'busy')[]> {
  const { repurchasing } = deps;
  const all = swaps.map((swap) => attempt(() => ask(deps, swap)));
  const asked = all.flatMap((one) => (one instanceof Refusal ? [] : [one]));
  const booked = asked.filter(({ isQuote }) => !isQuote);
  const accounts = booked.flatMap(({ user, from, to }) => [from, to].map((coin) => ({ user, coin })));
  const busy = await lockBalances(tx, accounts, wait);
  const sales = asked.filter(({ user, from }) => from === 'ADIT' && !busy.has(user));
  const sellers = sales.map(({ user }) => user);
  // Before the lock, because an account that has never sold may have a long history.
  const produced = await repurchasing.findProduced(tx, sellers);
  if (booked.length > 0) await repurchasing.lockExchange(tx);
  if (sales.some(({ isQuote }) => !isQuote)) await repurchasing.openDay(tx, now);
  const offers = sellers.length === 0 ? undefined : await repurchasing.readOffers(tx, sellers, now, produced);
  const coins = [...new Set(asked.flatMap(({ from, to }) => [from, to]))];
  const users = asked.map(({ user }) => user);
  const market: Market = coins.length === 0 ? new Map() : await readMarket(tx, users, coins, now);

  const made: Exchanged[] = [];
  let spent = 0n;
  const outcomes = all.map((one) => {
    if (one instanceof Refusal) return one;
    if (busy.has(one.user)) return 'busy';
    const offer = one.from === 'ADIT' ? offers?.(one.user, spent) : undefined;
    const done = attempt(() => settle(market, one, offer, now));
    if (done instanceof Refusal || one.isQuote) return done;
    change(market, done);
    spent += done.paid;
    made.push(done);
    return done;
  });
  if (made.length > 0) await book(tx, deps, made, now);
  return outcomes;
}
