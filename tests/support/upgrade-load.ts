// What people do while servers are upgraded: every way money moves, and every page's reads. Each call is made once; nothing is retried.
import { randomUUID } from 'node:crypto';
import { type CallName, type Input, callNames, callOf } from '#contract';
import { richPeople } from '#tests/support/bank.ts';
import type { Fleet } from '#tests/support/fleet.ts';
import { betsOf } from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { devnetOf } from '#tests/support/money.ts';
import { DAY, type Person, ask, newcomer, skip } from '#tests/support/person.ts';
import { openingOf, until } from '#tests/support/race-play.ts';

/** Calls about a drawn round: there is none. */
const OF_DRAWN = new Set<CallName>(['GET /api/game/ranking', 'GET /api/game/speed']);

/** A page's reads that need no identifier. Load balancers request `/api/health/…` from each server directly. */
const READS = callNames.filter((name) => {
  const { form, query, demoOnly } = callOf(name);
  return (
    name.startsWith('GET') &&
    !name.startsWith('GET /api/health/') &&
    !OF_DRAWN.has(name) &&
    !form &&
    !demoOnly &&
    (!query || query.safeParse({}).success)
  );
});

export interface Course {
  readonly failed: readonly string[];
  /** Resolves after that many more calls. */
  more(calls: number): Promise<void>;
  /** Ends the load. */
  end(): Promise<Outcome>;
}

export interface Outcome {
  readonly calls: ReadonlyMap<string, number>;
  readonly failed: readonly string[];
  readonly slowestMs: number;
  readonly slowest: string;
}

/** Betting time that a call needs on a busy machine. */
const ENOUGH_SECONDS = 20;

/**
 * One person's calls other than bets, one by one. Amounts are above every minimum, and the purse is enough for a long
 * run.
 */
const TURNS: readonly [CallName, Record<string, unknown>][] = [
  ['POST /api/stake/stake', { amount: '10' }],
  ['POST /api/assets/swap', { from: 'USDT', to: 'BTC', amount: '1' }],
  ['POST /api/mining/power/buy', { hashrate: '100' }],
  ['POST /api/assets/withdraw', { coin: 'USDT', amount: '10' }],
];

/** People with a permanent miner whose cycle is over. */
async function crowd({ url, keeper }: Fleet, size: number): Promise<Person[]> {
  const devnet = await devnetOf(keeper);
  const purses = Array.from({ length: size }, () => ({ ADIT: '500000', USDT: '50000' }));
  let people: Person[] = await richPeople(url, devnet, purses);
  devnet.close();
  // The keeper moves the clock, and the others follow some time later.
  const all = <K extends CallName>(name: K, input: Input<K>) =>
    Promise.all(people.map(({ token }) => ask(client(keeper.url).as(token), name, input)));
  const pass = async () => {
    await all('POST /api/mining/claim1', {});
    await skip(keeper.url, DAY);
    people = await Promise.all(people.map(({ wallet }) => newcomer(url, { wallet })));
  };
  await pass();
  await all('POST /api/mining/claim', {});
  await all('POST /api/mining/buy', { method: 'usdt' });
  await pass();
  return people;
}

/** Starts `size` people, who carry on until the end. Each claims once, spread over the first calls. */
export async function startLoad(fleet: Fleet, size: number): Promise<Course> {
  const { url } = fleet;
  const people = await crowd(fleet, size);
  const calls = new Map<string, number>();
  const failed: string[] = [];
  let [slowestMs, slowest, sent, over] = [0, '', 0, false];
  let waiting: { at: number; resolve: () => void } | undefined;

  const timed = async (name: string, work: () => Promise<string | undefined>): Promise<void> => {
    const from = performance.now();
    const fault = await work().catch((error: Error) => `${error.message} ${String(error.cause ?? '')}`);
    const ms = performance.now() - from;
    if (ms > slowestMs) [slowestMs, slowest] = [ms, name];
    if (fault !== undefined) failed.push(`${name}: ${fault}`);
    calls.set(name, (calls.get(name) ?? 0) + 1);
    sent += 1;
    if (waiting && sent >= waiting.at) waiting.resolve();
  };
  const call = async ({ token }: Person, name: CallName, input: Record<string, unknown>) => {
    const { code, text } = await client(url).as(token).send(name, input, { key: randomUUID() });
    return code === 0 ? undefined : text;
  };
  const send = (person: Person, name: CallName, input: Record<string, unknown>) =>
    timed(name, () => call(person, name, input));
  /** Bets on the open race, unless it is about to close. */
  const bet = (person: Person, lane: number) =>
    timed('POST /api/game/coining', async () => {
      const race = await openingOf(client(url).as(person.token));
      if (until(race, race.bettingEndsAt) < ENOUGH_SECONDS) return undefined;
      return call(person, 'POST /api/game/coining', { round: race.round, bets: betsOf([[lane, '1']]) });
    });
  const live = async (person: Person, i: number) => {
    for (let turn = i; !over; turn += 1) {
      const [name, input] = TURNS[turn % TURNS.length] ?? ['GET /api/index', {}];
      await send(person, name, input);
      await bet(person, (turn % 6) + 1);
      await send(person, READS[turn % READS.length] ?? 'GET /api/index', {});
      if (turn === 3 * i) {
        await send(person, 'POST /api/mining/claim', {});
        await send(person, 'POST /api/mining/bet', { numbers: [i % 10, 1, 2] });
      }
      if (turn % 10 === 0) await timed('sign-in', async () => void (await newcomer(url)));
    }
  };
  const all = people.map(live);
  return {
    failed,
    more: (count) => new Promise((resolve) => (waiting = { at: sent + count, resolve })),
    async end() {
      over = true;
      await Promise.all(all);
      return { calls, failed, slowestMs, slowest };
    },
  };
}
