/** Rounds and bets as the contract shows them. Pure. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import type { Rates } from '#rules/team.ts';
import { maskAccount } from '#rules/addresses.ts';
import { type DrawRule } from '#draws/hash.ts';
import { raceDistances } from '#draws/race.ts';
import { type Lane, payoutOf, raceTimes, returnToPlayer, totalOf } from '#rules/race.ts';
import {
  RACE_BETTING_SECONDS,
  RACE_LEAST_BET,
  RACE_MOST_BET,
  RACE_PAYOUT,
  RACE_ROUND_SECONDS,
} from '#rules/figures.ts';
import type { Draw } from '#server/chain/draws/draws.repository.ts';
import type { Entry, Race, Round } from './race.repository.ts';
import { broughtBack, shownState } from './race.states.ts';

const NOTHING: readonly bigint[] = [];

export const configView = (
  lanes: readonly Lane[],
  rates: Rates,
  rule: DrawRule,
): Output<'GET /api/game/config'> => ({
  lanes: [...lanes],
  roundSeconds: RACE_ROUND_SECONDS,
  bettingSeconds: RACE_BETTING_SECONDS,
  payout: String(RACE_PAYOUT),
  minBet: RACE_LEAST_BET,
  maxBet: RACE_MOST_BET,
  returnToPlayer: fromUnits(returnToPlayer()),
  referral: [fromUnits(rates[0]), fromUnits(rates[1]), fromUnits(rates[2])],
  rule,
});

/** The lanes with bets. */
const betsView = (stakes: readonly bigint[]) =>
  stakes.flatMap((stake, at) => (stake > 0n ? [{ lane: at + 1, amount: fromUnits(stake) }] : []));

/** Accepted bets, from the output of `race_bets`. */
export function placedView(reply: string): Output<'POST /api/game/coining'> {
  const { round, stakes, balance } = JSON.parse(reply) as {
    round: number;
    stakes: string[];
    balance: string;
  };
  return { round, bets: betsView(stakes.map(BigInt)), balance: fromUnits(BigInt(balance)) };
}

const lanesView = (lanes: readonly Lane[], stakes: readonly bigint[]) =>
  lanes.map(({ lane, coin }) => ({ lane, coin, stake: fromUnits(stakes[lane - 1] ?? 0n) }));

const lanesOfText = (ranking: string | null): number[] | null => (ranking ? [...ranking].map(Number) : null);

/** The most recent earlier round, for somebody who has bet `stakes` in it. */
function previousView(
  round: Round,
  stakes: readonly bigint[],
): NonNullable<Output<'GET /api/game/opening'>['previous']> {
  const state = round.state === 'settled' || round.state === 'void' ? round.state : 'drawing';
  const shown = state === 'settled';
  return {
    round: Number(round.round),
    state,
    champion: shown ? round.champion : null,
    ranking: shown ? lanesOfText(round.ranking) : null,
    stake: fromUnits(totalOf(stakes)),
    payout: fromUnits(broughtBack(stakes, round)),
  };
}

interface Opening {
  readonly number: number;
  readonly round: Round | undefined;
  readonly entry: Entry | undefined;
  readonly draw: Draw | undefined;
  readonly previous: Round | undefined;
  readonly previousEntry: Entry | undefined;
}

export function openingView(o: Opening, lanes: readonly Lane[], now: Date): Output<'GET /api/game/opening'> {
  const { opensAt, bettingEndsAt, drawsAt } = raceTimes(o.number);
  const stakes = o.round?.stakes ?? NOTHING;
  return {
    round: o.number,
    state: shownState(o.round?.state ?? 'open', o.number, now),
    opensAt: opensAt.toISOString(),
    bettingEndsAt: bettingEndsAt.toISOString(),
    drawsAt: drawsAt.toISOString(),
    seedHash: o.draw?.seedHash ?? null,
    drawBlock: o.draw?.result?.blockNumber ?? null,
    totalStake: fromUnits(totalOf(stakes)),
    lanes: lanesView(lanes, stakes),
    myBets: betsView(o.entry?.stakes ?? NOTHING),
    previous: o.previous ? previousView(o.previous, o.previousEntry?.stakes ?? NOTHING) : null,
    serverTime: now.toISOString(),
  };
}

export function raceView(race: Race, now: Date): Output<'GET /api/game/record'>['items'][number] {
  const round = Number(race.round);
  const stake = totalOf(race.stakes);
  const payout = broughtBack(race.stakes, race);
  const ended = race.state === 'settled' || race.state === 'void';
  const shown = race.state === 'settled';
  return {
    round,
    bets: betsView(race.stakes),
    stake: fromUnits(stake),
    champion: shown ? race.champion : null,
    ranking: shown ? lanesOfText(race.ranking) : null,
    payout: fromUnits(payout),
    profit: fromUnits(ended ? payout - stake : 0n),
    state: shownState(race.state, round, now),
  };
}

interface Finished {
  readonly round: Round;
  readonly draw: Draw;
  /** The caller's entry. */
  readonly entry: Entry | undefined;
  /** The round's leaders, in any order. */
  readonly best: readonly { user_id: bigint; stakes: bigint[]; total: bigint; address: string }[];
}

/** A settled round with its proof; null if its draw or its result is missing. */
export function rankingView(f: Finished, lanes: readonly Lane[]): Output<'GET /api/game/ranking'> | null {
  const { round, draw, entry } = f;
  const { champion } = round;
  const ranking = lanesOfText(round.ranking);
  if (!draw.result || champion === null || !ranking) return null;
  const leaders = round.leaders.flatMap((user) => {
    const one = f.best.find(({ user_id }) => user_id === user);
    return one ? [one] : [];
  });
  return {
    round: Number(round.round),
    drawsAt: draw.drawsAt.toISOString(),
    rule: draw.rule,
    hash: draw.result.hash,
    txHash: draw.result.txHash,
    blockNumber: draw.result.blockNumber,
    blockHash: draw.result.blockHash,
    seed: draw.result.seed,
    seedHash: draw.seedHash,
    ranking,
    champion,
    totalStake: fromUnits(round.total),
    winnersStake: fromUnits(round.stakes[champion - 1] ?? 0n),
    profitAndLoss: entry ? fromUnits(payoutOf(entry.stakes, champion) - entry.total) : null,
    lanes: lanesView(lanes, round.stakes),
    leaders: leaders.map(({ address, stakes, total }) => ({
      address: maskAccount(address),
      stake: fromUnits(total),
      payout: fromUnits(payoutOf(stakes, champion)),
    })),
  };
}

/** A settled round as a race; null if its draw or its result is missing. */
export function speedView({
  round,
  draw,
}: Pick<Finished, 'round' | 'draw'>): Output<'GET /api/game/speed'> | null {
  const ranking = lanesOfText(round.ranking);
  if (!draw.result || !ranking) return null;
  return { round: Number(round.round), ...raceDistances(draw.result.hash, ranking) };
}
