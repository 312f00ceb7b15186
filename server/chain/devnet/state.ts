/**
 * The devnet on disk: `devnet.json` identifies the chain (keys, addresses, hash of block 1), `state.json.gz` holds its
 * last saved state. Both are replaced atomically: written to a temporary file, synced, renamed. `left.json` is what
 * anvil writes when it is asked to end.
 */
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Rpc } from '#server/chain/rpc.ts';
import { ConfigError } from '#server/config/config.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/**
 * Private keys, 0x and hex. For devnet money only; random, so nobody else has the key of an address shown on a page.
 */
export interface Keys {
  /** Deploys, mints, sets prices, runs the faucet. */
  readonly owner: string;
  /** Plays the validator. */
  readonly keeper: string;
  /** Receives deposits and pays withdrawals. */
  readonly treasury: string;
}

/** Identifies the devnet's chain, and lists its contracts. */
export interface Passport {
  readonly chainId: number;
  /** Hash of block 1, which contains the deployment: no other chain has it. */
  readonly identity: string;
  readonly port: number;
  readonly keys: Keys;
  /** By coin. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly feeds: Readonly<Record<string, string>>;
  /** The contract that refreshes all feeds at once. */
  readonly keeper: string;
}

const passportFile = (folder: string) => join(folder, 'devnet.json');
const stateFile = (folder: string) => join(folder, 'state.json.gz');
/** Absent while anvil runs. */
export const leftFile = (folder: string): string => join(folder, 'left.json');
const plainFile = (folder: string) => join(folder, 'state.load.json');

async function replace(file: string, content: string | Uint8Array): Promise<void> {
  const next = `${file}.next`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}

/** The one-line error for a devnet that cannot be read. */
const damaged = (file: string, cause: unknown) =>
  new ConfigError(
    `the devnet in DATA_DIR is damaged (${file}); restore DATA_DIR from a backup, or empty it to start afresh`,
    { cause },
  );

/**
 * The passport of the devnet in `folder`; undefined until its first start has finished. @throws ConfigError when it is
 * damaged
 */
export async function readPassport(folder: string): Promise<Passport | undefined> {
  const file = passportFile(folder);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw damaged(file, error);
  }
  try {
    const passport = JSON.parse(text) as Passport;
    if (!/^0x[0-9a-f]{64}$/.test(passport.identity) || !passport.keys.keeper || !passport.tokens['ADIT'])
      throw new Error('incomplete');
    return passport;
  } catch (error) {
    throw damaged(file, error);
  }
}

/** Writes the passport, which completes the devnet. The folder must exist. */
export async function writePassport(folder: string, passport: Passport): Promise<void> {
  await replace(passportFile(folder), `${JSON.stringify(passport, null, 2)}\n`);
}

/** Creates the folder. @throws Error when it cannot be written */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Dumping a state of some thousand blocks takes a quarter of a second; this leaves time for a busy machine. */
const DUMP_LIMIT_MS = 30_000;

/**
 * Saves the complete state of a running devnet, which returns it as 0x and the hex of gzipped JSON.
 * @returns the number of the newest block that it certainly contains
 * @throws RpcError, NodeUnreachable; Error when the folder cannot be written
 */
export async function save(rpc: Rpc, folder: string): Promise<number> {
  const head = Number(await rpc.call('eth_blockNumber'));
  const dump = await rpc.call<string>('anvil_dumpState', [], DUMP_LIMIT_MS);
  await replace(stateFile(folder), Buffer.from(dump.slice(2), 'hex'));
  return head;
}

/**
 * Adopts the state that anvil wrote when it was asked to end, unless it was killed while writing or the file is older
 * than the last save.
 */
export async function adoptLeft(folder: string): Promise<void> {
  const file = leftFile(folder);
  try {
    const [left, saved] = await Promise.all([stat(file), stat(stateFile(folder))]);
    const text = await readFile(file, 'utf8');
    JSON.parse(text);
    if (left.mtimeMs >= saved.mtimeMs) await replace(stateFile(folder), await pack(text));
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await rm(file, { force: true });
}

/** Blocks that must be kept. */
export interface Kept {
  /** Block numbers, both ends included. */
  readonly blocks: readonly (readonly [from: number, to: number])[];
  /** Epoch seconds: all blocks from then on, and the one before them. */
  readonly since: number;
}

const NOTHING: Kept = { blocks: [], since: Number.POSITIVE_INFINITY };

interface Dump {
  best_block_number: number;
  blocks: { header: { number: string; timestamp: string } }[];
  transactions: { block_number: number; info: { from: string } }[];
}

/**
 * Drops blocks that nobody will need again: those with only the keeper's transactions that are neither among the first
 * two nor the newest `keep` nor listed in `kept`. A chain with a block per second would otherwise grow by 130 MB a day.
 */
export function trim<T extends Dump>(dump: T, keeper: string, keep: number, kept: Kept = NOTHING): T {
  const own = keeper.toLowerCase();
  const named = new Set(
    kept.blocks.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index)),
  );
  const timely = dump.blocks.filter(({ header }) => Number(header.timestamp) >= kept.since);
  const since = Math.min(...timely.map(({ header }) => Number(header.number))) - 1;
  const peopled = new Set(
    dump.transactions.filter((tx) => tx.info.from.toLowerCase() !== own).map((tx) => tx.block_number),
  );
  const stays = (number: number) =>
    number < 2 ||
    number > dump.best_block_number - keep ||
    peopled.has(number) ||
    number >= since ||
    named.has(number);
  return {
    ...dump,
    blocks: dump.blocks.filter((block) => stays(Number(block.header.number))),
    transactions: dump.transactions.filter((tx) => stays(tx.block_number)),
  };
}

/**
 * Writes the saved state, trimmed, as the plain file that anvil loads; returns its path.
 * @throws ConfigError if there is none or it cannot be read.
 */
export async function unfoldState(
  folder: string,
  keeper: string,
  keep: number,
  kept?: Kept,
): Promise<string> {
  const file = stateFile(folder);
  try {
    const dump = JSON.parse((await unpack(await readFile(file))).toString()) as Dump;
    await writeFile(plainFile(folder), JSON.stringify(trim(dump, keeper, keep, kept)), { mode: 0o600 });
    return plainFile(folder);
  } catch (error) {
    throw damaged(file, error);
  }
}

/** Removes the plain file. */
export async function foldState(folder: string): Promise<void> {
  await rm(plainFile(folder), { force: true });
}
