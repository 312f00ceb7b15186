/**
 * The listed coins, in the product's order: names, withdrawal terms, price sources, and addresses on BNB Smart Chain. A
 * coin that has no contract on the chain in use can be neither deposited nor withdrawn.
 */
import { UNIT, toUnits } from '#rules/amounts.ts';
import {
  DEMO_BUYBACK,
  DEMO_RACE_BANK,
  DEMO_RESERVE_WORTH,
  FEED_DEVIATION,
  TOKEN_VALUE,
} from '#rules/figures.ts';
import type { Token } from './coins.terms.ts';

/** A Chainlink feed in USD. Its answer is accepted only if it is within the bounds and no older than the heartbeat. */
export interface FeedPrice {
  readonly feed: string;
  readonly heartbeatSeconds: number;
  /** USD as decimal strings. Far apart: they detect a broken feed, not a bad price. */
  readonly low: string;
  readonly high: string;
  /** The feed's deviation threshold: how far the market may move, as a share, before the feed updates. */
  readonly deviation: string;
  /** The coin counts as this many USD while the feed is within PEG_TOLERANCE of it, and has no price otherwise. */
  readonly peg?: string;
  /** The devnet's price, USD as a decimal string. */
  readonly devnet: string;
  /** The feed's proxy on BNB Smart Chain (chain id 56). */
  readonly bnbChain: string;
}

type PriceSource = { readonly fixed: string } | FeedPrice | null;

/** A coin of the list. */
export interface Listed {
  readonly symbol: string;
  readonly name: string;
  /** Decimals of the token contract; amounts in the ledger always have 18. */
  readonly decimals: number;
  readonly price: PriceSource;
  /** Decimal strings, in the coin. */
  readonly minWithdraw: string;
  readonly withdrawFee: string;
  /**
   * An account's withdrawal limit per Singapore day, unless the operator changes it: about 10,000 USDT at the devnet's
   * price.
   */
  readonly dailyWithdraw: string;
  /** The token on BNB Smart Chain, if it is known for certain; for other coins the operator sets it. */
  readonly bnbChain: string | null;
}

/** A listed coin on the chain in use. */
export interface Coin extends Listed {
  /** The token on the chain in use; null if it can be neither deposited nor withdrawn. */
  readonly contract: string | null;
  /** The tokens that it had before; what they moved is in the books. */
  readonly earlier?: readonly Token[];
}

/**
 * Used where a feed's heartbeat is not known for certain: a value that is too short occasionally rejects a good price;
 * one that is too long accepts stale prices.
 */
const HOUR = 3600;
/** For feeds that promise an update every minute; the rest allows for congestion. */
const MINUTES = 300;
/** For feeds of stable coins, which may be silent for a day unless the price leaves their threshold. */
const DAY = 25 * HOUR;

const feed = (
  name: string,
  devnet: string,
  [low, high]: readonly [low: string, high: string],
  bnbChain: string,
  { heartbeatSeconds = HOUR, deviation = FEED_DEVIATION } = {},
): FeedPrice => ({ feed: `${name} / USD`, heartbeatSeconds, deviation, low, high, devnet, bnbChain });

/** Chainlink's BTC, ETH and BNB feeds on BNB Smart Chain: 0.1 % or a minute. */
const BUSY = { heartbeatSeconds: MINUTES, deviation: '0.001' };

const coin = (
  symbol: string,
  name: string,
  price: PriceSource,
  minWithdraw: string,
  withdrawFee: string,
  dailyWithdraw: string,
  bnbChain: string | null = null,
): Listed => ({
  symbol,
  name,
  decimals: 18,
  price,
  minWithdraw,
  withdrawFee,
  dailyWithdraw,
  bnbChain,
});

/** SQL, AOA and OOGE are priced by the feeds of SOL, ADA and DOGE; TON has none, so it has no price. */
export const COINS: readonly Listed[] = [
  coin('ADIT', 'Adit', { fixed: TOKEN_VALUE }, '10', '1', '1000000'),
  coin(
    'USDT',
    'Tether USD',
    {
      ...feed('USDT', '1', ['0.05', '100'], '0xB97Ad0E74fa7d920791E90258A6E2085088b4320', {
        heartbeatSeconds: DAY,
        // Its distance from the peg counts; what the feed itself lags is for the operator to add.
        deviation: '0',
      }),
      peg: '1',
    },
    '10',
    '1',
    '10000',
    '0x55d398326f99059fF775485246999027B3197955',
  ),
  coin(
    'BTC',
    'Bitcoin',
    feed('BTC', '90000', ['1000', '10000000'], '0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf', BUSY),
    '0.0005',
    '0.00005',
    '0.11',
  ),
  coin(
    'ETH',
    'Ether',
    feed('ETH', '3000', ['50', '500000'], '0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e', BUSY),
    '0.01',
    '0.0005',
    '3.3',
  ),
  coin(
    'BNB',
    'BNB',
    feed('BNB', '850', ['10', '100000'], '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', BUSY),
    '0.02',
    '0.001',
    '12',
  ),
  coin(
    'SQL',
    'SQL',
    feed('SOL', '135', ['1', '50000'], '0x0E8a53DD9c13589df6382F13dA6B3Ec8F919B323'),
    '0.1',
    '0.01',
    '75',
  ),
  coin(
    'XRP',
    'XRP',
    feed('XRP', '2.1', ['0.01', '1000'], '0x93A67D414896A280bF8FFB3b389fE3686E014fda'),
    '10',
    '0.5',
    '4800',
  ),
  coin(
    'AOA',
    'AOA',
    feed('ADA', '0.42', ['0.005', '100'], '0xa767f745331D267c7751297D982b050c93985627'),
    '10',
    '1',
    '24000',
  ),
  coin(
    'OOGE',
    'OOGE',
    feed('DOGE', '0.15', ['0.001', '100'], '0x3AB0A0d137D4F946fBB19eecc6e92E64660231C8'),
    '50',
    '5',
    '66000',
  ),
  coin('TON', 'Toncoin', null, '5', '0.2', '3000'),
  coin(
    'SHIB',
    'Shiba Inu',
    feed('SHIB', '0.0000088', ['0.00000001', '0.01'], '0xA615Be6cb0f3F36A641858dB6F30B9242d0ABeD8'),
    '500000',
    '50000',
    '1100000000',
  ),
  coin(
    'AVAX',
    'Avalanche',
    feed('AVAX', '14', ['0.5', '10000'], '0x5974855ce31EE8E1fff2e76591CbF83D7110F151'),
    '0.5',
    '0.02',
    '700',
  ),
];

/** A coin's initial price in USDT on the devnet, in units; null for a coin without a price. */
export function seedPrice({ price }: Listed): bigint | null {
  if (price === null) return null;
  const text = 'fixed' in price ? price.fixed : price.devnet;
  return toUnits(text);
}

/**
 * The exchange's inventory of a coin in demo mode, in units, rounded down. At the seed prices, every coin's inventory
 * is worth the same.
 */
export function reserveSeed(listed: Listed): bigint {
  const price = seedPrice(listed);
  return price === null ? 0n : (toUnits(DEMO_RESERVE_WORTH) * UNIT) / price;
}

/** Initial balances of the system accounts in demo mode, besides the reserve, in units. */
export const SYSTEM_SEED = {
  race_bank: { coin: 'ADIT', amount: toUnits(DEMO_RACE_BANK) },
  buyback: { coin: 'USDT', amount: toUnits(DEMO_BUYBACK) },
} as const;

/** The devnet treasury's initial holdings of a coin, in units: exactly what demo mode's system accounts record. */
export function treasurySeed(listed: Listed): bigint {
  const accounts = Object.values(SYSTEM_SEED).filter((account) => account.coin === listed.symbol);
  return accounts.reduce((sum, account) => sum + account.amount, reserveSeed(listed));
}
