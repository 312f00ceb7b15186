/**
 * The devnet of demo mode: our own chain, which keeps its state across restarts and kills, follows the injected clock
 * and is restarted if its process ends.
 *
 * Guarantee: a block confirmed by `secure` survives kill -9 of server and devnet, and every block survives kill -9 of
 * the server alone, because the devnet then ends on its own and writes its state. Otherwise, state is saved within
 * seconds if it contains a user's transaction, and within a minute if it does not.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { signerOf } from '#server/chain/signer.ts';
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
/** How many blocks one request reads. */
const MOST_AT_ONCE = 64;
/**
 * How many of the newest blocks are kept when the state is trimmed; older ones are kept if they contain a user's
 * transaction.
 */
const BLOCKS_TO_KEEP = 1000;
/**
 * Memory and saved state grow by 2 kB per block: after this many (about an hour), anvil is restarted on its trimmed
 * state.
 */
const RECYCLE_BLOCKS = 4000;
const SLOWEST_TEND_MS = 5000;
/** The chain's clock counts whole seconds; a smaller lag is not worth a block. */
const SLACK_SECONDS = 2;
/** Number of blocks after which a block is final (--slots-in-an-epoch 1). */
const FINAL_AFTER = 2;
/** A user's transaction may follow the keeper's in the same block. */
const DECIDING_TRIES = 3;
/** A draw on the devnet waits about this long for its block. */
const BEAT_EVERY_MS = 5000;
/** How often a beat also refreshes the feeds; their heartbeat is an hour. */
const FRESHEN_EVERY_MS = 60_000;

/** Start options of a devnet. */
export interface DevnetOptions {
  readonly dataDir: string;
  readonly chainId: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /**
   * Number of past states that `anvil_reorg` can go back to; only for tests of re-orgs, since anvil never frees them.
   */
  readonly history?: number;
  readonly recycleBlocks?: number;
  /** Returns which old blocks must be kept when the state is trimmed; by default none. */
  readonly kept?: () => Promise<Kept>;
}

/** The running devnet. */
export interface Devnet {
  readonly rpc: Rpc;
  readonly passport: Passport;
  /** False while its process is down. */
  alive(): boolean;
  pid(): number;
  /**
   * Resolves once `block` would survive a kill. @throws NodeUnreachable if the chain does not (or no longer) contain
   * that block
   */
  secure(block: Pick<Block, 'number' | 'hash'>): Promise<void>;
  /**
   * Advances the chain to the clock's time, with fresh prices and a final block that can decide the draws due by now.
   */
  follow(): Promise<void>;
  /** Saves and stops it. */
  stop(): Promise<void>;
}

/**
 * Plays the devnet's validator: blocks are mined in its name, and every few seconds it sends a transaction, so some
 * blocks end with a transaction from their own miner (the draw rule) and price feeds stay fresh.
 */
interface Keeper {
  readonly address: string;
  /**
   * Sends a transaction if one is due at `elapsed` (monotonic ms), or unconditionally with fresh prices. Returns the
   * hashes.
   */
  beat(elapsed: number, fresh?: boolean): Promise<string[]>;
}

/** The keeper of the devnet with this passport. */
function keeperOf(rpc: Rpc, passport: Passport): Keeper {
  const wallet = signerOf(passport.keys.keeper);
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

/** Stops mining after one more block with the pending transactions. */
async function settle(rpc: Rpc): Promise<void> {
  await mineEvery(rpc, 0);
  const { pending } = await rpc.call<{ pending: string }>('txpool_status');
  if (Number(pending) > 0) await rpc.call('evm_mine');
}

/** @throws Error when the node is not on the chain that the passport describes */
async function verifyIdentity(rpc: Rpc, passport: Passport): Promise<void> {
  const first = await readBlock(rpc, 1);
  if (first?.hash !== passport.identity)
    throw new Error(`the node at ${rpc.url} is another chain than the one in DATA_DIR`);
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/**
 * Starts the devnet of `dataDir`; the first start creates it.
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
  /**
   * The keeper's transactions that have not been seen in a block yet; any other transaction makes the state worth
   * saving.
   */
  const own = new Set<string>();
  let dirty = false;
  /** Block numbers: newest in the saved state, newest examined, newest when this process started. */
  let [saved, seen, begun] = [0, 0, 0];
  let savedAt = 0;
  /** How far ahead the node's clock was set, in seconds. */
  let followed = Number.NaN;
  await open();
  const tending = tend();

  /** Starts anvil on the saved state and checks that it is the right chain. */
  async function load(start: (launch: Launch) => Promise<Anvil>, at = passport.port): Promise<Anvil> {
    await adoptLeft(folder);
    const kept = await options.kept?.();
    const stateFile = await unfoldState(folder, signerOf(passport.keys.keeper).address, BLOCKS_TO_KEEP, kept);
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

  /**
   * Sets clock and validator and starts mining; a process that cannot be set up is killed, so it is not mistaken for a
   * working one.
   */
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

  /**
   * Mines a block with fresh prices immediately: the old ones are as old as the time that has passed or been skipped.
   */
  async function freshen(): Promise<void> {
    await beat(true);
    await rpc.call('evm_mine');
  }

  /** Does nothing unless the clock was skipped: otherwise the node's clock keeps pace with ours. */
  async function follow(): Promise<void> {
    const wanted = ahead();
    if (wanted === followed) return;
    if ((await runAhead(rpc, wanted)) > SLACK_SECONDS) await freshen();
    followed = wanted;
  }

  /** Mines a block that ends with the keeper's transaction, and enough blocks after it to finalise it. */
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

  /** Examines the blocks that were added since the last call: usually one or none, hundreds after `anvil_mine`. */
  async function look(): Promise<void> {
    for (let count = 2; ; count = Math.min(2 * count, MOST_AT_ONCE)) {
      const next = Array.from({ length: count }, (_, index) => seen + 1 + index);
      for (const block of await readBlocks(rpc, next)) {
        if (!block) return;
        seen = block.number;
        for (const hash of block.transactions) dirty = !own.delete(hash) || dirty;
      }
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
