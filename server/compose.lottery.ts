/** The lottery with what it needs of others. */
import type { Config } from './config/config.ts';
import type { Draws } from './chain/draws/draws.ts';
import type { Database, Db } from './db/client.ts';
import { lotteryCommands } from './features/lottery/lottery.commands.ts';
import { lotteryRoutes } from './features/lottery/lottery.routes.ts';
import { SETTLE_JOB, prepareLottery } from './features/lottery/lottery.rounds.ts';
import { BATCH, settleLottery } from './features/lottery/lottery.settle.ts';
import type { LotteryDeps } from './features/lottery/lottery.usecases.ts';
import { noteBets } from './features/team/team.changes.ts';
import type { EventHub } from './http/events.ts';
import type { Clock } from './jobs/clock.ts';

export function composeLottery({
  config,
  database,
  clock,
  draws,
  events,
  playRefusal,
}: {
  /** In force at the moment. */
  config: () => Pick<Config, 'lotteryOpen'>;
  database: Database;
  clock: Clock;
  draws: Draws;
  events: Pick<EventHub, 'publish'>;
  playRefusal: LotteryDeps['playRefusal'];
}) {
  const tellLottery = () => events.publish({ topic: 'lottery' });
  const tellBalance = (user: bigint) => events.publish({ user, topic: 'balance' });
  const open = () => config().lotteryOpen;
  const rounds = {
    db: database.kysely,
    open,
    prepareDraws: (db: Db, wanted: Parameters<Draws['prepare']>[1]) => draws.prepare(db, wanted),
    tellLottery,
  };
  const prepare = prepareLottery(rounds);
  return {
    /** Makes the rounds of a time and closes those before it. */
    prepare,
    handlers: lotteryRoutes({
      open,
      prepare,
      clock,
      draws,
      playRefusal,
    }),
    works: {
      [SETTLE_JOB]: settleLottery({
        ...rounds,
        draw: (db, id) => draws.draw(db, id),
        noteBets,
        batch: BATCH[database.kind],
        tellBalance,
      }),
    },
    commands: lotteryCommands(database),
  };
}
