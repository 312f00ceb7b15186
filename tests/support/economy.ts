/**
 * A model of the product's economy over its own rules (src/rules): accounts that mine, stake, trade and sell, and the
 * funds that pay them, day by day. It has no database and no clock: tests/solvency.test.ts runs years of it. Amounts in
 * smallest units (10^-18).
 */
import { UNIT, toUnits } from '#rules/amounts.ts';
import { budgetOf, halvesOf, mostSold, repurchaseOf } from '#rules/buyback.ts';
import { feeRateOf, quoteExchange } from '#rules/exchange.ts';
import {
  HASHRATE_STEP,
  PERMANENT_PRICE,
  STAKING_RATE,
  TOKEN_VALUE,
  WELCOME_HASHRATE,
} from '#rules/figures.ts';
import { priceOf, resaleValueOf, splitOf } from '#rules/hashrate.ts';
import { outputOf as minedBy } from '#rules/mining.ts';
import { outputOf as stakedBy } from '#rules/staking.ts';

/** The USDT price of ADIT, and of USDT. */
const [ADIT, USDT] = [toUnits(TOKEN_VALUE), UNIT];
/** Both prices are fixed: no feed lags behind. */
const FEE = feeRateOf(0n, 0n);
/** Hours of a day; what is staked in the last hour has a weight of one. */
const HOURS = 24;

export interface Account {
  usdt: bigint;
  adit: bigint;
  /** Everything it ever produced, including shares, and how much of that it has not yet sold to the fund. */
  produced: bigint;
  unsold: bigint;
  purchased: bigint;
  permanent: boolean;
  staked: bigint;
  /** Hours of the current day for which its stake counts. */
  hours: number;
  soldToday: bigint;
}

/** What the rules decide; a test replaces a part to see what it prevents. */
export const RULES = {
  budgetOf,
  /** How much the fund buys of what an account has. */
  unsoldOf: ({ unsold }: Account): bigint => unsold,
  weightOf: (staked: bigint, hours: number): bigint => staked * BigInt(hours),
};

export class Economy {
  readonly accounts: Account[] = [];
  buyback = toUnits('1000');
  resale = 0n;
  reserve = { usdt: toUnits('100000'), adit: toUnits('10000000') };
  revenue = 0n;
  stakers = 0n;
  repurchased = 0n;
  private opening = this.buyback;
  private paidToday = 0n;

  private readonly rules: typeof RULES;

  constructor(rules: typeof RULES = RULES) {
    this.rules = rules;
  }

  join(usdt: string): Account {
    const account: Account = {
      ...{ usdt: toUnits(usdt), adit: 0n, produced: 0n, unsold: 0n },
      ...{ purchased: 0n, permanent: false, staked: 0n, hours: 0, soldToday: 0n },
    };
    this.accounts.push(account);
    return account;
  }

  activate(account: Account): void {
    const price = toUnits(PERMANENT_PRICE);
    if (account.permanent || account.usdt < price) return;
    account.usdt -= price;
    account.permanent = true;
    this.buyback += price;
  }

  buyHashrate(account: Account, steps: bigint): void {
    const hashrate = steps * toUnits(HASHRATE_STEP);
    const price = priceOf(hashrate);
    if (hashrate === 0n || account.usdt < price) return;
    const { resale, buyback } = splitOf(price);
    account.usdt -= price;
    account.purchased += hashrate;
    this.resale += resale;
    this.buyback += buyback;
  }

  sellHashrate(account: Account): void {
    const paid = resaleValueOf(account.purchased);
    account.usdt += paid;
    account.purchased = 0n;
    this.resale -= paid;
  }

  buyAdit(account: Account, usdt: bigint): void {
    const quote = quoteExchange(usdt, USDT, ADIT, FEE);
    if (!quote || usdt > account.usdt || quote.gross > this.reserve.adit) return;
    account.usdt -= usdt;
    account.adit += quote.received;
    this.reserve.usdt += usdt;
    this.reserve.adit -= quote.gross;
  }

  /** Sells this much, or the most that is possible. */
  sellAdit(account: Account, wanted: bigint): void {
    const sale = { unsold: this.rules.unsoldOf(account), priceFrom: ADIT, priceTo: USDT };
    const { leftOfShare } = this.rules.budgetOf({
      ...{ opening: this.opening, balance: this.buyback, paid: this.paidToday },
      paidToAccount: account.soldToday,
    });
    const possible = mostSold(sale, leftOfShare, this.reserve.usdt);
    const amount = [wanted, account.adit, possible].reduce((a, b) => (a < b ? a : b));
    const quote = amount > 0n ? quoteExchange(amount, ADIT, USDT, FEE) : null;
    if (!quote) return;
    const { repurchased, paid } = repurchaseOf(amount, sale);
    if (paid > this.buyback || quote.gross - paid > this.reserve.usdt) return;
    account.adit -= amount;
    account.usdt += quote.received;
    account.unsold -= repurchased < account.unsold ? repurchased : account.unsold;
    account.soldToday += paid;
    this.paidToday += paid;
    this.buyback -= paid;
    this.reserve.usdt -= quote.gross - paid;
    this.reserve.adit += amount - repurchased;
    this.revenue += quote.fee;
    this.stakers += halvesOf(repurchased).stakers;
    this.repurchased += repurchased;
  }

  /** Withdraws ADIT and deposits it with another account, where it is not known to be produced. Fees are left out. */
  send(from: Account, to: Account, amount: bigint): void {
    from.adit -= amount;
    to.adit += amount;
  }

  /** Stakes in the `hour` of the day; an order is staked for at least a day. */
  stake(account: Account, amount: bigint, hour: number): void {
    if (amount === 0n || amount > account.adit || account.staked > 0n) return;
    account.adit -= amount;
    account.staked = amount;
    account.hours = HOURS - hour;
  }

  unstake(account: Account): void {
    if (account.hours < HOURS) return;
    account.adit += account.staked;
    account.staked = 0n;
  }

  private pay(account: Account, adit: bigint): void {
    account.adit += adit;
    account.produced += adit;
    account.unsold += adit;
  }

  /** Ends the day: miners and stakes pay, the stakers' half is shared, the fund opens its next day. */
  endDay(day: number): void {
    let weight = 0n;
    for (const one of this.accounts) weight += this.rules.weightOf(one.staked, one.hours);
    const half = this.stakers;
    for (const one of this.accounts) {
      if (one.permanent || day === 0) this.pay(one, minedBy(toUnits(WELCOME_HASHRATE) + one.purchased));
      if (one.staked > 0n) {
        const share = weight > 0n ? (half * this.rules.weightOf(one.staked, one.hours)) / weight : 0n;
        this.stakers -= share;
        this.pay(one, share + (one.hours === HOURS ? stakedBy(one.staked, toUnits(STAKING_RATE)) : 0n));
      }
      one.hours = one.staked > 0n ? HOURS : 0;
      one.soldToday = 0n;
    }
    this.opening = this.buyback;
    this.paidToday = 0n;
  }

  /** The total USDT in the economy, which no rule creates or destroys. */
  usdt(): bigint {
    const held = this.accounts.reduce((sum, { usdt }) => sum + usdt, 0n);
    return held + this.buyback + this.resale + this.reserve.usdt + this.revenue;
  }

  /** What is wrong at the end of a day; empty if nothing is. */
  faults(): string[] {
    const rights = resaleValueOf(this.accounts.reduce((sum, { purchased }) => sum + purchased, 0n));
    const funds = {
      buyback: this.buyback,
      resale: this.resale,
      reserve: this.reserve.usdt,
      stakers: this.stakers,
    };
    return [
      ...(this.resale < rights ? ['hashrate can be sold back that is not covered'] : []),
      ...Object.entries(funds).flatMap(([name, balance]) => (balance < 0n ? [`${name} is overdrawn`] : [])),
    ];
  }
}
