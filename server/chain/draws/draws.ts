/**
 * The draws of both games, from a published seed hash to a result that the chain decided. Each draw ends once, in whichever
 * process comes first: as drawn or as void, in one transaction with the job that settles its round. `createDraws`
 * (draw-source.ts) makes the source of them.
 */
import type { DrawRule } from '#draws/hash.ts';
import type { Db } from '#server/db/client.ts';

type DrawGame = 'race' | 'lottery';

/** What the chain decided, and the seed that was kept until then. Hashes are 0x and 64 lower-case hex digits. */
interface DrawResult {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly txHash: string;
  readonly seed: string;
  /** What the result is read from (src/draws/hash.ts). */
  readonly hash: string;
}

export interface Draw {
  /** `race:5849201` or `lottery:2026-11-21` (src/draws/rounds.ts). */
  readonly id: string;
  readonly game: DrawGame;
  /** The draw block is the first at or after this moment that fits the rule. */
  readonly drawsAt: Date;
  readonly rule: DrawRule;
  readonly seedHash: string;
  /** Somebody takes part. */
  readonly wanted: boolean;
  /** `waiting` for its time or its block; `void`: every stake goes back; `idle`: its time came and nobody took part. */
  readonly state: 'waiting' | 'drawn' | 'void' | 'idle';
  /** Null unless it is drawn. */
  readonly result: DrawResult | null;
  /** When it was drawn or became void; null before. */
  readonly finishedAt: Date | null;
}

/** A draw to prepare. */
export type Prepared = Pick<Draw, 'id' | 'drawsAt'>;

export interface DrawsStatus {
  /** False while a draw waits for longer than ten minutes. */
  readonly ok: boolean;
  /** Wanted draws whose time has come and that wait. */
  readonly waiting: number;
}

export interface Draws {
  /** The rule of rounds that are prepared now. */
  readonly rule: DrawRule;
  /**
   * Makes the draws that do not exist yet, each with a new seed, and answers with what stands, in the order asked for. Has to be
   * called before a round takes bets. Each bet then calls `draw_want(id)` in its transaction (draws.sql): a draw that nobody wants
   * is not drawn.
   * @throws RangeError when `drawsAt` is not the time of this round (`drawTimeOf`)
   */
  prepare(db: Db, wanted: readonly Prepared[]): Promise<Draw[]>;
  /** A draw as it stands; undefined when it was never prepared, or was idle and is a day old. */
  draw(db: Db, id: string): Promise<Draw | undefined>;
  /** Several draws as they stand, by id. */
  draws(db: Db, ids: readonly string[]): Promise<Map<string, Draw>>;
  /**
   * Looks at every wanted draw that fell due by `now`. Those that the chain has decided become `drawn`, those that cannot be
   * decided for too long `void`; with either a job `race.settle` or `lottery.settle` is enqueued, its key the draw's id, due at
   * `drawsAt`. Resolves when everything that can be done now is done. @throws what keeps it from doing so, after the others
   */
  pass(now: Date): Promise<void>;
  /** Looks by itself from now on, twice a second; `finished` is told when draws have ended. */
  watch(finished: () => void): void;
  /** Answers from memory. */
  status(): DrawsStatus;
  stop(): Promise<void>;
}
