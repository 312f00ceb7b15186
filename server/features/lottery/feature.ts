/** The daily lottery: guesses, rounds that close at 20:00, and the job that settles each round. */
import { isLotteryRound } from '#rules/lottery.ts';
import { lotteryId } from '#draws/rounds.ts';
import type { Chain } from '#server/chain/chain.ts';
import type { Draws } from '#server/chain/draws/draws.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { EventHub } from '#server/http/events.ts';
import { type PlaceForm, pagesOf } from '#server/http/pages.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Feature } from '#server/lib/feature.ts';
import { isUnavailable } from '#server/lib/refusal.ts';
import { lotteryDrawProof, lotteryProofs } from './lottery.check.ts';
import { lotterySections } from './lottery.export.ts';
import { findRound, finishedRounds, guessesOf, mineOf } from './lottery.repository.ts';
import { SETTLE_JOB, prepareLottery } from './lottery.rounds.ts';
import { BATCH, type SettleDeps, settleLottery } from './lottery.settle.ts';
import { type LotteryDeps, factsOf, guessTaker } from './lottery.usecases.ts';
import { digitsOf, finishedView, indexView, numberOf } from './lottery.views.ts';

interface LotteryFeatureDeps extends Pick<SettleDeps, 'noteBets' | 'tellBalance'> {
  readonly database: Database;
  readonly clock: Clock;
  /** The current settings. */
  readonly live: () => { readonly lotteryOpen: boolean };
  readonly draws: Draws;
  readonly chain: Pick<Chain, 'headTime'>;
  readonly events: Pick<EventHub, 'publish'>;
}

const place: PlaceForm<string> = {
  write: String,
  read: (text) => (isLotteryRound(text) ? text : null),
};
const pages = pagesOf('lottery', place);

/** The three digits of a settled round; null for any other round. */
async function resultOf(db: Db, round: string): Promise<number[] | null> {
  const found = await findRound(db, round);
  return found?.state === 'settled' && found.drawn !== null ? digitsOf(found.drawn) : null;
}

export function lotteryFeature(given: LotteryFeatureDeps) {
  const { database, clock, live, draws, events } = given;
  const open = () => live().lotteryOpen;
  const rounds = {
    db: database.kysely,
    open,
    prepareDraws: (db: Db, wanted: Parameters<Draws['prepare']>[1]) => draws.prepare(db, wanted),
    tellLottery: () => events.publish({ topic: 'lottery' }),
  };
  const prepare = prepareLottery(rounds);
  const deps: LotteryDeps = {
    ...{ prepare, clock, draws },
    headTime: () => given.chain.headTime(),
  };
  const queue = guessTaker(database.kysely, deps);

  return {
    handlers: {
      'POST /api/mining/bet': {
        oneTrip: ({ call, input }) =>
          queue({ call, number: numberOf(input.numbers), refused: open() ? 'ok' : 'forbidden' }),
      },
      'GET /api/mining/bet/index': async (c) => {
        // While the primary is away, the standby shows the round as it is.
        await prepare(c.now).catch((error: unknown) => {
          if (!isUnavailable(error)) throw error;
        });
        return indexView(await factsOf(c.db, deps, c.user?.id, c.now));
      },
      'GET /api/mining/bet/list': async (c) => {
        const { after, limit } = pages.asked(c.input);
        const rows = await finishedRounds(c.db, { before: after, round: c.input.round, limit: limit + 1 });
        const { shown, nextCursor } = pages.page(rows, limit, (row) => row.round);
        const days = shown.map(({ round }) => round);
        const mine = await guessesOf(c.db, c.user?.id, days);
        const drawn = await draws.draws(c.db, days.map(lotteryId));
        return {
          items: shown.map((round) =>
            finishedView(round, mineOf(mine, round), drawn.get(lotteryId(round.round)), draws.rule),
          ),
          nextCursor,
        };
      },
    },
    jobs: {
      [SETTLE_JOB]: settleLottery({
        ...rounds,
        draw: (db, id) => draws.draw(db, id),
        noteBets: given.noteBets,
        batch: BATCH[database.kind],
        tellBalance: given.tellBalance,
      }),
    },
    // Creates the rounds needed at a given time and closes earlier ones.
    chores: [{ name: 'lottery', everyMs: 0, run: prepare }],
    proofs: [...lotteryProofs, lotteryDrawProof],
    sections: lotterySections,
    provides: { prepare, resultOf },
    start: () => prepare(clock.now()),
  } satisfies Feature;
}
