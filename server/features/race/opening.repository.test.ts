/** The open round, read once for all who ask at about the same time, and never earlier than anyone's question. */
import { expect, test } from 'vitest';
import type { Output } from '#contract';
import { lanesOf } from '#rules/race.ts';
import { toUnits } from '#rules/amounts.ts';
import { COINS } from '#server/chain/coins.ts';
import type { Db } from '#server/db/client.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { raceFixture } from '#tests/support/race-fixture.ts';
import * as race from '#tests/support/race.ts';
import { raceRoutes } from './race.routes.ts';

type Asked = (user?: { id: bigint }) => Promise<Output<'GET /api/game/opening'>>;

removeClusterAtEnd();

/** The database, and how many statements it was sent. */
function counted(db: Db): { db: Db; statements: () => number } {
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, statements: () => statements };
}

onPostgres((open) => {
  const room = raceFixture(open);
  const { current, start } = room;

  /** One process that answers, and another one that takes bets. */
  async function world() {
    const server = start();
    await server.prepare(new Date(room.now));
    const routes = raceRoutes({
      ...{
        open: () => true,
        lanes: lanesOf(COINS),
        rates: () => race.RATES,
      },
      ...{
        draws: { ...race.testDraws(), rule: 'validator' },
        bet: () => Promise.reject(new Error('no bets')),
      },
    });
    const { db, statements } = counted(room.db());
    const ask: Asked = (user) =>
      routes['GET /api/game/opening']({ db, user: user ?? null, now: new Date(room.now) } as never);
    const bet: typeof server.bet = (...given) => server.bet(...given);
    return { ask, statements, bet };
  }
  const players = (count: number) =>
    race.makePlayers(room.db(), Array<null>(count).fill(null), toUnits('100'));

  test('any number of guests who ask together cost one reading, and a member one statement more', async () => {
    const { ask, statements } = await world();
    await ask();
    const one = statements();
    const [member] = await players(1);
    await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect([one, statements()]).toEqual([3, 3 + 3]);
    await ask(member);
    expect(statements()).toBe(3 + 3 + 4);
  });

  test('who asks after a bet sees it, whoever else is asking; nobody is shown the bets of others', async () => {
    const { ask, bet } = await world();
    const [ann, bob] = (await players(2)) as [race.Player, race.Player];
    for (let stake = 1; stake <= 5; stake += 1) {
      const before = [ask(), ask(bob), ask(ann)];
      expect(await bet(ann, current(), { 2: '1' })).toMatchObject({ code: 'ok' });
      const [guest, other, own] = await Promise.all([ask(), ask(bob), ask(ann)]);
      expect([guest.totalStake, guest.lanes[1]?.stake]).toEqual([String(stake), String(stake)]);
      expect([guest.myBets, other.myBets]).toEqual([[], []]);
      expect(own.myBets).toEqual([{ lane: 2, amount: String(stake) }]);
      await Promise.all(before);
    }
  });

  test("a round that has ended is nobody's open round, and its result is seen at once", async () => {
    const { ask, bet } = await world();
    const [ann] = (await players(1)) as [race.Player];
    const round = current();
    await bet(ann, round, { 2: '10' });
    const ends = [ask(), ask(ann)];
    room.passToDraw(round);
    expect(await ask(ann)).toMatchObject({
      ...{ round: round + 1, totalStake: '0', myBets: [] },
      previous: { round, state: 'drawing', stake: '10' },
    });
    expect((await Promise.all(ends)).map((one) => one.round)).toEqual([round, round]);
    await race.decide(room.db(), round, 2);
    await start().settle();
    const [guest, own] = await Promise.all([ask(), ask(ann)]);
    expect(guest.previous).toMatchObject({ round, state: 'settled', champion: 2, stake: '0', payout: '0' });
    expect(own.previous).toMatchObject({ round, state: 'settled', champion: 2, stake: '10', payout: '50' });
  });
});
