/** The fixture for tests of the race's money: a database with races, one clock and any number of processes. */
import { afterEach, beforeEach, expect } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { raceRoundAt, raceTimes } from '#rules/race.ts';
import { raceProof } from '#server/features/race/race.check.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { audit } from '#server/ledger/audit.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { proveAll } from '#tests/support/ledger.ts';
import { laterWall } from '#tests/support/lottery.ts';
import * as race from '#tests/support/race.ts';

const ROUND_MS = 300_000;
/** Noon in Singapore. */
const START = Date.parse('2026-11-21T04:00:00Z');

/** Each test starts in a new round. Open rounds are voided after it, because they would tie up the next test's bank. */
export function raceFixture(open: () => Database) {
  const db = () => open().kysely;
  let processes: race.Process[] = [];
  const fixture = {
    db,
    /** Milliseconds since the epoch; the suite sets it. */
    now: START,
    current: () => raceRoundAt(new Date(fixture.now)),
    /** Moves the clock to the start of a later round. */
    pass(rounds = 1) {
      fixture.now = (fixture.current() + rounds) * ROUND_MS;
    },
    /** Moves the clock to the last millisecond of a round's betting. */
    passToLastMoment(round: number) {
      fixture.now = raceTimes(round).bettingEndsAt.getTime() - 1;
    },
    passToDraw(round: number) {
      fixture.now = Math.max(fixture.now, raceTimes(round).drawsAt.getTime());
    },
    start: (options: Partial<Parameters<typeof race.raceProcess>[1]> = {}) => {
      const one = race.raceProcess(open(), { clock, ...options });
      processes.push(one);
      return one;
    },
    adit: async ({ id }: { id: bigint }) => (await balances(db(), id)).get('ADIT') ?? 0n,
    bank: () => systemBalance(db(), 'race_bank', 'ADIT'),
    /** Stakes held by rounds that have not ended. */
    held: () => systemBalance(db(), 'race_stakes', 'ADIT'),
    setBank: async (amount: bigint): Promise<void> => {
      const more = amount - (await fixture.bank());
      if (more !== 0n) await race.addToBank(db(), more);
    },
    entry: (player: race.Player, round: number) =>
      db()
        .selectFrom('race_entries')
        .select(['stakes', 'bets'])
        .where('user_id', '=', player.id)
        .where('round', '=', BigInt(round))
        .executeTakeFirst(),
    /** Rounds with bets that have not ended, oldest first. */
    async unfinished(): Promise<number[]> {
      const rows = await db()
        .selectFrom('race_rounds')
        .select('round')
        .where('total', '>', 0n)
        .where('finished_at', 'is', null)
        .orderBy('round')
        .execute();
      return rows.map(({ round }) => Number(round));
    },
    /** Voids unfinished rounds, which refunds their stakes, and stops all processes. */
    clear: async (): Promise<void> => {
      for (const round of await fixture.unfinished()) {
        await race.decide(db(), round, null);
        fixture.passToDraw(round);
      }
      await fixture.start().settle();
      await Promise.all(processes.map((one) => one.stop()));
      processes = [];
    },
    sound: async (): Promise<void> => {
      expect(await proveAll(db(), raceProof)).toEqual([]);
      expect(await audit(db())).toEqual([]);
    },
  };
  const clock: Clock = { now: () => new Date(fixture.now), wall: laterWall, near: () => true };

  beforeEach(async () => {
    fixture.pass(4);
    await fixture.setBank(toUnits('100000'));
  });
  afterEach(fixture.clear);
  return Object.assign(fixture, { clock });
}
