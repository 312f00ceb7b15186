/**
 * The race on a database without a chain: rounds whose draws the test decides, accounts with sessions and ADIT, and any number of
 * processes that take bets and settle. Each process has its own queue; all share one clock.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromUnits } from '#rules/amounts.ts';
import { type Rates, ratesOf } from '#rules/team.ts';
import { raceRanking } from '#draws/race.ts';
import { raceId } from '#draws/rounds.ts';
import type { Draw } from '#server/chain/draws/draws.repository.ts';
import type { Draws } from '#server/chain/draws/draws.ts';
import { insertDraws, readDraws } from '#server/chain/draws/draws.repository.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import type { Answer, Once } from '#server/http/idempotency.ts';
import { raceTimes, readBets } from '#rules/race.ts';
import {
  COUNT_JOB,
  SETTLE_JOB,
  betTaker,
  countTeams,
  roundMaker,
  settleRound,
} from '#server/features/race/race.usecases.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { startRunner } from '#server/jobs/runner.ts';
import { post } from '#server/ledger/post.ts';
import { quiet } from '#tests/support/databases.ts';
import { sessionOf } from '#tests/support/hot-calls.ts';
import { type Account, makeTeam } from '#tests/support/staking.ts';

export const RATES = ratesOf('race');
const HASH = `0x${'ab'.repeat(32)}`;

/** Draws in the real table, which only the test decides. */
export const testDraws = (): Pick<Draws, 'prepare' | 'draw'> => ({
  async prepare(tx, wanted) {
    await insertDraws(
      tx,
      wanted.map(({ id, drawsAt }) => ({
        ...{
          id,
          drawsAt,
          game: 'race' as const,
          rule: 'validator' as const,
          seedHash: HASH,
          sealed: randomBytes(60),
        },
      })),
    );
    const found = await readDraws(
      tx,
      wanted.map(({ id }) => id),
    );
    return [...found.values()] as Draw[];
  },
  draw: async (tx, id) => (await readDraws(tx, [id])).get(id),
});

/** A hash that makes this lane the champion. */
export const hashFor = (champion: number): string => {
  for (let n = 0; ; n += 1) {
    const hash = `0x${createHash('sha256').update(`${champion} ${n}`).digest('hex')}`;
    if (raceRanking(hash)[0] === champion) return hash;
  }
};

/** Ends a draw as the chain would and queues the settlement of its round. Null makes it void. */
export async function decide(db: Db, round: number, champion: number | null): Promise<void> {
  const id = raceId(round);
  await inTransaction(db, async (tx) => {
    await (
      champion === null
        ? sql`update draws set state = 'void', finished_at = draws_at where id = ${id} and state = 'waiting'`
        : sql`
          update draws set state = 'drawn', finished_at = draws_at, from_block = 1, block_number = 1, block_hash = ${HASH},
            tx_hash = ${HASH}, seed = ${HASH}, hash = ${hashFor(champion)} where id = ${id} and state = 'waiting'`
    ).execute(tx);
    await enqueue(tx, { kind: SETTLE_JOB, key: id, dueAt: raceTimes(round).drawsAt });
  });
}

export interface Player extends Account {
  readonly token: Buffer;
}

/** Creates accounts with `amount` ADIT each and a session that does not expire. `inviters` are indexes in the same list. */
export async function makePlayers(
  db: Db,
  inviters: readonly (number | null)[],
  amount: bigint,
): Promise<Player[]> {
  const players: Player[] = [];
  for (const one of await makeTeam(db, inviters, amount))
    players.push({ ...one, token: await sessionOf(db, one.id, new Date('2099-01-01T00:00:00Z')) });
  return players;
}

/** Adds ADIT to the bank; a negative amount takes it out. */
export const addToBank = (db: Db, amount: bigint) =>
  post(db, {
    kind: 'test',
    at: new Date(0),
    lines: [
      { system: 'race_bank', coin: 'ADIT', amount },
      { system: 'custody', coin: 'ADIT', amount: -amount },
    ],
  });

/** Stakes by lane, as decimal strings of ADIT: {1: '5', 4: '2.5'}. */
export type Stakes = Readonly<Record<number, string>>;
/** Builds `Stakes` from lanes and amounts in smallest units. */
export const textsOf = (stakes: readonly (readonly [lane: string, units: bigint])[]): Stakes =>
  Object.fromEntries(stakes.map(([lane, units]) => [lane, fromUnits(units)]));

/** Parses stakes as the server does; null if it refuses them. */
export const readStakes = (stakes: Stakes): bigint[] | null =>
  readBets(Object.entries(stakes).map(([lane, amount]) => ({ lane: Number(lane), amount })));

export interface Process {
  bet(player: Player, round: number, stakes: Stakes, key?: string): Promise<Answer>;
  /** Runs all due jobs. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** A bet call as the HTTP layer passes it on, traced by its key as the page's are. `text` identifies its content. */
export const betCall = (token: Uint8Array, now: Date, key: string = randomUUID(), text = 'x'): Once => ({
  ...{ name: 'POST /api/game/coining', token, outbox: false, key, trace: key, text, now },
});

/** The parts of a server process that run the race. */
export function raceProcess(
  database: Database,
  {
    clock,
    headTime = () => null,
    rates = RATES,
    limit,
    notify = () => undefined,
  }: {
    clock: Clock;
    headTime?: () => Date | null;
    rates?: Rates;
    limit?: number;
    notify?: (user: bigint | null) => void;
  },
): Process & { prepare(now: Date): Promise<void> } {
  const draws = testDraws();
  const prepare = roundMaker({ database, draws });
  const bet = betTaker({ database, clock, headTime, rates: () => rates }, prepare);
  const deps = { database, draws, tellRound: () => notify(null), tellBalance: notify };
  const runner = startRunner({
    ...{ database, clock, log: quiet, chores: [] },
    jobs: { [SETTLE_JOB]: settleRound(deps, limit), [COUNT_JOB]: countTeams },
  });
  return {
    prepare,
    bet: (player, round, stakes, key = randomUUID()) => {
      const units = readStakes(stakes);
      return bet({
        call: betCall(player.token, clock.now(), key, JSON.stringify([round, stakes])),
        ...{ round, stakes: units ?? [0n, 0n, 0n, 0n, 0n, 0n], refused: units ? 'ok' : 'invalid_amount' },
      });
    },
    settle: () => runner.settle(),
    stop: () => runner.stop(),
  };
}

/** Places bets of different accounts while another bet is in progress, so that they form one batch. */
export async function together(
  { bet }: Pick<Process, 'bet'>,
  bets: readonly (readonly [player: Player, round: number, stakes: Stakes])[],
): Promise<Answer[]> {
  // This bet has an unknown session: it occupies the queue and changes nothing.
  const nobody = { id: 0n, ancestors: [null, null, null], token: randomBytes(32) } as const;
  const [, ...answers] = await Promise.all([
    bet(nobody, 0, { 1: '1' }),
    ...bets.map(([player, round, stakes]) => bet(player, round, stakes)),
  ]);
  return answers;
}
