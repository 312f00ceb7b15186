// Texts for the states of races and bets.
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Problem } from './bet.rules.ts';
import { adit, openAdit } from '#ui/figure.ts';
import type { Config, RaceRecord } from './race.rules.ts';

export const STATE_NAMES: Record<RaceRecord['state'], MessageDescriptor> = {
  open: msg`Open`,
  closed: msg`Betting closed`,
  drawing: msg`Being drawn`,
  settled: msg`Settled`,
  void: msg`Void, stakes returned`,
};

export const STATE_TONES = {
  open: 'amber',
  closed: 'amber',
  drawing: 'amber',
  settled: 'quiet',
  void: 'quiet',
} as const;

/** What is wrong with a bet. `coin` is that of the lane in question. */
export function problemText(
  problem: Problem,
  { config, coin, balance }: { config: Config; coin: string; balance: string | undefined },
  language: string,
): string {
  switch (problem.kind) {
    case 'lane':
      return t`Choose a lane to bet on.`;
    case 'empty':
      return t`Enter Guess Amount`;
    case 'invalid':
      return t`Please enter a valid amount`;
    case 'low': {
      const least = openAdit(config.minBet, language);
      return t`The smallest bet on a lane is ${least}.`;
    }
    case 'high': {
      const most = openAdit(config.maxBet, language);
      const left = adit(problem.left, language);
      return problem.left === config.maxBet
        ? t`At most ${most} can be bet on a lane in one race.`
        : t`At most ${most} can be bet on a lane in one race: ${left} are left on ${coin}.`;
    }
    case 'limit': {
      const left = adit(problem.left, language);
      return t`Your daily limit leaves ${left} for today.`;
    }
    case 'balance': {
      const held = adit(balance ?? '0', language);
      return t`Insufficient balance: you have ${held}.`;
    }
  }
}
