/** The lottery's calls. */
import { isLotteryRound } from '#rules/lottery.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type PlaceForm, pagesOf } from '#server/http/pages.ts';
import { refuse } from '#server/lib/refusal.ts';
import { lotteryId } from '#draws/rounds.ts';
import { finishedRounds, guessesOf, mineOf } from './lottery.repository.ts';
import { finishedView, indexView } from './lottery.views.ts';
import { type LotteryDeps, factsOf, guess } from './lottery.usecases.ts';

const place: PlaceForm<string> = {
  write: String,
  read: (text) => (isLotteryRound(text) ? text : null),
};
const pages = pagesOf('lottery', place);

export function lotteryRoutes(deps: LotteryDeps) {
  return {
    'POST /api/mining/bet': {
      async prepare(c) {
        if (!deps.open()) refuse('forbidden');
        await deps.prepare(c.now);
        // Read before the round is locked, which everybody who guesses waits for.
        const facts = await factsOf(c.db, deps, c.user.id, c.now);
        return ({ db, user, input }) => guess(db, deps, facts, user.id, input.numbers);
      },
    },
    'GET /api/mining/bet/index': async (c) => {
      await deps.prepare(c.now);
      return indexView(await factsOf(c.db, deps, c.user?.id, c.now));
    },
    'GET /api/mining/bet/list': async (c) => {
      const { after, limit } = pages.asked(c.input);
      const rows = await finishedRounds(c.db, { before: after, round: c.input.round, limit: limit + 1 });
      const { shown, nextCursor } = pages.page(rows, limit, (row) => row.round);
      const mine = await guessesOf(
        c.db,
        c.user?.id,
        shown.map(({ round }) => round),
      );
      const draws = await deps.draws.draws(
        c.db,
        shown.map(({ round }) => lotteryId(round)),
      );
      return {
        items: shown.map((round) =>
          finishedView(round, mineOf(mine, round), draws.get(lotteryId(round.round)), deps.draws.rule),
        ),
        nextCursor,
      };
    },
  } satisfies Partial<Handlers>;
}
