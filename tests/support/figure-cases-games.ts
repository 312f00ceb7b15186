// For tests/rules.test.ts: numbers of lottery, race, draws and responsible use, each with another value.
import type { Input } from '#contract';
import { type Case, NOON, bet, later, lottery, race, readBet, text, units } from './figure-scenes.ts';

export const gameCases = {
  LOTTERY_CLOSE_HOUR: {
    change: 18,
    server: [
      async () => (await import('#rules/lottery.ts')).lotteryRoundAt(later(7)),
      '2026-11-21',
      '2026-11-22',
    ],
    page: [
      async () => (await import('#draws/rounds.ts')).drawTimeOf('lottery:2026-11-21').toISOString(),
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T10:00:00.000Z',
    ],
  },
  LOTTERY_MARGIN_SECONDS: {
    change: 60,
    server: [
      async () => (await lottery()).guessesUntil,
      '2026-11-21T11:59:30.000Z',
      '2026-11-21T11:59:00.000Z',
    ],
  },
  LOTTERY_DIGITS: {
    change: 4,
    page: [async () => (await import('#rules/lottery.ts')).LOTTERY_ODDS, 1000, 10_000],
  },
  GUESS_PRICE: {
    change: '3',
    server: [async () => (await lottery()).guessPrice, '2', '3'],
    page: [
      async () => (await import('#features/lottery/lottery.rules.ts')).nextPrice(await lottery()),
      '2',
      '3',
    ],
  },
  FREE_GUESSES: {
    change: 2,
    server: [async () => (await lottery()).freeGuesses, 1, 2],
    page: [
      async () => (await import('#features/lottery/lottery.rules.ts')).nextPrice(await lottery()),
      '2',
      '0',
    ],
  },
  MOST_GUESSES: {
    change: 1,
    server: [async () => (await lottery()).maxGuesses, 10, 1],
    page: [
      async () => (await import('#features/lottery/lottery.rules.ts')).guessesLeft(await lottery()),
      9,
      0,
    ],
  },
  MINER_ADDS: {
    change: '4',
    server: [async () => (await lottery()).pool, '6', '12'],
    page: [
      async () => (await import('#features/lottery/lottery.rules.ts')).sourcesOf(await lottery()),
      { issued: '6', paid: '0' },
      { issued: '12', paid: '0' },
    ],
  },
  RACE_ROUND_SECONDS: {
    change: 600,
    server: [async () => (await import('#rules/race.ts')).openRound(new Date(450_000)), 1, null],
    page: [async () => (await import('#features/race/notices.rules.ts')).dueAt([0, 1], 700_000), [0, 1], [0]],
  },
  RACE_BETTING_SECONDS: {
    change: 100,
    server: [async () => (await import('#rules/race.ts')).openRound(new Date(150_000)), 0, null],
    page: [
      async () => {
        const { openingView } = await import('#server/features/race/race.views.ts');
        const { phaseAt } = await import('#features/race/race.rules.ts');
        const none = { round: undefined, entry: undefined, draw: undefined, previous: undefined };
        const view = openingView({ number: 0, ...none, previousEntry: undefined }, [], new Date(0));
        return phaseAt(view, 150_000).kind;
      },
      'open',
      'closed',
    ],
  },
  RACE_LANES: {
    change: 5,
    server: [async () => (await race()).lanes.length, 6, 5],
    page: [async () => (await import('#rules/race.ts')).edgeOf().back, '83.33', '100'],
  },
  RACE_PAYOUT: {
    change: 4,
    server: [
      async () => {
        const { liability, payoutOf } = await import('#rules/race.ts');
        const config = await race();
        const stakes = [await units('10')];
        const paid = [await text(payoutOf(stakes, 1)), await text(liability(stakes, [0n, 0n, 0n]))];
        return [...paid, config.payout, config.returnToPlayer];
      },
      ['50', '40', '5', '0.833333333333333333'],
      ['40', '30', '4', '0.666666666666666666'],
    ],
    page: [
      async () => {
        const { outcomeOf } = await import('#features/race/bet.rules.ts');
        const { edgeOf } = await import('#rules/race.ts');
        return [outcomeOf([{ lane: 1, amount: '10' }], await race()).won.most, edgeOf().back];
      },
      ['40', '83.33'],
      ['30', '66.66'],
    ],
  },
  RACE_LEAST_BET: {
    change: '5',
    server: [() => readBet('2'), true, false],
    page: [() => bet('2'), null, 'low'],
  },
  RACE_MOST_BET: {
    change: '5',
    server: [() => readBet('10'), true, false],
    page: [() => bet('10'), null, 'high'],
  },
  DRAW_VOID_HOURS: {
    change: 12,
    server: [
      async () => (await import('#server/chain/draws/draw-block.rules.ts')).isGivenUp(NOON, 99, later(6)),
      true,
      false,
    ],
  },
  LIMIT_RAISE_HOURS: {
    change: 48,
    server: [
      async () => {
        const { NO_LIMITS, askLimit } = await import('#rules/limits.ts');
        return askLimit({ ...NO_LIMITS, daily: 1n }, 2n, NOON).pendingAt;
      },
      later(24),
      later(48),
    ],
  },
  PAUSE_DAYS: {
    change: [1, 7],
    server: [
      async () => {
        const { limits } = await import('#contract/limits.ts');
        const asked: Input<'POST /api/user/limits'> = { pauseDays: 30 };
        return limits['POST /api/user/limits'].body.safeParse(asked).success;
      },
      true,
      false,
    ],
    page: [
      async () =>
        (await import('#features/limits/limits.rules.ts')).longerPauses(
          { pausedUntil: null },
          NOON.getTime(),
        ),
      [1, 7, 30],
      [1, 7],
    ],
  },
} satisfies Record<string, Case>;
