/**
 * Every number of the product, defined once. To change the product, change it here: server, page, worker and tests use
 * these constants or the formulas beside this file, and SQL gets them as arguments. Amounts and shares are decimal
 * strings, as in the API; a share of "0.1" is 10 %. Values that an operator may change have their defaults here.
 * Sources: specification, section 9; product.
 */

/**
 * Hours by which Singapore is ahead of UTC, all year (IANA zone data, unchanged since 1982). Days are Singapore days.
 */
export const SINGAPORE_HOURS = 8;
/** Singapore days in earnings charts, including today. */
export const CHART_DAYS = 30;

// Miner

/** Length of a cycle. A trial is one cycle. */
export const CYCLE_HOURS = 24;
/** Hashrate given to every account at its first sign-in. It never expires and cannot be sold. */
export const WELCOME_HASHRATE = '1200';
/** ADIT that one unit of hashrate produces per cycle. */
export const OUTPUT_PER_HASHRATE = '0.01';
/** Value of one ADIT in USDT wherever it is shown, and its fixed price. */
export const TOKEN_VALUE = '0.01';
/** USDT for a permanent miner. */
export const PERMANENT_PRICE = '10';

// Hashrate

/** USDT per unit. It cannot change while anybody holds hashrate: what was set aside for its resale follows from it. */
export const HASHRATE_PRICE = '0.01';
/** Hashrate is bought in multiples of this. */
export const HASHRATE_STEP = '100';
/** Share of the price paid when purchased hashrate is bought back. */
export const RESALE_SHARE = '0.8';
/**
 * Maximum purchased hashrate of an account. It would cost ten trillion USDT, more than exists. It ensures that no sum
 * of hashrate overflows a 38-digit column, even for a team of fifty thousand accounts that all have it.
 */
export const MOST_HASHRATE = '1000000000000000';

// Team: shares for the direct inviter and for the second and third level above

/** Of a valid member's own hashrate, as bonus hashrate. */
export const MINING_REFERRAL = ['0.1', '0.05', '0.01'] as const;
/** Of each payout of a stake order, issued in addition to it. */
export const STAKING_REFERRAL = ['0.15', '0.1', '0.05'] as const;
/** Of a race stake, at settlement. */
export const RACE_REFERRAL = ['0.01', '0.005', '0.003'] as const;
/** Valid direct members that an account needs for levels 1, 2 and 3. */
export const LEVEL_MEMBERS = [1, 10, 50] as const;
/** For this many days after joining, a member of the team is new. */
export const NEW_MEMBER_DAYS = 7;

// Staking

/** Minimum ADIT per order. */
export const STAKE_MINIMUM = '10';
/** An order pays at the end of every period of this length, counted from its own start. */
export const STAKE_PERIOD_HOURS = 24;
/** An order cannot be redeemed before this many hours have passed. */
export const STAKE_HOLD_HOURS = 24;
/** Share that a new order pays every period (setting STAKING_DAILY_RATE). */
export const STAKING_RATE = '0.001';

// Exchange and repurchase

/**
 * Minimum fee, as a share of the amount paid out. A pair whose feeds may lag further behind the market costs as much as
 * that lag.
 */
export const EXCHANGE_FEE = '0.003';
/** Share by which the market may move before a feed updates, for feeds whose own figure is not known. */
export const FEED_DEVIATION = '0.005';
/** Share by which the feed of USDT may differ from 1; beyond it USDT is not exchanged. */
export const PEG_TOLERANCE = '0.01';
/** Nothing is exchanged unless the chain's newest block is younger than this. */
export const HEAD_SECONDS = 15;
/** The most of a coin that an account may exchange in a day, in both directions together, in USDT. */
export const EXCHANGE_ACCOUNT_DAY = '10000';
/** The most of a coin that all accounts may exchange in an hour, in both directions together, in USDT. */
export const EXCHANGE_TOTAL_HOUR = '50000';
/**
 * Share of its balance at the start of a day that the repurchase fund may spend that day, in addition to what comes in.
 */
export const DAILY_BUDGET = '0.1';
/** Share of a day's budget that one account may take. */
export const BUDGET_OF_ACCOUNT = '0.2';
/** Days over which the fund's spending is averaged, to estimate how long it lasts. */
export const RUNWAY_DAYS = 7;
/** Share of repurchased ADIT that goes to the stakers; the rest goes to the institution. */
export const STAKERS_SHARE = '0.5';

// Withdrawals

/**
 * A coin's approval threshold times this is what all accounts together may withdraw of it in a day before every further
 * withdrawal needs approval.
 */
export const UNAPPROVED_IN_ALL = 10;
/** Unless the operator sets another threshold, it is the daily limit of an account divided by this. */
export const APPROVAL_PART = 10n;

// Lottery

/** Hour of the day in Singapore at which a round closes and is drawn. */
export const LOTTERY_CLOSE_HOUR = 20;
/** Guesses are accepted until this many seconds before the close. */
export const LOTTERY_MARGIN_SECONDS = 30;
/** Digits in a guess, 0 to 9 each. */
export const LOTTERY_DIGITS = 3;
/** ADIT per guess after the free ones; it goes into the pool. */
export const GUESS_PRICE = '2';
/** Per account and round. */
export const FREE_GUESSES = 1;
/** Per account and round, including the free ones. */
export const MOST_GUESSES = 10;
/** ADIT that each permanent miner adds to a round at its close, from issuance. */
export const MINER_ADDS = '2';

// Race

/** Rounds start at multiples of this many seconds since the epoch. */
export const RACE_ROUND_SECONDS = 300;
/** Bets are accepted for this many seconds from the start of a round. */
export const RACE_BETTING_SECONDS = 270;
/** The draw ranks this many lanes (src/draws/race.ts). */
export const RACE_LANES = 6;
/** Multiple of the stake on the champion, including the stake; an integer. */
export const RACE_PAYOUT = 5;
/** ADIT on a lane: minimum per bet, maximum per round. */
export const RACE_LEAST_BET = '1';
export const RACE_MOST_BET = '10000';

// Draws

/** A draw that cannot be decided is void this many hours after its scheduled time. */
export const DRAW_VOID_HOURS = 6;

// Responsible use

/** A daily bet limit is raised or removed this many hours after the request. */
export const LIMIT_RAISE_HOURS = 24;
/** Number of 24-hour days for which an account may pause both games. */
export const PAUSE_DAYS = [1, 7, 30] as const;

// Coupons

/** Maximum length of a code. */
export const COUPON_LENGTH = 20;
/** Maximum coins or hashrate of one coupon; anything larger is a typo. */
export const COUPON_MOST = '1000000000';
/** Minimum length of a code that an operator chooses: a shorter one could be guessed. */
export const COUPON_CHOSEN_LENGTH = 8;
/**
 * Wrong codes within COUPON_TRY_HOURS after which an account may enter no more: `account`, or `crowded` for an
 * unverified account in a network from which `network` wrong codes have come.
 */
export const COUPON_TRIES = { account: 10, crowded: 2, network: 30 } as const;
export const COUPON_TRY_HOURS = 1;

// Sessions and queued actions

/** How long a sign-in message is valid after it is issued, and a nonce after it is handed out. */
export const SIGN_IN_MINUTES = 5;
/** A session ends after this long without use, */
export const SESSION_IDLE_HOURS = 24;
/** and at the latest this long after its sign-in. */
export const SESSION_DAYS = 7;
/** An account has at most this many; a new one replaces the least recently used. */
export const MOST_SESSIONS = 20;
/** A device stays signed in for this long after its last use; */
export const DEVICE_DAYS = 30;
/** an account has at most this many; a new one replaces the least recently used. */
export const MOST_DEVICES = 10;
/** How long a device has to sign a challenge. */
export const CHALLENGE_MINUTES = 2;
/** How long a code for another device is open, and how many wrong ones a network may enter in that time. */
export const PAIRING_MINUTES = 2;
export const PAIRING_TRIES = 5;
/** How long a wallet's consent to a withdrawal is valid. */
export const CONSENT_MINUTES = 5;
/** How long the outbox token is valid after the sign-in. */
export const OUTBOX_TOKEN_HOURS = 72;
/**
 * A queued action is sent for at most this long after it was made: the server promises to remember its Idempotency-Key
 * for that long.
 */
export const SENDABLE_DAYS = 7;

// Verification

/** Maximum size of a document, in bytes. */
export const DOCUMENT_MOST_BYTES = 8 * 1024 * 1024;

// Demo mode

/** BNB for gas and test USDT from the faucet. */
export const FAUCET_BNB = '0.5';
export const FAUCET_USDT = '1000';
/**
 * Initial balances of system accounts: ADIT in the race's bank, USDT in the repurchase fund, and the USDT value of the
 * reserve's stock of each coin.
 */
export const DEMO_RACE_BANK = '100000';
export const DEMO_BUYBACK = '1000';
export const DEMO_RESERVE_WORTH = '100000';
/** The coupon that newcomers can try. */
export const DEMO_COUPON = { code: 'WELCOME-ADIT', coin: 'ADIT', amount: '5' } as const;
