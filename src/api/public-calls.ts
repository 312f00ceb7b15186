// Who owns a stored answer. One that is the same for everyone belongs to nobody, and is stored once per language if
// it contains texts. If a call shows members more than guests, the member's answer belongs to the member, and
// everyone finds what a guest would have got. All other answers belong to whoever made the request.
import type { QueryKey } from '@tanstack/react-query';
import type { CallName, Calls, Output, ReadName } from '#contract';
import { currentLanguage } from '#lib/locale.ts';
import { tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { type Last, lastOfAnyone, lastUnder } from './last.ts';

type GetCall = Extract<CallName, `GET ${string}`>;
type CallOf<Need extends 'none' | 'optional'> = {
  [K in GetCall]: Calls[K] extends { session: Need }
    ? Calls[K] extends { form: 'events' | 'batch' }
      ? never
      : K
    : never;
}[GetCall];

/** The contract is not downloaded, so its `session: 'none'` is repeated here; the type keeps both in sync. */
const PUBLIC: Record<CallOf<'none'>, 'texts' | 'figures'> = {
  'GET /api/article/index': 'texts',
  'GET /api/article/list': 'texts',
  'GET /api/article/detail': 'texts',
  'GET /api/index': 'texts',
  'GET /api/links': 'texts',
  'GET /api/kyc': 'figures',
  'GET /api/assets/prices': 'figures',
  'GET /api/mining/config': 'figures',
  'GET /api/push/key': 'figures',
  'GET /api/game/config': 'figures',
  'GET /api/game/speed': 'figures',
  'GET /api/transparency': 'figures',
  'GET /api/transparency/roots': 'figures',
  'GET /api/auth/nonce': 'figures',
  'GET /api/auth/invite': 'figures',
  'GET /api/auth/challenge': 'figures',
  'GET /api/health': 'figures',
  'GET /api/health/live': 'figures',
  'GET /api/health/ready': 'figures',
  'GET /api/openapi.json': 'figures',
};

/** Calls whose answers contain texts. */
export const textCalls = (Object.keys(PUBLIC) as ReadName[]).filter(
  (name) => PUBLIC[name as CallOf<'none'>] === 'texts',
);

/**
 * What a guest gets: `true` keeps a member's value, a function computes the guest's value, nested fields describe
 * nested objects or each item of a list.
 */
type GuestShape<T> = { [F in keyof T]-?: true | ((whole: T) => T[F]) | Deeper<NonNullable<T[F]>> };
type Deeper<T> = T extends readonly (infer I extends object)[]
  ? GuestShape<I>
  : T extends object
    ? GuestShape<T>
    : never;

const zero = () => '0';
const none = () => null;
const empty = () => [];

/** Calls that answer guests and members. A field added to the contract must be decided here before this compiles. */
const AS_GUEST: { [K in CallOf<'optional'>]: GuestShape<Output<K>> } = {
  'GET /api/assets/list': {
    items: {
      coin: true,
      name: true,
      decimals: true,
      balance: zero,
      staked: zero,
      price: true,
      fixedPrice: true,
      priceAt: true,
      valueUsdt: ({ price }) => price && '0',
      contract: true,
      depositable: true,
      withdrawable: true,
      exchangeable: true,
      minWithdraw: true,
      withdrawFee: true,
      withdrawLeft: none,
    },
    treasury: true,
    chainId: true,
    rpcUrl: true,
    explorerUrl: true,
    confirmations: true,
    exchangeOpen: true,
    asOf: true,
  },
  'GET /api/stake/index': {
    totalStaked: zero,
    dailyRate: true,
    nextOutputAt: none,
    yesterdayOutput: zero,
    cumulativeOutput: zero,
    teamOutput: zero,
    rewardShare: zero,
    minAmount: true,
    holdHours: true,
    open: true,
  },
  'GET /api/mining/buyback/list': {
    fund: {
      balance: true,
      bought: true,
      institution: true,
      stakers: true,
      runwayDays: true,
      budget: true,
      budgetLeft: true,
      share: true,
      mine: none,
      renewsAt: true,
      resaleCovered: true,
    },
    items: true,
    nextCursor: true,
  },
  'GET /api/mining/bet/index': {
    round: true,
    closesAt: true,
    guessesUntil: true,
    seedHash: true,
    drawBlock: true,
    pool: true,
    rolledOver: true,
    maxPaidPool: true,
    miners: true,
    guessPrice: true,
    freeGuesses: true,
    maxGuesses: true,
    myGuesses: empty,
    participationAmount: zero,
    eligible: () => false,
    rule: true,
    previous: {
      round: true,
      state: true,
      drawn: true,
      winners: true,
      share: true,
      myGuesses: empty,
      myReward: zero,
    },
    serverTime: true,
  },
  'GET /api/mining/bet/list': {
    items: {
      round: true,
      state: true,
      hash: true,
      txHash: true,
      blockNumber: true,
      seed: true,
      seedHash: true,
      drawn: true,
      closesAt: true,
      rule: true,
      blockHash: true,
      pool: true,
      carried: true,
      issued: true,
      paid: true,
      rolledOver: true,
      guesses: true,
      winners: true,
      share: true,
      myGuesses: empty,
      myReward: zero,
    },
    nextCursor: true,
  },
  'GET /api/game/opening': {
    round: true,
    state: true,
    opensAt: true,
    bettingEndsAt: true,
    drawsAt: true,
    seedHash: true,
    drawBlock: true,
    totalStake: true,
    lanes: true,
    myBets: empty,
    previous: {
      round: true,
      state: true,
      champion: true,
      ranking: true,
      stake: zero,
      payout: zero,
    },
    serverTime: true,
  },
  'GET /api/game/ranking': {
    round: true,
    drawsAt: true,
    rule: true,
    hash: true,
    txHash: true,
    blockNumber: true,
    blockHash: true,
    seed: true,
    seedHash: true,
    ranking: true,
    champion: true,
    totalStake: true,
    winnersStake: true,
    profitAndLoss: none,
    lanes: true,
    leaders: true,
  },
};

type SharedCall = keyof typeof AS_GUEST;
const isShared = (call: unknown): call is SharedCall =>
  typeof call === 'string' && Object.hasOwn(AS_GUEST, call);
/** Whether a call is answered without a session. */
export const isPublic = (call: unknown): call is keyof typeof PUBLIC =>
  typeof call === 'string' && Object.hasOwn(PUBLIC, call);

type AnyGuestShape = { [field: string]: true | ((whole: object) => unknown) | AnyGuestShape };

/** Only named fields are kept: what a later server adds is not shown to others until somebody has decided on it. */
function asSeenByGuest(value: unknown, shape: AnyGuestShape): unknown {
  if (Array.isArray(value)) return value.map((item) => asSeenByGuest(item, shape));
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value).filter(([field]) => Object.hasOwn(shape, field));
  return Object.fromEntries(
    fields.map(([field, inside]) => {
      const rule = shape[field];
      if (typeof rule === 'function') return [field, rule(value)];
      return [field, typeof rule === 'object' ? asSeenByGuest(inside, rule) : (inside as unknown)];
    }),
  );
}

/** What a guest would have got from a call; a guest's own answer is unchanged. */
export const asGuest = <K extends SharedCall>(call: K, answer: Output<K>): Output<K> =>
  asSeenByGuest(answer, AS_GUEST[call] as AnyGuestShape) as Output<K>;

/** A guest's answer, and the public part of a member's. */
function lastShared<T extends object>(call: SharedCall, name: string): Last<T> {
  const isGuest = () => read(tokenAtom) === null;
  const guest = isGuest();
  const own = lastUnder<T>(name);
  const shared = lastOfAnyone<T>(name);
  const shown = (data: T): T => {
    const part = asGuest(call, data as never) as unknown as T;
    return 'asOf' in data ? { ...part, asOf: data.asOf } : part;
  };
  return {
    keep: async (data) => {
      await shared.keep(shown(data));
      if (!guest) await own.keep(data);
    },
    recall: async () => {
      if (!guest) return own.recall();
      const found = await shared.recall();
      return isGuest() ? found : undefined;
    },
  };
}

/** The cached answer of a call for the current user; `key` is the call's name and input. */
export function lastOf<T extends object>(key: QueryKey): Last<T> {
  const name = JSON.stringify(key);
  const [call] = key;
  if (isShared(call)) return lastShared<T>(call, name);
  if (!isPublic(call)) return lastUnder<T>(name);
  return lastOfAnyone<T>(PUBLIC[call] === 'texts' ? `${currentLanguage()}.${name}` : name);
}
