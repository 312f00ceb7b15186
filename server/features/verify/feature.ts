/** The operator's check of draws, including what was settled from them. */
import { roundOf } from '#draws/rounds.ts';
import type { Chain } from '#server/chain/chain.ts';
import type { Draws } from '#server/chain/draws/draws.ts';
import { connect } from '#server/chain/rpc.ts';
import type { Database, Db } from '#server/db/client.ts';
import type { Feature } from '#server/lib/feature.ts';
import { verifyCommands } from './verify.commands.ts';

interface VerifyFeatureDeps {
  readonly database: Database;
  readonly chain: Pick<Chain, 'rpc' | 'chainId'>;
  readonly draws: Pick<Draws, 'draw'>;
  /** Six lanes or three digits; null if nothing was settled. */
  readonly raceResult: (db: Db, round: number) => Promise<number[] | null>;
  readonly lotteryResult: (db: Db, round: string) => Promise<number[] | null>;
}

export function verifyFeature({ database, chain, draws, raceResult, lotteryResult }: VerifyFeatureDeps) {
  const db = database.kysely;
  return {
    commands: verifyCommands({
      chainId: chain.chainId,
      draw: (id) => draws.draw(db, id),
      result(id) {
        const { game, round } = roundOf(id);
        return game === 'race' ? raceResult(db, round) : lotteryResult(db, round);
      },
      node: (url) => (url === undefined ? chain.rpc : connect(url)),
    }),
  } satisfies Feature;
}
