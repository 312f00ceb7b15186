// Texts for the states of races and bets.
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Outcome, Problem } from './bet.rules.ts';
import { shownText } from '#ui/amount-shown.ts';
import { adit, openAdit, tooLittleText } from '#ui/figure.ts';
import type { Verdict } from './notices.rules.ts';
import { type Bet, type Config, type RaceRecord } from './race.rules.ts';
import { raceTimes } from '#rules/race.ts';
import { BRAND } from '#lib/brand.ts';
import { countText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { clockOf } from '#lib/time.ts';

export const STATE_NAMES: Record<RaceRecord['state'], MessageDescriptor> = {
  open: msg`Open`,
  closed: msg`Betting closed`,
  drawing: msg`Being drawn`,
  settled: msg`Settled`,
  void: msg`Void, bets returned`,
};

export const STATE_TONES = {
  open: 'amber',
  closed: 'amber',
  drawing: 'amber',
  settled: 'quiet',
  void: 'quiet',
} as const;

/** The time of a race, which serves as its displayed name: "8:10 PM" in the reader's zone and language. */
export const raceTime = (round: number, language: string): string =>
  clockOf(raceTimes(round).drawsAt.toISOString(), language);

/** A race is over: what the account gained or lost by it. */
export function noticeText(race: RaceRecord, verdict: Verdict, language: string): string {
  const write = (amount: string) => adit(amount, language, SHOWN_DECIMALS);
  const time = raceTime(race.round, language);
  const staked = write(race.stake);
  if (verdict === 'void') return t`Race at ${time}: void. Your ${staked} is back.`;
  if (verdict === 'lost') return t`Race at ${time}: none of your lanes won. You lost ${staked}.`;
  if (verdict === 'back') {
    const paid = shownText(race.payout, language, { max: SHOWN_DECIMALS });
    return t`Race at ${time}: it paid back ${paid} of your ${staked}.`;
  }
  const gain = write(race.profit);
  return t`Race at ${time}: you won ${gain}.`;
}

/** "2 in 6" for a bet on two lanes. */
export function chanceText(bets: readonly Bet[], config: Pick<Config, 'lanes'>, language: string): string {
  const own = countText(bets.length, language);
  const lanes = countText(config.lanes.length, language);
  return t`${own} in ${lanes}`;
}

/** "−20 to +70 ADIT", or a single figure if both ends read the same. */
export function gainText({ least, most }: Outcome['won'], write: (amount: string) => string): string {
  const low = write(least).replace(` ${BRAND.symbol}`, '');
  const high = write(most);
  return write(least) === high ? high : t`${low} to ${high}`;
}

/** What is wrong with a bet. `coin` is the coin of the lane in question. */
export function problemText(
  problem: Problem,
  { config, coin, balance }: { config: Config; coin: string; balance: string | undefined },
  language: string,
): string {
  switch (problem.kind) {
    case 'lane':
      return t`Tap a lane to bet on it.`;
    case 'empty':
      return t`Enter Guess Amount`;
    case 'invalid':
      return t`Please enter a valid amount`;
    case 'low': {
      const least = openAdit(config.minBet, language);
      return t`Bet at least ${least} on a lane.`;
    }
    case 'high': {
      const most = openAdit(config.maxBet, language);
      const left = adit(problem.left, language);
      return problem.left === config.maxBet
        ? t`Bet at most ${most} on a lane.`
        : t`Bet at most ${most} on a lane: ${left} left on ${coin}.`;
    }
    case 'limit': {
      const left = adit(problem.left, language);
      return t`You can bet ${left} more today.`;
    }
    case 'balance':
      // As long as the one line that its field reserves.
      return tooLittleText(adit(balance ?? '0', language, 2));
  }
}
