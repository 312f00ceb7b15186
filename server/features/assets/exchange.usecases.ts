/**
 * Exchanging coins at current prices. Everything that the page showed is computed again here; only the user's minimum
 * carries over. Refusals come in a fixed order: pair, switched off, amount, price, minimum, balance, fund.
 */
import { halvesOf } from '#rules/buyback.ts';
import { type ExchangeQuote, payingFund, quoteExchange } from '#rules/exchange.ts';
import { fromUnits, readUnits } from '#rules/amounts.ts';
import type { Quote } from '#server/chain/prices/prices.rules.ts';
import type { Db } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { exchangeLines } from './exchange.lines.ts';

/** ADIT that the repurchase fund has bought. */
interface Bought {
  journal: bigint;
  at: Date;
  kind: 'token';
  amount: bigint;
  /** USDT, the fee included. */
  paid: bigint;
  institution: bigint;
  stakers: bigint;
}

export interface ExchangeDeps {
  /** The coin list; `exchange` is false where the operator has switched off a coin's exchange. */
  coins: () => readonly { readonly symbol: string; readonly exchange: boolean }[];
  /** Null when a coin has no price, or a stale one. */
  quote: (coin: string) => Quote | null;
  exchangeOpen: () => boolean;
  /** Lists what the repurchase fund bought, in the transaction of its entry and right after it. */
  noteRepurchase: (db: Db, bought: Bought) => Promise<void>;
}

export interface SwapIntent {
  from: string;
  to: string;
  amount: string;
  minReceived?: string | undefined;
  quoteOnly?: boolean | undefined;
}

export interface Exchanged extends ExchangeQuote {
  /** When the older of the two prices was set. */
  priceAt: Date;
  /** The account's current balances of the two coins. */
  held: { from: bigint; to: bigint };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** A decimal string in smallest units; one with too many decimals is refused with 1302. */
const unitsOf = (text: string, coin: string): bigint => readUnits(text) ?? refuse('invalid_amount', { coin });

/**
 * Exchanges, or with `quoteOnly` returns what an exchange would yield: then nothing is booked, and neither balance nor
 * minimum is checked.
 * @throws Refusal invalid_request, forbidden, invalid_amount, price_unavailable, below_minimum_received,
 * insufficient_balance, fund_exhausted
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
  const fund = payingFund(from, to, (coin) => coins.has(coin));
  if (typeof fund !== 'string') throw new Refusal('invalid_request', { issues: [fund] });
  if (!deps.exchangeOpen() || [from, to].some((coin) => !coins.get(coin)?.exchange)) refuse('forbidden');
  const amount = unitsOf(intent.amount, from);
  const least = intent.minReceived === undefined ? 0n : unitsOf(intent.minReceived, to);
  if (amount === 0n) refuse('invalid_amount', { coin: from });

  const [priceFrom, priceTo] = [deps.quote(from), deps.quote(to)];
  if (!priceFrom || !priceTo) return refuse('price_unavailable', { coin: priceFrom ? to : from });
  const quoted = quoteExchange(amount, priceFrom.price, priceTo.price);
  if (!quoted) return refuse('invalid_amount', { coin: from });

  if (intent.quoteOnly) {
    const available = await systemBalance(db, fund, to);
    if (available < quoted.gross) refuse('fund_exhausted', { coin: to, available: fromUnits(available) });
  } else {
    if (quoted.received < least) refuse('below_minimum_received');
    const lines = exchangeLines({ ...quoted, user, from, to, amount, fund });
    const journal = await post(db, { kind: 'exchange', at: now, lines });
    if (fund === 'buyback') {
      const bought = { journal, at: now, kind: 'token', amount, paid: quoted.gross } as const;
      await deps.noteRepurchase(db, { ...bought, ...halvesOf(amount) });
    }
  }
  const held = await balances(db, user);
  return {
    ...quoted,
    priceAt: earlier(priceFrom.at, priceTo.at),
    held: { from: held.get(from) ?? 0n, to: held.get(to) ?? 0n },
  };
}
