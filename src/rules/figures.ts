/**
 * Every number of the product, once. Whoever changes the product changes it here: server, page, worker and tests take it from here
 * or from the formulas beside this file, SQL is given it as an argument. Amounts and shares are decimal strings, as on the wire;
 * a share of "0.1" is 10 %. What an operator may set has its default here. Sources: specification, section 9; product.
 */

/** Hours that the clocks of Singapore are ahead of UTC, the whole year (IANA zone data, unchanged since 1982). Days are days there. */
export const SINGAPORE_HOURS = 8;
/** Days of Singapore in charts of what came in, today among them. */
export const CHART_DAYS = 30;

// Miner

/** How long a cycle runs. A trial is one cycle. */
export const CYCLE_HOURS = 24;
/** Hashrate that every account is given at its first sign-in: mines for ever, is never sold. */
export const WELCOME_HASHRATE = '1200';
/** ADIT that one hashrate produces in a cycle. */
export const OUTPUT_PER_HASHRATE = '0.01';
/** USDT that one ADIT is worth wherever it is valued, and its fixed price. */
export const TOKEN_VALUE = '0.01';
/** USDT for a permanent miner. */
export const PERMANENT_PRICE = '10';

// Hashrate

/** USDT for one. */
export const HASHRATE_PRICE = '0.01';
/** Hashrate is bought in multiples of this. */
export const HASHRATE_STEP = '100';
/** Share of its price for which purchased hashrate is bought back. */
export const RESALE_SHARE = '0.8';
/**
 * The most purchased hashrate of an account. It costs ten trillion USDT, more than there are; its use is that no sum of hashrate
 * outgrows a column of 38 digits, not even that of a team of fifty thousand who all have it.
 */
export const MOST_HASHRATE = '1000000000000000';

// Team: shares for the direct inviter, the second and the third level above

/** Of a valid member's own hashrate, as bonus hashrate. */
export const MINING_REFERRAL = ['0.1', '0.05', '0.01'] as const;
/** Of each payout of a stake order, paid from issuance beside it. */
export const STAKING_REFERRAL = ['0.15', '0.1', '0.05'] as const;
/** Of a race stake, at settlement. */
export const RACE_REFERRAL = ['0.01', '0.005', '0.003'] as const;
/** Valid direct members that levels 1, 2 and 3 of an account take. */
export const LEVEL_MEMBERS = [1, 10, 50] as const;
/** Hex digits of an address from which on a member is searched for. */
export const SEARCH_DIGITS = 4;

// Staking

/** ADIT of an order. */
export const STAKE_MINIMUM = '10';
/** An order pays at the end of every so many hours from its own start. */
export const STAKE_PERIOD_HOURS = 24;
/** Before so many hours an order is not redeemed. */
export const STAKE_HOLD_HOURS = 24;
/** Share of a new order that it pays every period (setting STAKING_DAILY_RATE). */
export const STAKING_RATE = '0.001';

// Exchange and repurchase

/** Share of what is paid out. */
export const EXCHANGE_FEE = '0.003';
/** Share of repurchased ADIT that goes to the stakers; the rest goes to the institution. */
export const STAKERS_SHARE = '0.5';

// Lottery

/** Hour of the day in Singapore at which a round closes and is drawn. */
export const LOTTERY_CLOSE_HOUR = 20;
/** Digits of a guess, 0 to 9 each. */
export const LOTTERY_DIGITS = 3;
/** ADIT for each guess after the free ones; goes into the pool. */
export const GUESS_PRICE = '2';
/** Of one account in one round. */
export const FREE_GUESSES = 1;
/** Of one account in one round, the free ones among them. */
export const MOST_GUESSES = 10;
/** ADIT that each permanent miner adds to a round at its close, out of issuance. */
export const MINER_ADDS = '2';

// Race

/** Rounds follow one another on this grid of the epoch. */
export const RACE_ROUND_SECONDS = 300;
/** Bets are taken so long from the start of a round. */
export const RACE_BETTING_SECONDS = 270;
/** The draw ranks so many (src/draws/race.ts). */
export const RACE_LANES = 6;
/** Times the stake on the champion, the stake among it; a whole number. */
export const RACE_PAYOUT = 5;
/** ADIT on a lane: at least so much in one bet, at most so much in one round. */
export const RACE_LEAST_BET = '1';
export const RACE_MOST_BET = '10000';

// Draws

/** A draw that cannot be decided is void so many hours after its time. */
export const DRAW_VOID_HOURS = 6;

// Responsible use

/** A daily bet limit is raised or taken away so many hours after it was asked for. */
export const LIMIT_RAISE_HOURS = 24;
/** Days of 24 hours for which an account may pause both games. */
export const PAUSE_DAYS = [1, 7, 30] as const;

// Coupons

/** Characters of a code at most. */
export const COUPON_LENGTH = 20;
/** Coins or hashrate of one coupon: what is more was mistyped. */
export const COUPON_MOST = '1000000000';
/** Wrong codes within COUPON_TRY_HOURS after which no more are read: of one account, and of all that come from one network. */
export const COUPON_TRIES = { account: 10, network: 30 } as const;
export const COUPON_TRY_HOURS = 1;

// Sessions and queued actions

/** A sign-in message is good for so long after it was issued, and its nonce after it was given out. */
export const SIGN_IN_MINUTES = 5;
/** A session ends when it was not used for so long, */
export const SESSION_IDLE_HOURS = 24;
/** and so long after its sign-in at the latest. */
export const SESSION_DAYS = 7;
/** The outbox token is good for so long after the sign-in. */
export const OUTBOX_TOKEN_HOURS = 72;
/** A queued action is sent for so long after it was made: so long the server promises to know its Idempotency-Key. */
export const SENDABLE_DAYS = 7;

// Verification

/** Bytes of a document. */
export const DOCUMENT_MOST_BYTES = 8 * 1024 * 1024;

// Demo mode

/** BNB of gas and test USDT that the faucet gives. */
export const FAUCET_BNB = '0.5';
export const FAUCET_USDT = '1000';
/** What system accounts begin with: ADIT of the race's bank, USDT of the repurchase fund, and USDT that the reserve's stock of each coin is worth. */
export const DEMO_RACE_BANK = '100000';
export const DEMO_BUYBACK = '1000';
export const DEMO_RESERVE_WORTH = '100000';
/** The coupon that a newcomer can try. */
export const DEMO_COUPON = { code: 'WELCOME-ADIT', coin: 'ADIT', amount: '5' } as const;
