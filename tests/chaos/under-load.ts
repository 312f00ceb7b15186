// Rounds of a fault while everybody acts: what every scenario over a fleet does before, between and after them.
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '#tests/support/http.ts';
import { type Person, ask } from '#tests/support/person.ts';
import { Books } from './books.ts';
import type { Fleet, Member } from './fleet.ts';
import { Load, crowd } from './load.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';

export interface Options {
  readonly rounds: number;
  readonly seed: number;
  readonly tell: (line: string) => void;
}

/** A scenario's row in the table. */
export interface Result {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** What is wrong, in the books and elsewhere. */
  readonly problems: readonly string[];
  /** The longest time without an acknowledgement of anything, where that was measured. */
  readonly outageMs?: number;
  readonly ms: number;
  /** What else was counted. */
  readonly figures?: Readonly<Record<string, number>>;
}

export interface World {
  readonly fleet: Fleet;
  readonly load: Load;
  /** Somebody with a running miner who does nothing. */
  readonly bystander: Person;
  readonly random: Random;
}

/** One fault and the recovery from it; resolves with what happened. `round` counts from 1. */
export type Round = (world: World, round: number) => Promise<string>;

const PEOPLE = 10;
/** After this many rounds, nobody acts, the whole audit runs, and a day passes. */
const ROUNDS_A_DAY = 20;
const RECOVERS_MS = 60_000;
const REPEATED = 100;

/** Runs the rounds on a fleet, which stays open. */
export async function underLoad(fleet: Fleet, { rounds, seed, tell }: Options, work: Round): Promise<Result> {
  const began = performance.now();
  const random = randomFrom(seed);
  const [bystander, ...people] = await crowd(fleet, PEOPLE + 1);
  if (!bystander) throw new Error('nobody came');
  const load = new Load(fleet, people, random);
  const books = new Books(fleet);
  const problems: string[] = [];
  const world = { fleet, load, bystander, random };
  const embedded = !fleet.cluster;
  await books.open();
  load.begin();
  for (let round = 1; round <= rounds; round += 1) {
    const from = performance.now();
    const what = await work(world, round);
    if (!embedded) await books.compare(load);
    const done = `${load.acknowledged.size} acknowledged, ${books.lost} lost, ${books.doubled} doubled`;
    tell(`${round}/${rounds} ${what} (${Math.round(performance.now() - from)} ms): ${done}`);
    if (round % ROUNDS_A_DAY !== 0 && round !== rounds) continue;
    await Promise.all(fleet.members.filter(({ alive }) => !alive).map((member) => member.launch()));
    await load.rest();
    await load.repeat(REPEATED);
    const found = await fleet.audit();
    problems.push(...found);
    // Reported immediately, so that it is printed even if the run is stopped.
    tell(`the whole audit: ${found.length === 0 ? 'clean' : found.join('; ')}`);
    if (round === rounds) break;
    await load.passDay(bystander);
    // What the day has produced is claimed in time.
    await ask(bystander.api, 'POST /api/mining/claim', {});
    load.begin();
  }
  await books.compare(load);
  const figures = { refused: load.refused, unavailable: load.unavailable };
  return {
    rounds,
    acknowledged: load.acknowledged.size,
    lost: books.lost,
    doubled: books.doubled,
    problems: [...problems, ...load.problems, ...books.problems],
    outageMs: load.longestOutage,
    ms: performance.now() - began,
    figures,
  };
}

/** Waits until more has been acknowledged than before. @throws Error if nothing is acknowledged within a minute */
export async function goesOn({ load }: World): Promise<void> {
  const before = load.acknowledged.size;
  const end = performance.now() + RECOVERS_MS;
  while (load.acknowledged.size === before) {
    if (performance.now() > end) throw new Error(`nothing was acknowledged for ${RECOVERS_MS / 1000} s`);
    await sleep(20);
  }
}

/** Waits until this server answers from its database again. @throws Error if it does not do so in time */
export async function recovers(member: Member, limitMs = RECOVERS_MS): Promise<void> {
  const end = performance.now() + limitMs;
  const healthy = () =>
    client(member.url)
      .call('GET /api/health', {})
      .then(
        ({ data }) => data.database.ok,
        () => false,
      );
  while (!(await healthy())) {
    if (performance.now() > end)
      throw new Error(`a server did not recover in ${limitMs / 1000} s: ${member.logs().slice(-2000)}`);
    await sleep(50);
  }
}
