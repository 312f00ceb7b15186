/** The race's calls. */
import { type Lane, raceRoundAt, readBets } from '#rules/race.ts';
import { RACE_LANES } from '#rules/figures.ts';
import type { Rates } from '#rules/team.ts';
import { raceId } from '#draws/rounds.ts';
import type { Draws } from '#server/chain/draws/draws.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers, HotCall } from '#server/http/handlers.ts';
import type { Answer } from '#server/http/idempotency.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import { gathered } from '#server/lib/gather.ts';
import { refuse } from '#server/lib/refusal.ts';
import {
  type Bet,
  entriesOf,
  findEntry,
  findRaces,
  findRound,
  newestBefore,
  newestEntries,
  settledRound,
} from './race.repository.ts';
import { configView, openingView, placedView, raceView, rankingView, speedView } from './race.views.ts';

const pages = pagesOf('race', oneId);
const NO_STAKES = Array<bigint>(RACE_LANES).fill(0n);
/**
 * A race event makes every page request the opening data. A process reads it at most once in this time, and answers at
 * most that much later: 256 connections got 5,500 answers a second instead of 800, on two busy cores.
 */
const GATHER_MS = 20;

interface RaceRoutesDeps {
  /** If false, no bets are taken; stored replies are still returned. */
  readonly open: () => boolean;
  readonly lanes: readonly Lane[];
  readonly rates: () => Rates;
  readonly draws: Pick<Draws, 'draw' | 'rule'>;
  readonly bet: (bet: Bet) => Promise<Answer>;
}

export function raceRoutes(deps: RaceRoutesDeps) {
  const { lanes, draws } = deps;

  /** What everybody sees of a round: the round itself, its draw, and the previous round. */
  async function readRound(db: Db, number: number) {
    const [round, draw] = [await findRound(db, number), await draws.draw(db, raceId(number))];
    return { number, round, draw, previous: await newestBefore(db, number) };
  }
  let shared: { db: Db; number: number; read: () => ReturnType<typeof readRound> } | undefined;
  /** The same, read after the request arrived, and only once for all requests at about the same time. */
  function roundNow(db: Db, number: number) {
    if (shared?.db !== db || shared.number !== number)
      shared = { db, number, read: gathered(GATHER_MS, () => readRound(db, number)) };
    return shared.read();
  }

  async function opening(db: Db, user: bigint | undefined, now: Date) {
    const number = raceRoundAt(now);
    // Read first, so that the round contains these bets. The previous round is the last one that anybody bet on.
    const own = user === undefined ? [] : await newestEntries(db, user, BigInt(number));
    const seen = await roundNow(db, number);
    const [entry, previousEntry] = [BigInt(number), seen.previous?.round].map((one) =>
      own.find(({ round }) => round === one),
    );
    return openingView({ ...seen, entry, previousEntry }, lanes, now);
  }

  /** A round with bets but no result: void, or not drawn yet. Null for a round without bets. */
  async function unsettled(db: Db, asked: string | undefined) {
    const round = asked === undefined ? undefined : await findRound(db, Number(asked));
    if (!round || round.total === 0n) return null;
    return { state: round.state === 'void' || round.state === 'returning' ? 'void' : 'waiting' };
  }

  /** A settled round with its draw. @throws Refusal 404 with the round's state, for any other round */
  async function settled(db: Db, asked: string | undefined) {
    const round =
      (await settledRound(db, asked === undefined ? undefined : Number(asked))) ??
      refuse('not_found', await unsettled(db, asked));
    const draw = (await draws.draw(db, raceId(Number(round.round)))) ?? refuse('not_found');
    return { round, draw };
  }

  function place({ call, input: { round, bets } }: HotCall<'POST /api/game/coining'>) {
    const stakes = readBets(bets);
    const refused = deps.open() ? (stakes ? 'ok' : 'invalid_amount') : 'forbidden';
    return deps.bet({ call, round, stakes: stakes ?? NO_STAKES, refused });
  }

  return {
    'GET /api/game/config': async () => configView(lanes, deps.rates(), draws.rule),
    'GET /api/game/opening': (c) => opening(c.db, c.user?.id, c.now),
    'POST /api/game/coining': { oneTrip: place, view: placedView },
    'GET /api/game/record': async (c) => {
      const { after, limit } = pages.asked(c.input);
      const rows = await findRaces(c.db, c.user.id, { before: after, limit: limit + 1 });
      const { shown, nextCursor } = pages.page(rows, limit, (row) => row.round);
      return { items: shown.map((row) => raceView(row, c.now)), nextCursor };
    },
    'GET /api/game/ranking': async (c) => {
      const { round, draw } = await settled(c.db, c.input.round);
      const best = await entriesOf(c.db, round.round, round.leaders);
      const entry = c.user ? await findEntry(c.db, c.user.id, round.round) : undefined;
      return rankingView({ round, draw, entry, best }, lanes) ?? refuse('not_found');
    },
    'GET /api/game/speed': async (c) => speedView(await settled(c.db, c.input.round)) ?? refuse('not_found'),
  } satisfies Partial<Handlers>;
}
