/**
 * A plain model of the race: one bet and one account at a time, no batches and no set-based SQL. The database must book the same results.
 * Amounts in smallest units.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import type { CodeName } from '#contract/codes.ts';
import { type Rates, commissions } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { liability, totalOf } from '#rules/race.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';

const MOST = 10_000n * 10n ** 18n;
const NONE = [0n, 0n, 0n, 0n, 0n, 0n];

interface ModelPlayer {
  /** Indexes of the inviters on the three levels above. */
  readonly above: readonly (number | null)[];
  balance: bigint;
  /** Daily bet limit; null for none. */
  readonly limit: bigint | null;
  spent: bigint;
  /** Day in Singapore to which `spent` belongs, in days since 1970. */
  day: number;
  /** Commissions received from the team. */
  earned: bigint;
}

/** A round never crosses midnight in Singapore. */
const dayOf = (round: number) => Math.floor((round * 300 + 8 * 3600) / 86_400);

interface ModelRound {
  readonly number: number;
  state: 'open' | 'settled' | 'void';
  readonly entries: Map<number, bigint[]>;
}

export function raceModel(players: ModelPlayer[], bank: bigint, rates: Rates) {
  const rounds = new Map<number, ModelRound>();
  const sums = (round: ModelRound) =>
    [...round.entries.values()].reduce((all, one) => all.map((sum, at) => sum + (one[at] ?? 0n)), NONE);
  const open = () => [...rounds.values()].filter(({ state }) => state === 'open');

  function refusal(who: number, round: ModelRound, stakes: readonly bigint[]): CodeName {
    const player = players[who] as ModelPlayer;
    const mine = round.entries.get(who) ?? NONE;
    const total = totalOf(stakes);
    if (stakes.some((stake, at) => stake > 0n && stake + (mine[at] ?? 0n) > MOST)) return 'invalid_amount';
    const day = dayOf(round.number);
    const spent = player.day < day ? 0n : player.spent;
    if (player.limit !== null && spent + total > player.limit) return 'play_paused';
    Object.assign(player, { spent, day });
    if (player.balance < total) return 'insufficient_balance';
    const next = sums(round).map((sum, at) => sum + (stakes[at] ?? 0n));
    const others = open().filter((one) => one !== round);
    const owed = totalOf(others.map((one) => liability(sums(one), rates))) + liability(next, rates);
    return owed > bank ? 'exposure_limit' : 'ok';
  }

  return {
    players,
    bank: () => bank,
    /** Stakes held by unfinished rounds. */
    held: () => totalOf(open().map((round) => totalOf(sums(round)))),
    stakesOf: (round: number, who: number) => rounds.get(round)?.entries.get(who) ?? NONE,
    /** Places a bet in a round that accepts bets. Returns the response code. */
    bet(who: number, number: number, stakes: readonly bigint[] | null): CodeName {
      if (stakes === null) return 'invalid_amount';
      const round = rounds.get(number) ?? { number, state: 'open', entries: new Map<number, bigint[]>() };
      rounds.set(number, round);
      const name = refusal(who, round, stakes);
      if (name === 'ok') {
        const player = players[who] as ModelPlayer;
        player.balance -= totalOf(stakes);
        player.spent += totalOf(stakes);
        const mine = round.entries.get(who) ?? NONE;
        round.entries.set(
          who,
          mine.map((stake, at) => stake + (stakes[at] ?? 0n)),
        );
      }
      return name;
    },
    /** Ends a round; null makes it void. */
    end(number: number, champion: number | null): void {
      const round = rounds.get(number);
      if (round?.state !== 'open') return;
      round.state = champion === null ? 'void' : 'settled';
      for (const [who, stakes] of round.entries) {
        const player = players[who] as ModelPlayer;
        const total = totalOf(stakes);
        if (champion === null) {
          player.balance += total;
          if (player.day === dayOf(number)) player.spent -= total;
          continue;
        }
        const payout = 5n * (stakes[champion - 1] ?? 0n);
        player.balance += payout;
        bank += total - payout;
        for (const [level, share] of commissions(total, rates).entries()) {
          const ancestor = players[player.above[level] ?? -1];
          if (!ancestor) continue;
          ancestor.balance += share;
          ancestor.earned += share;
          bank -= share;
        }
      }
    },
    /** Rounds with bets that have not ended. */
    waiting: () => open().flatMap(({ number, entries }) => (entries.size > 0 ? [number] : [])),
  };
}

/** Random steps: concurrent bets by different accounts, passing time, the end of the oldest round (null: void). */
export function stepsOf(players: number) {
  const lane = fc.integer({ min: 1, max: 6 });
  const amount = fc.oneof(
    { weight: 4, arbitrary: fc.bigInt(toUnits('1'), toUnits('60')) },
    { weight: 1, arbitrary: fc.constantFrom(toUnits('1'), toUnits('6000'), toUnits('10000'), 0n) },
  );
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        what: fc.constant('bets' as const),
        // Concurrent bets are processed in the order of accounts.
        bets: fc.uniqueArray(
          fc.record({
            who: fc.integer({ min: 0, max: players - 1 }),
            stakes: fc.dictionary(lane.map(String), amount, { minKeys: 1, maxKeys: 3 }),
          }),
          { minLength: 1, maxLength: 4, selector: ({ who }) => who },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant('next' as const), rounds: fc.integer({ min: 1, max: 3 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constant('end' as const), champion: fc.option(lane, { freq: 5 }) }),
    },
  );
}

/** Compares model and database; all rounds must have ended. `players` are in the model's order and are the newest accounts. */
export async function expectSame(
  db: Db,
  players: readonly { id: bigint }[],
  model: ReturnType<typeof raceModel>,
): Promise<void> {
  expect(await systemBalance(db, 'race_bank', 'ADIT')).toBe(model.bank());
  expect(await systemBalance(db, 'race_stakes', 'ADIT')).toBe(0n);
  const first = players[0]?.id ?? 0n;
  const { rows } = await sql<{ user_id: bigint; race: bigint; spent: bigint }>`
    select u.id as user_id, coalesce(l.spent, 0) as spent,
      (select coalesce(sum(race), 0) from team_earnings e where e.user_id = u.id) as race
    from users u left join play_limits l on l.user_id = u.id where u.id >= ${first}`.execute(db);
  for (const [i, { id }] of players.entries()) {
    const { balance, earned, spent } = model.players[i] as ModelPlayer;
    const one = rows.find(({ user_id }) => user_id === id);
    const held = (await balances(db, id)).get('ADIT');
    expect([i, held, one?.race, one?.spent]).toEqual([i, balance, earned, spent]);
  }
}
