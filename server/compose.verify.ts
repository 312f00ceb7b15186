/** The operator's check of draws, with what it needs of both games. */
import { roundOf } from '#draws/rounds.ts';
import type { Chain } from './chain/chain.ts';
import type { Draws } from './chain/draws/draws.ts';
import { connect } from './chain/rpc.ts';
import type { Database } from './db/client.ts';
import { findRound } from './features/lottery/lottery.repository.ts';
import { digitsOf } from './features/lottery/lottery.views.ts';
import { settledRound } from './features/race/race.repository.ts';
import { verifyCommands } from './features/verify/verify.commands.ts';
import type { Command } from './operator/protocol.ts';

export function composeVerify(deps: {
  database: Pick<Database, 'kysely'>;
  chain: Pick<Chain, 'rpc' | 'chainId'>;
  draws: Pick<Draws, 'draw'>;
}): Command[] {
  const { chain, draws } = deps;
  const db = deps.database.kysely;
  return verifyCommands({
    chainId: chain.chainId,
    draw: (id) => draws.draw(db, id),
    async result(id) {
      const round = roundOf(id);
      if (round.game === 'race') {
        const ranking = (await settledRound(db, round.round))?.ranking ?? null;
        return ranking === null ? null : [...ranking].map(Number);
      }
      const lottery = await findRound(db, round.round);
      return lottery?.state === 'settled' && lottery.drawn !== null ? digitsOf(lottery.drawn) : null;
    },
    node: (url) => (url === undefined ? chain.rpc : connect(url)),
  });
}
