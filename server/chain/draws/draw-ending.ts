/** How a draw ends: booked as the chain decided it, or given up. Either way its round is settled by a job of the same transaction. */
import type { Logger } from 'pino';
import { drawHash } from '#draws/hash.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import type { DecidedBlock } from './draw-block.ts';
import { TRY_EVERY_MS, VOID_TRIES, isGivenUp } from './draw-block.rules.ts';
import { openSeed } from './draw-seeds.ts';
import type { Draw } from './draws.ts';
import { type Waiting, countTry, markDrawn, markVoid, stillWaits } from './draws.repository.ts';

interface EndingDeps {
  readonly db: Db;
  readonly log: Pick<Logger, 'error'>;
  /** Of `seedKey`. */
  readonly key: Buffer;
}

export interface Ending {
  /** Draws it with its block; a seed that cannot be opened is told to the operator and waits. True when the draw has ended. */
  decide(draw: Waiting, block: DecidedBlock, now: Date): Promise<boolean>;
  /** It came to nothing this time: counted, and after six hours and some tries given up. True when the draw has ended. */
  putOff(draw: Waiting, reason: string, now: Date): Promise<boolean>;
}

const settleRound = (tx: Db, { id, game, drawsAt }: Draw): Promise<void> =>
  enqueue(tx, { kind: `${game}.settle`, key: id, dueAt: drawsAt });

/** The two ways in which draws end. Of several processes that end the same draw one does, the others answer true as well. */
export function endings({ db, log, key }: EndingDeps): Ending {
  async function book(draw: Waiting, block: DecidedBlock, seed: string, now: Date): Promise<void> {
    const { id } = draw;
    const hash = drawHash(draw.rule, { txHash: block.txHash, seed, round: id });
    await inTransaction(db, async (tx) => {
      if (!(await markDrawn(tx, id, block, { seed, hash }, now))) return;
      await settleAlert(tx, { kind: 'draw_seed', key: id }, 'the seed', now);
      await settleRound(tx, draw);
    });
  }

  async function putOff(draw: Waiting, reason: string, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - TRY_EVERY_MS);
    const counts = draw.triedAt === null || draw.triedAt <= since;
    if (counts) await countTry(db, draw.id, reason, now, since);
    if (!isGivenUp(draw.drawsAt, draw.attempts + (counts ? 1 : 0), now)) return false;
    const detail = `${draw.id} could not be drawn and is void, every stake goes back: ${reason}`;
    const ended = await inTransaction(db, async (tx) => {
      if (!(await markVoid(tx, draw.id, VOID_TRIES, now))) return false;
      await raiseAlert(tx, { kind: 'draw_void', key: draw.id, detail }, now);
      await settleRound(tx, draw);
      return true;
    });
    if (ended) log.error(detail);
    return ended;
  }

  /** Told while it waits alone: another process may hold the right key, and have drawn it in between. */
  async function tellSealed({ id }: Draw, now: Date): Promise<void> {
    const detail = `the seed of ${id} cannot be opened, or is not the one that was published; was DOCUMENT_KEY changed?`;
    const told = await inTransaction(
      db,
      async (tx) => (await stillWaits(tx, id)) && raiseAlert(tx, { kind: 'draw_seed', key: id, detail }, now),
    );
    if (told) log.error(detail);
  }

  return {
    async decide(draw, block, now) {
      const seed = openSeed(key, draw.id, draw);
      if (seed !== null) {
        await book(draw, block, seed, now);
        return true;
      }
      await tellSealed(draw, now);
      return putOff(draw, 'its seed cannot be opened', now);
    },
    putOff,
  };
}
