// One run: servers, people and a chain; a seed decides who does what and when, and what fails. Then the world calms
// down, everything has to finish, and everything is checked.
import { DAY_MS, HOUR_MS } from '#rules/days.ts';
import { RACE_ROUND_SECONDS } from '#rules/figures.ts';
import { COINS, seedPrice } from '#server/chain/coins.ts';
import { randomFrom } from '#tests/support/random.ts';
import type { SimulatedChain } from './chain.ts';
import { CALM } from './database.ts';
import { WALLETS, type World, genesisChain } from './genesis.ts';
import { kernel } from './kernel.ts';
import { violations } from './model.ts';
import { type Faults, faultless } from './node.ts';
import { type Deed, type Network, person } from './people.ts';
import { type Line, type Server, simulatedServer } from './server.ts';

export interface Outcome {
  readonly seed: number;
  readonly steps: number;
  /** A hash of the trace. */
  readonly digest: string;
  /** What was wrong; empty if nothing was. */
  readonly found: readonly string[];
  /** The newest events. */
  readonly last: readonly string[];
  readonly deeds: Readonly<Record<string, number>>;
}

/** Server clocks may be wrong by this much. */
const SKEW_MS = 3000;
const BLOCK_MS = 1000;
const RACE_MS = RACE_ROUND_SECONDS * 1000;
/** The model checks this often, in events. */
const CHECK_EVERY = 80;
const ERROR = 50;

/** What an error-level log line may say without being a finding: the world was in the way. */
const EXCUSED = /unavailable|Unreachable|no answer|ECONN|left_out|left out|are halted/i;

/** A process that has not ended this long after SIGTERM is cut off, as server/main.ts does. */
const SHUTDOWN_MS = 9000;

const FAULTS = ['crash', 'restart', 'clock', 'sleep', 'node', 'lie', 'reorg', 'gas', 'operator'] as const;
type Fault = (typeof FAULTS)[number] | 'jump';

const lag = () => kernel.random.int(1, 4);
const absences = (): Partial<Faults>[] => [{ down: true }, { losesAnswer: true }, { lag: lag() }];
const lies = (): Partial<Faults>[] => [
  ...[{ omitLogs: 'all' } as const, { omitLogs: 'ranges' } as const, { staleFinalized: lag() }],
  ...[{ forgetsReceipts: true }, { dropsBroadcast: true }],
];

/** What an operator does for some seconds, and what undoes it. */
const drills = (address: string): (readonly [begin: string, end: string])[] => [
  ['payouts halt drill', 'payouts resume'],
  [`account freeze ${address} --reason drill`, `account unfreeze ${address}`],
];

class Run {
  readonly #world: World;
  readonly #chain: SimulatedChain;
  readonly #servers: Server[] = [];
  readonly #deeds: Deed[] = [];
  readonly #network: Network;
  readonly #found: string[] = [];
  /** The faults of this run: each seed has its own. */
  readonly #faults: readonly Fault[];
  /**
   * The share of troubles that are hours passing in one go. Most of what the product promises takes a day; but a fault
   * ends with the next jump, and some bugs need one that lasts.
   */
  readonly #jumps: number;
  readonly #people;
  /** Commands that undo what an operator has begun. */
  readonly #drills = new Set<string>();
  #nodeMs = 0;
  #made = 0;
  #isOver = false;
  #isCalm = false;

  constructor(world: World, chain: SimulatedChain) {
    const { random } = kernel;
    this.#world = world;
    this.#chain = chain;
    const rate = (most: number) => (random.chance(0.5) ? (random.int(1, 100) / 100) * most : 0);
    world.database.weather = {
      latencyMs: random.pick([3, 20, 60]),
      cuts: rate(0.01),
      lostNotices: rate(0.5),
      deaths: rate(0.01),
    };
    world.database.died = (who) => void this.#crash(who as Server);
    this.#nodeMs = random.pick([5, 50, 200]);
    this.#network = {
      ...{
        latencyMs: random.pick([10, 100, 800]),
        lost: rate(0.1),
        lostAnswers: rate(0.3),
        doubled: rate(0.5),
      },
    };
    this.#faults = FAULTS.filter((fault) => fault === 'crash' || random.chance(0.5));
    this.#jumps = random.pick([0.02, 0.4, 0.4]);
    this.#people = WALLETS.map((wallet, at) =>
      person(at, wallet, {
        ...{ token: world.tokens[at], network: this.#network, chain: this.#chain, deeds: this.#deeds },
        servers: () => this.#servers.filter(({ alive }) => alive),
        wrong: (what) => this.#found.push(what),
        isOver: () => this.#isOver,
      }),
    );
  }

  #log = (line: Line): void => {
    if (line.level < ERROR) return;
    const text = `${line.msg} ${line.err?.message ?? ''} ${line.err?.stack ?? ''}`;
    if (!EXCUSED.test(text)) this.#found.push(`a server logged: ${text}`);
  };

  /** Starts a server; it may die meanwhile. */
  #start(): void {
    const { database, env } = this.#world;
    this.#made += 1;
    const server = simulatedServer(`server ${this.#made}`, {
      ...{ database, chain: this.#chain, env, logged: this.#log },
      nodeMs: () => kernel.random.int(0, this.#nodeMs),
    });
    this.#servers.push(server);
    if (this.#faults.includes('clock') && !this.#isCalm) server.skewMs = kernel.random.int(-SKEW_MS, SKEW_MS);
    server.start().catch((error: unknown) => {
      kernel.note(`${server.name} did not start: ${String(error)}`);
      if (!EXCUSED.test(String(error)))
        this.#found.push(`${server.name} did not start: ${String((error as Error).stack)}`);
      // Its supervisor starts another.
      void server.crash().then(() => kernel.after(2000, 'started again', () => this.#start(), null));
    });
  }

  get servers(): readonly Server[] {
    return this.#servers;
  }

  get #alive(): Server[] {
    return this.#servers.filter(({ alive }) => alive);
  }

  #mine(at: number): void {
    const newest = this.#chain.truth.blocks.at(-1)?.timestamp ?? 0;
    const { number, outcomes } = this.#chain.mine(Math.max(newest, Math.floor(at / 1000)));
    kernel.note(`block ${number} with ${outcomes.length}`);
  }

  async #mining(): Promise<void> {
    for (;;) {
      await kernel.pause(BLOCK_MS, 'mining');
      this.#mine(kernel.now);
    }
  }

  /** The price feeds repeat their last answers. */
  #answerFeeds(): void {
    for (const coin of COINS) {
      const [feed, price] = [this.#chain.feeds[coin.symbol], seedPrice(coin)];
      if (feed && price !== null) this.#chain.answer(feed, price);
    }
  }

  /** Time passes while no server runs; the chain goes on. */
  #jump(ms: number): void {
    kernel.note(`${Math.round(ms / 1000)} s pass`);
    this.#answerFeeds();
    const blocks = Math.min(12, Math.ceil(ms / BLOCK_MS));
    const from = kernel.now;
    kernel.now += ms;
    for (let block = 1; block <= blocks; block += 1) this.#mine(from + (ms * block) / blocks);
  }

  /** The node of a server, or the provider that several ask, misbehaves for a while. */
  #afflict(servers: readonly Server[], how: Partial<Faults>, mostMs: number): void {
    for (const { faults } of servers) Object.assign(faults, how);
    kernel.note(`the node of ${servers.map(({ name }) => name).join(', ')}: ${JSON.stringify(how)}`);
    const heal = () => servers.forEach(({ faults }) => Object.assign(faults, faultless()));
    kernel.after(kernel.random.int(1000, mostMs), 'node heals', heal, null);
  }

  /** An operator's command; the world may be in its way. */
  #command(words: string): void {
    const serving = this.#alive.filter(({ app }) => app);
    if (serving.length === 0) return kernel.note(`nobody takes ${words}`);
    kernel.random
      .pick(serving)
      .operate(...words.split(' '))
      .then(
        (text) => kernel.note(`${words}: ${text}`),
        (error: unknown) => kernel.note(String(error)),
      );
  }

  async #crash(server: Server): Promise<void> {
    kernel.note(`${server.name} crashes`);
    await server.crash();
    kernel.after(kernel.random.int(0, 8000), 'started again', () => this.#start(), null);
  }

  #restart(server: Server): void {
    kernel.note(`${server.name} is restarted`);
    kernel.after(SHUTDOWN_MS, 'cut off', () => void (server.alive && server.crash()), null);
    this.#start();
    void server.stop();
  }

  async #strike(fault: Fault): Promise<void> {
    const { random } = kernel;
    const server = random.pick(this.#alive);
    if (fault === 'jump') {
      const near = () => random.int(20, 400) * 1000;
      // A draw is at the end of its round; everything around it happens in blocks that may be replaced.
      const draw = () => RACE_MS - (kernel.now % RACE_MS) - random.int(0, 3000);
      return this.#jump(random.pick([near, draw, () => 9 * HOUR_MS, () => DAY_MS + near()])());
    }
    if (fault === 'reorg') {
      const deepest = this.#chain.truth.blocks.length - 1 - this.#chain.finalNumber();
      if (deepest < 1) return;
      const depth = random.int(1, deepest);
      kernel.note(`re-org of ${depth}`);
      const replaced = this.#chain.truth.blocks.at(-1)?.hash ?? null;
      this.#chain.reorg(depth, { drop: random.pick([0, 0, 0.3]), blocks: depth + random.int(0, 1) });
      // One node may carry on for a while with the replaced blocks.
      if (server && random.chance(0.4)) this.#afflict([server], { branch: replaced }, 20_000);
      return;
    }
    if (fault === 'operator') {
      const [begin, end] = random.pick(drills(random.pick(WALLETS).address));
      this.#command(begin);
      this.#drills.add(end);
      return void kernel.after(random.int(500, 20_000), 'drill', () => this.#command(end), null);
    }
    if (fault === 'gas') {
      this.#chain.market.least = random.pick([0n, 0n, 1_100_000_000n, 3_000_000_000n]);
      return;
    }
    if (!server) return;
    if (fault === 'crash' || (fault === 'restart' && !server.app)) return this.#crash(server);
    if (fault === 'restart') return this.#restart(server);
    if (fault === 'sleep') {
      server.pausedUntil = kernel.now + random.int(1000, 90_000);
      return kernel.note(`${server.name} sleeps`);
    }
    if (fault === 'clock') return void (server.skewMs = random.int(-SKEW_MS, SKEW_MS));
    const how = random.pick<Partial<Faults>>(fault === 'node' ? absences() : lies());
    // Servers may ask the same provider.
    if (random.chance(0.3)) this.#afflict(this.#alive, how, 120_000);
    else this.#afflict([server], how, 20_000);
  }

  async #trouble(): Promise<void> {
    while (!this.#isOver) {
      await kernel.pause(kernel.random.int(200, 2500), 'trouble');
      const fault = kernel.random.chance(this.#jumps) ? 'jump' : kernel.random.pick(this.#faults);
      if (!this.#isOver) await this.#strike(fault);
    }
  }

  async #check(isCalm = false): Promise<boolean> {
    const lies = this.#faults.includes('lie');
    const { database } = this.#world;
    const story = { database, chain: this.#chain, deeds: this.#deeds, skewMs: SKEW_MS, lies };
    this.#found.push(...(await violations(story, isCalm)));
    return this.#found.length > 0;
  }

  /** Steps until `done`, checking repeatedly; true if something is wrong. */
  async #steps(done: () => boolean): Promise<boolean> {
    const { database } = this.#world;
    let looked = kernel.steps;
    while (!done() && this.#found.length === 0) {
      if (!(await kernel.step())) this.#found.push('the world stands still');
      if (kernel.steps - looked < CHECK_EVERY) continue;
      // Inside a transaction, its uncommitted changes would be visible.
      database.stopHere();
      if (database.isHeld) continue;
      looked = kernel.steps;
      await this.#check();
      database.proceed();
    }
    database.proceed();
    return this.#found.length > 0;
  }

  /** What the servers' own audit has found, which their log does not repeat. */
  async #audited(): Promise<string[]> {
    const { database } = this.#world;
    await database.ask('rollback');
    const rows = await database.ask<{ detail: string }>(
      "select detail from chain_alerts where kind = 'books'",
    );
    return rows.map(({ detail }) => `audit: ${detail}`);
  }

  #calmDown(): void {
    const { database } = this.#world;
    this.#isOver = this.#isCalm = true;
    // A node that hides receipts for long enough halts payouts, and only an operator resumes them.
    if (this.#faults.includes('lie')) this.#drills.add('payouts resume');
    kernel.note('calm');
    database.weather = CALM;
    Object.assign(this.#network, { latencyMs: 0, lost: 0, lostAnswers: 0, doubled: 0 });
    this.#nodeMs = 0;
    this.#chain.market.least = 0n;
    this.#answerFeeds();
    for (const server of this.#servers) {
      Object.assign(server.faults, faultless());
      server.skewMs = server.pausedUntil = 0;
    }
  }

  async #pass(ms: number): Promise<boolean> {
    let isDone = false;
    kernel.after(ms, 'passed', () => (isDone = true), null);
    return this.#steps(() => isDone);
  }

  async #finish(): Promise<boolean> {
    const { database } = this.#world;
    this.#calmDown();
    if (await this.#pass(10_000)) return true;
    if (await this.#steps(() => this.#alive.some(({ app }) => app !== undefined))) return true;
    const undo = () => this.#drills.forEach((end) => this.#command(end));
    undo();
    // What a node left out is found when it is read again.
    if (this.#faults.includes('lie')) for (let more = 0; more < 330; more += 1) this.#mine(kernel.now);
    let isFinished = false;
    void Promise.all(this.#people.map((one) => one.finish())).then(() => (isFinished = true));
    const limit = kernel.now + HOUR_MS;
    if (await this.#steps(() => isFinished || kernel.now > limit)) return true;
    if (!isFinished) this.#found.push('nobody answers although nothing is wrong any more');
    for (const ms of [70_000, 400_000, DAY_MS + HOUR_MS]) {
      this.#jump(ms);
      if (await this.#pass(6000)) return true;
      // A slow command may only have begun what the last one was to undo.
      undo();
    }
    if (await this.#pass(8000)) return true;
    database.stopHere();
    while (database.isHeld) await kernel.step();
    if (await this.#check(true)) return true;
    database.proceed();
    const [server] = this.#alive;
    let said = 'nothing';
    server?.operate('ledger', 'check').then(
      (text) => (said = text),
      (error: unknown) => (said = `failed: ${String(error)}`),
    );
    if (await this.#steps(() => said !== 'nothing')) return true;
    if (!said.startsWith('0 findings')) this.#found.push(`ledger check ${said}`);
    return this.#found.length > 0;
  }

  async play(steps: number): Promise<readonly string[]> {
    const servers = kernel.random.int(2, 3);
    for (let n = 0; n < servers; n += 1) this.#start();
    const failed = (error: unknown) =>
      this.#found.push(`the simulation failed: ${String((error as Error).stack)}`);
    for (const one of [...this.#people.map((someone) => someone.live()), this.#mining(), this.#trouble()])
      one.catch(failed);
    if (!(await this.#steps(() => kernel.steps >= steps))) await this.#finish();
    if (this.#found.length > 0) this.#found.push(...(await this.#audited()));
    return this.#found;
  }

  get deeds(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { effect, outcome } of this.#deeds) {
      const name = outcome === 0 ? effect : `${effect} ${outcome}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}

/** Plays one seed from the beginning. */
export async function play(world: World, seed: number, steps: number): Promise<Outcome> {
  await world.database.reset();
  kernel.reset(seed);
  const run = new Run(world, await genesisChain(() => kernel.random));
  const found = await run.play(steps);
  const last = [...kernel.last.slice(-kernel.keep)];
  const outcome = { seed, steps: kernel.steps, digest: kernel.digest(), found, last, deeds: run.deeds };
  // Nothing of this run may reach the next one.
  for (const server of run.servers) server.alive = false;
  kernel.random = randomFrom(seed);
  return outcome;
}
