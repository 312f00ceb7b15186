/**
 * The devnet of demo mode: a chain of our own that keeps its state over restarts and kills, follows the injected clock and
 * is watched while it runs.
 *
 * Guarantee: a block that `secure` has answered for survives kill -9 of server and devnet. Everything else is saved within
 * seconds when it holds somebody's transaction, and within a minute when it does not.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#server/jobs/clock.ts';
import { type Anvil, launchAnvil, mineEvery, openPort, runAhead } from './anvil.ts';
import { deploy, newKeys } from './deploy.ts';
import { keeperOf } from './keeper.ts';
import { endOrphan, forgetProcess, noteProcess } from './orphan.ts';
import { type Block, NodeUnreachable, type Rpc, connect, readBlock } from './rpc.ts';
import { included } from './sender.ts';
import { lane } from './serial.ts';
import { type Passport, foldState, openFolder, readPassport, unfoldState, writePassport, writeState } from './state.ts';

const BLOCK_SECONDS = 1;
const TEND_EVERY_MS = 1000;
const SAVE_EVERY_MS = 60_000;
/** Blocks that stay when the state is laid out anew; older ones stay where they hold somebody's transaction. */
const KEPT_BLOCKS = 1000;
/** Memory and saved state grow by 2 kB a block: past this many, in an hour, anvil is started anew on its trimmed state. */
const RECYCLE_BLOCKS = 4000;
const SLOWEST_RESTART_MS = 5000;

export interface DevnetOptions {
  readonly dataDir: string;
  readonly chainId: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many past states can be reorganised (`anvil_reorg`) and asked for; tests of re-orgs only, each costs memory for good. */
  readonly history?: number;
  /** Port of a first start; default any free one. */
  readonly port?: number;
  readonly recycleBlocks?: number;
}

export interface Devnet {
  readonly rpc: Rpc;
  readonly passport: Passport;
  /** False while the process is away. */
  alive(): boolean;
  /** Process id of anvil, for tests and for the curious. */
  pid(): number;
  /** Resolves when `block` would survive a kill. @throws NodeUnreachable when the chain does not hold that block any more */
  secure(block: Pick<Block, 'number' | 'hash'>): Promise<void>;
  /** Moves the chain to the clock's time if it is behind, with a block and fresh prices. */
  follow(): Promise<void>;
  /** Saves and ends it. */
  stop(): Promise<void>;
}

/**
 * Starts the devnet of `dataDir`, making it on the first start.
 * @throws ConfigError when its state is damaged or another server uses it
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { chainId, clock, log, history = 0, recycleBlocks = RECYCLE_BLOCKS } = options;
  const folder = join(options.dataDir, 'chain');
  await openFolder(folder);
  const known = await readPassport(folder);
  await endOrphan(folder, async () => {
    if (!known) return;
    await rescue(folder, known).catch((error: unknown) => log.warn({ err: error }, 'the devnet left behind could not be saved'));
  });

  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  const ahead = () => Math.round((clock.now().getTime() - clock.wall().getTime()) / 1000);
  const inTurn = lane();
  let anvil: Anvil;
  let port = await openPort(known?.port ?? options.port ?? 0);
  let stopping = false;
  /** Newest block of the saved state, newest block looked at, first block of this process, all by number. */
  let saved = 0;
  let seen = 0;
  let begin = 0;
  let savedAt = 0;
  const own = new Set<string>();

  const launch = async (stateFile?: string): Promise<Anvil> => {
    const started = await launchAnvil({ port, chainId, folder, stateFile, genesis: seconds(clock.now()), history });
    await noteProcess(folder, started.pid);
    return started;
  };

  async function save(): Promise<void> {
    const head = await headOf(anvil.rpc);
    await writeState(folder, await anvil.rpc.call<string>('anvil_dumpState', [], 30_000));
    saved = head;
    savedAt = performance.now();
  }

  /** Sets clock and validator, checks that it is this chain, and lets it mine. */
  async function open(passport: Passport): Promise<void> {
    const { rpc } = anvil;
    await verifyIdentity(rpc, passport.identity);
    const last = await readBlock(rpc, 'latest');
    await rpc.call('anvil_setCoinbase', [keeper.address]);
    await runAhead(rpc, Math.max(ahead(), (last?.timestamp ?? 0) + 1 - seconds(clock.wall())));
    begin = seen = saved = last?.number ?? 0;
    savedAt = performance.now();
    await mineEvery(rpc, BLOCK_SECONDS);
    for (const hash of await keeper.beat(performance.now(), true)) own.add(hash);
    anvil.onExit(() => {
      if (!stopping) void inTurn(revive);
    });
  }

  async function load(passport: Passport): Promise<void> {
    const file = await unfoldState(folder, keeper.address, KEPT_BLOCKS);
    try {
      anvil = await launch(file);
    } finally {
      await foldState(folder);
    }
    await open(passport);
  }

  async function revive(): Promise<void> {
    log.error('the devnet ended; starting it again');
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, SLOWEST_RESTART_MS)) {
      try {
        return await load(passport);
      } catch (error) {
        log.error({ err: error }, 'the devnet could not be started');
        await anvil.kill();
        await sleep(wait, undefined, { ref: false });
      }
    }
  }

  async function found(): Promise<Passport> {
    const keys = newKeys();
    anvil = await launch();
    const deployed = await deploy(anvil.rpc, keys, chainId);
    await save();
    const passport = { chainId, port, keys, ...deployed };
    await writePassport(folder, passport);
    return passport;
  }

  /** Whatever was found of a first start that did not finish is not a devnet yet. */
  const passport = known ?? (await retryPort(found));
  const keeper = keeperOf(connect(`http://127.0.0.1:${port}`), passport);
  if (known) await retryPort(() => load(known));
  else await open(passport);
  if (passport.port !== port) await writePassport(folder, { ...passport, port });

  /** Somebody may take the port between looking and listening; once more on another one. */
  async function retryPort<T>(start: () => Promise<T>): Promise<T> {
    const before = port;
    try {
      return await start();
    } catch (error) {
      port = await openPort(before);
      if (port === before) throw error;
      return start();
    }
  }
  return undefined as never;
}
