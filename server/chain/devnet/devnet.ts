/**
 * The devnet of demo mode: a chain of our own that keeps its state over restarts and kills, follows the injected clock and is
 * started again when its process ends.
 *
 * Guarantee: a block that `secure` has answered for survives kill -9 of server and devnet, and every block that of the server alone:
 * the devnet then ends by itself and writes down all that it knows. Anything else is saved within seconds when it holds
 * somebody's transaction, and within a minute when it does not.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import type { Logger } from 'pino';
import type { Clock } from '#server/jobs/clock.ts';
import { mutex } from '#server/lib/mutex.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import {
  type Anvil,
  type Launch,
  endOrphan,
  forgetProcess,
  launchAnvil,
  launchSomewhere,
  mineEvery,
  noteProcess,
  runAhead,
} from './anvil.ts';
import { found } from './deploy.ts';
import { type Draft, sender } from './sender.ts';
import { type Block, NodeUnreachable, type Rpc, hex, readBlock, readBlocks } from '#server/chain/rpc.ts';
import {
  type Kept,
  type Passport,
  adoptLeft,
  foldState,
  openFolder,
  readPassport,
  save,
  unfoldState,
  writePassport,
} from './state.ts';

const BLOCK_SECONDS = 1;
const TEND_EVERY_MS = 1000;
const SAVE_EVERY_MS = 60_000;
/** The newest blocks that stay when the state is trimmed; older ones stay if they contain somebody's transaction. */
const BLOCKS_TO_KEEP = 1000;
/** Memory and saved state grow by 2 kB per block: after this many (an hour), anvil restarts on its trimmed state. */
const RECYCLE_BLOCKS = 4000;
const SLOWEST_TEND_MS = 5000;
/** The chain's clock counts whole seconds; less than this behind is not worth a block. */
const SLACK_SECONDS = 2;
/** Blocks after which one is final (--slots-in-an-epoch 1). */
const FINAL_AFTER = 2;
/** Somebody's transaction may come after the keeper's in the same block. */
const DECIDING_TRIES = 3;
/** A draw on the devnet waits for its block about this long. */
const BEAT_EVERY_MS = 5000;
/** How often a beat freshens the feeds too; their heartbeat is an hour. */
const FRESHEN_EVERY_MS = 60_000;

/** What a devnet is started with. */
export interface DevnetOptions {
  readonly dataDir: string;
  readonly chainId: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Past states that `anvil_reorg` can go back to; for tests of re-orgs alone, since anvil never frees them. */
  readonly history?: number;
  readonly recycleBlocks?: number;
  /** Returns which old blocks must stay when the state is trimmed; by default none. */
  readonly kept?: () => Promise<Kept>;
}

/** The running devnet. */
export interface Devnet {
  readonly rpc: Rpc;
  readonly passport: Passport;
  /** False while its process is not running. */
  alive(): boolean;
  pid(): number;
  /** Resolves once `block` would survive a kill. @throws NodeUnreachable if the chain does not contain that block (any more) */
  secure(block: Pick<Block, 'number' | 'hash'>): Promise<void>;
  /** Brings the chain to the clock's time, with fresh prices and a final block that can decide what fell due until now. */
  follow(): Promise<void>;
  /** Saves and ends it. */
  stop(): Promise<void>;
}

/**
 * Plays the devnet's validator: blocks are mined in its name, and every few seconds it sends a transaction, so that there are
 * blocks whose last transaction came from their own miner (the draw rule), and price feeds stay fresh.
 */
interface Keeper {
  readonly address: string;
  /** Sends a transaction if one is due by `elapsed` (monotonic ms), or in any case with fresh prices. Returns its hashes. */
  beat(elapsed: number, fresh?: boolean): Promise<string[]>;
}

/** The keeper of the devnet with this passport. */
function keeperOf(rpc: Rpc, passport: Passport): Keeper {
  const wallet = new Wallet(passport.keys.keeper);
  const purse = sender(rpc, wallet, passport.chainId);
  const freshen: Draft = {
    to: passport.keeper,
    data: artifact('Keeper').abi.encodeFunctionData('beat', [Object.values(passport.feeds)]),
    gasLimit: 500_000,
  };
  const plain: Draft = { to: wallet.address, gasLimit: 21_000 };
  let last = Number.NEGATIVE_INFINITY;
  let lastFresh = Number.NEGATIVE_INFINITY;
  return {
    address: wallet.address,
    async beat(elapsed, fresh = false) {
      if (!fresh && elapsed - last < BEAT_EVERY_MS) return [];
      const draft = fresh || elapsed - lastFresh >= FRESHEN_EVERY_MS ? freshen : plain;
      const [sent] = await purse.send([draft]);
      last = elapsed;
      if (draft === freshen) lastFresh = elapsed;
      return sent ? [sent.hash] : [];
    },
  };
}

/** Lets no block be made any more, but one for the transactions that wait. */
async function settle(rpc: Rpc): Promise<void> {
  await mineEvery(rpc, 0);
  const { pending } = await rpc.call<{ pending: string }>('txpool_status');
  if (Number(pending) > 0) await rpc.call('evm_mine');
}

/** @throws Error when the node is not the chain that the passport describes */
async function verifyIdentity(rpc: Rpc, passport: Passport): Promise<void> {
  const first = await readBlock(rpc, 1);
  if (first?.hash !== passport.identity)
    throw new Error(`the node at ${rpc.url} is another chain than the one in DATA_DIR`);
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/**
 * Starts the devnet of `dataDir`; the first start makes it.
 * @throws ConfigError when its state is damaged or another server uses it
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { chainId, clock, log, history = 0, recycleBlocks = RECYCLE_BLOCKS } = options;
  const folder = join(options.dataDir, 'chain');
  const ahead = () => Math.round((clock.now().getTime() - clock.wall().getTime()) / 1000);
  const launch: Launch = { port: 0, chainId, folder, genesis: seconds(clock.now()), history };
  await openFolder(folder);
  const known = await readPassport(folder);
  await endOrphan(folder);
  let passport = known ?? (await found(folder, launch));

  let anvil = await load(launchSomewhere);
  if (passport.port !== anvil.port) {
    passport = { ...passport, port: anvil.port };
    await writePassport(folder, passport);
  }
  const { rpc, port } = anvil;
  const keeper = keeperOf(rpc, passport);
  const inTurn = mutex();
  const stopping = new AbortController();
  /** The keeper's transactions that were not seen in a block yet; any other one makes the state worth saving. */
  const own = new Set<string>();
  let dirty = false;
  /** Block numbers: newest in the saved state, newest looked at, newest when this process began. */
  let [saved, seen, begun] = [0, 0, 0];
  let savedAt = 0;
  await open();
  const tending = tend();

  /** Starts anvil on the saved state and makes sure that it is this chain. */
  async function load(start: (launch: Launch) => Promise<Anvil>, at = passport.port): Promise<Anvil> {
    await adoptLeft(folder);
    const kept = await options.kept?.();
    const stateFile = await unfoldState(
      folder,
      new Wallet(passport.keys.keeper).address,
      BLOCKS_TO_KEEP,
      kept,
    );
    const started = await start({ ...launch, port: at, stateFile });
    try {
      await foldState(folder);
      await noteProcess(folder, started.pid);
      await verifyIdentity(started.rpc, passport);
      return started;
    } catch (error) {
      await started.kill();
      throw error;
    }
  }

  /** Sets clock and validator and lets it mine; a process that cannot be set up is ended, so that it is not taken for one that works. */
  async function open(): Promise<void> {
    try {
      const last = await readBlock(rpc, 'latest');
      await rpc.call('anvil_setCoinbase', [keeper.address]);
      await runAhead(rpc, Math.max(ahead(), (last?.timestamp ?? 0) + 1 - seconds(clock.wall())));
      begun = seen = saved = last?.number ?? 0;
      savedAt = performance.now();
      own.clear();
      await freshen();
      await mineEvery(rpc, BLOCK_SECONDS);
    } catch (error) {
      await anvil.kill();
      throw error;
    }
  }

  async function beat(fresh = false): Promise<void> {
    for (const hash of await keeper.beat(performance.now(), fresh)) own.add(hash);
  }

  /** A block with fresh prices at once: those of before are as old as the time that passed or was skipped. */
  async function freshen(): Promise<void> {
    await beat(true);
    await rpc.call('evm_mine');
  }

  async function follow(): Promise<void> {
    if ((await runAhead(rpc, ahead())) > SLACK_SECONDS) await freshen();
  }

  /** Makes a block that ends with the keeper's transaction, and as many after it as make it final. */
  async function decide(): Promise<void> {
    for (let tries = 0, decided = false; tries < DECIDING_TRIES && !decided; tries += 1) {
      const before = Number(await rpc.call('eth_blockNumber'));
      await freshen();
      const after = Number(await rpc.call('eth_blockNumber'));
      const numbers = Array.from({ length: after - before }, (_, index) => before + 1 + index);
      const blocks = await readBlocks(rpc, numbers);
      decided = blocks.some((block) => own.has(block?.transactions.at(-1) ?? ''));
    }
    await rpc.call('anvil_mine', [hex(FINAL_AFTER)]);
  }

  async function keep(): Promise<void> {
    saved = await save(rpc, folder);
    savedAt = performance.now();
    dirty = false;
  }

  /** Looks at the blocks that came since the last look. */
  async function look(): Promise<void> {
    for (let block = await readBlock(rpc, seen + 1); block; block = await readBlock(rpc, seen + 1)) {
      seen = block.number;
      for (const hash of block.transactions) dirty = !own.delete(hash) || dirty;
    }
  }

  async function restart(): Promise<void> {
    anvil = await load(launchAnvil, port);
    await open();
  }

  async function round(): Promise<void> {
    if (!anvil.alive()) {
      log.error('the devnet ended; starting it again');
      await restart();
    }
    await follow();
    await beat();
    await look();
    if (dirty || performance.now() - savedAt >= SAVE_EVERY_MS) await keep();
    if (seen - begun < recycleBlocks) return;
    await settle(rpc);
    await keep();
    await anvil.kill();
    await restart();
  }

  async function tend(): Promise<void> {
    for (let wait = TEND_EVERY_MS; await pause(wait, stopping.signal);) {
      try {
        await inTurn(round);
        wait = TEND_EVERY_MS;
      } catch (error) {
        log.error({ err: error }, 'the devnet does not work');
        wait = Math.min(wait * 2, SLOWEST_TEND_MS);
      }
    }
  }

  async function secure({ number, hash }: Pick<Block, 'number' | 'hash'>): Promise<void> {
    if (saved < number) await keep();
    const block = await readBlock(rpc, number);
    if (saved < number || block?.hash !== hash)
      throw new NodeUnreachable(`block ${number} is not the devnet's any more`);
  }

  return {
    rpc,
    passport,
    alive: () => anvil.alive(),
    pid: () => anvil.pid,
    secure: (block) => inTurn(() => secure(block)),
    follow: () =>
      inTurn(async () => {
        await runAhead(rpc, ahead());
        await decide();
      }),
    async stop() {
      stopping.abort();
      await tending;
      await inTurn(async () => {
        try {
          if (anvil.alive()) {
            await settle(rpc);
            await keep();
          }
        } catch (error) {
          log.error({ err: error }, 'the devnet could not be saved');
        }
        await anvil.kill();
        await forgetProcess(folder);
      });
    },
  };
}

/** Waits; returns false as soon as it is stopped. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  return !signal.aborted;
}
