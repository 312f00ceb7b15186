/**
 * The devnet's process: finds the anvil binary, starts it on a port of 127.0.0.1 and waits until it answers. It ends
 * with the server: if the server is killed, anvil is asked to end at that moment (server/lib/leash.ts) and saves its
 * state. A server that starts right after that finds it through its pid file, checks by the command line that it is
 * ours, and waits until it has ended.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ConfigError, executablePath } from '#server/config/config.ts';
import { spawnLeashed } from '#server/lib/leash.ts';
import { type Rpc, connect, hex, readChainId } from '#server/chain/rpc.ts';
import { leftFile } from './state.ts';

const require = createRequire(import.meta.url);
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Path of the anvil binary for this machine: on Linux x64 from its package (packages for other platforms are not always
 * published together, and `npm ci` refuses a lock file that lacks one), elsewhere from an installed Foundry.
 * @throws ConfigError if there is none.
 */
export function anvilBinary(
  platform: string = process.platform,
  architecture: string = process.arch,
  path: string = executablePath(),
): string {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[architecture] ?? architecture}`;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    const installed = path
      .split(delimiter)
      .map((folder) => join(folder, file))
      .find((candidate) => existsSync(candidate));
    if (installed) return installed;
  }
  throw new ConfigError(
    `CHAIN_RPC_URL is not set and there is no devnet for ${platform} on ${architecture}: install Foundry's anvil`,
  );
}

/** The wanted port if it is free, otherwise another free one. 0 means any. */
export async function openPort(wanted: number): Promise<number> {
  const server = createServer();
  try {
    server.listen({ host: '127.0.0.1', port: wanted, exclusive: true });
    await once(server, 'listening');
  } catch {
    return wanted === 0 ? 0 : openPort(0);
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** How a process is started. */
export interface Launch {
  readonly port: number;
  readonly chainId: number;
  /** A folder that anvil may write to; it also identifies our process. */
  readonly folder: string;
  /** Initial state; undefined: an empty chain whose clock starts at `genesis`. */
  readonly stateFile?: string;
  /** Epoch seconds. */
  readonly genesis: number;
  /** How many past states can be queried and reverted to; 0 keeps only the newest. */
  readonly history: number;
}

/**
 * - No mining at first: blocks start once the clock is set, because a restored chain's time would otherwise run
 *   backwards.
 * - --prune-history without a number: with one, anvil 1.7.1 never frees a state (395 MB after 1,900 blocks instead of
 *   27 MB).
 * - Cancun: Prague's history contract (EIP-2935) adds 1 MB of slots to every saved state.
 * - The state is saved when anvil is asked to end, even after the server was killed, but never periodically (the
 *   interval is 130 years).
 */
const flags = ({ port, chainId, folder, stateFile, genesis, history }: Launch): string[] => [
  ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--no-mining', '--quiet'],
  ...[
    '--slots-in-an-epoch',
    '1',
    '--base-fee',
    '0',
    '--disable-min-priority-fee',
    '--accounts',
    '0',
    '--hardfork',
    'cancun',
  ],
  ...[
    '--cache-path',
    folder,
    '--config-out',
    bornFile(folder),
    '--dump-state',
    leftFile(folder),
    '--state-interval',
    '4000000000',
    '--prune-history',
    ...(history > 0 ? [String(history)] : []),
  ],
  ...(stateFile ? ['--load-state', stateFile] : ['--timestamp', String(genesis)]),
];

/** This file appears once anvil is listening. */
const bornFile = (folder: string): string => join(folder, 'anvil.json');

const START_LIMIT_MS = 15_000;

/** A running process. */
export interface Anvil {
  readonly rpc: Rpc;
  readonly port: number;
  readonly pid: number;
  alive(): boolean;
  /** Ends it immediately; unsaved state is lost. */
  kill(): Promise<void>;
}

/**
 * Starts anvil and waits until it answers.
 * @throws Error with anvil's own message if it exits instead: the port has been taken meanwhile, or the state cannot be
 * read.
 */
export async function launchAnvil(launch: Launch): Promise<Anvil> {
  await mkdir(launch.folder, { recursive: true, mode: 0o700 });
  for (const file of [bornFile, leftFile]) await rm(file(launch.folder), { force: true });
  // In a process group of its own: Ctrl+C reaches only the server, which saves the state before it ends the devnet.
  const child = spawnLeashed(anvilBinary(), flags(launch), { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr?.on('data', (part: Buffer) => {
    words = (words + part.toString()).slice(-500);
  });
  child.once('error', (error) => {
    words = error.message;
  });
  const anvil: Anvil = {
    rpc: connect(`http://127.0.0.1:${launch.port}`),
    port: launch.port,
    pid: child.pid ?? 0,
    alive: () => isAlive(child),
    async kill() {
      if (!isAlive(child)) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
  await answers(anvil, launch).catch(async (error: unknown) => {
    await anvil.kill();
    throw new Error(`anvil did not start: ${words.trim().split('\n')[0] || String(error)}`, { cause: error });
  });
  return anvil;
}

/**
 * Starts anvil on the wanted port, or on a free one if that is in use, even if it was taken between the check and the
 * start.
 * @throws Error like launchAnvil
 */
export async function launchSomewhere(launch: Launch): Promise<Anvil> {
  const port = await openPort(launch.port);
  try {
    return await launchAnvil({ ...launch, port });
  } catch (error) {
    const other = await openPort(port);
    if (other === port) throw error;
    return launchAnvil({ ...launch, port: other });
  }
}

const isAlive = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/**
 * Waits until our own process listens and answers. anvil writes its settings file only after it has bound the port. An
 * answer alone proves nothing, because another program on the port could answer too.
 */
async function answers(anvil: Anvil, { chainId, folder }: Launch): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    if (!anvil.alive()) throw new Error('its process ended');
    const listens = existsSync(bornFile(folder));
    if (listens && (await readChainId(anvil.rpc).catch(() => undefined)) === chainId) return;
    if (performance.now() > deadline) throw new Error('it does not answer');
    await sleep(20);
  }
}

/**
 * Sets the node's clock `ahead` seconds ahead of the machine's, from the next block on. Never moves it back.
 * @returns the number of seconds added; 0 if none were needed
 * @throws RpcError, NodeUnreachable
 */
export async function runAhead(rpc: Rpc, ahead: number): Promise<number> {
  const missing = ahead - Number(await rpc.call('evm_increaseTime', [hex(0)]));
  if (missing <= 0) return 0;
  await rpc.call('evm_increaseTime', [hex(missing)]);
  return missing;
}

/** Starts mining at intervals or, with 0, stops it. @throws RpcError, NodeUnreachable */
export async function mineEvery(rpc: Rpc, seconds: number): Promise<void> {
  await rpc.call('evm_setIntervalMining', [seconds]);
}

const run = promisify(execFile);
const pidFile = (folder: string) => join(folder, 'anvil.pid');

interface Facts {
  parent: number;
  command: string;
}

/** Parent and command line of a process; undefined if it does not exist or cannot be inspected. */
async function inspect(pid: number): Promise<Facts | undefined> {
  try {
    if (process.platform === 'linux') {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // pid (name) state ppid …; the name may contain any characters.
      return { command, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }
    const { stdout } = await run('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]);
    const [, parent = '', command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(stdout) ?? [];
    return parent ? { parent: Number(parent), command } : undefined;
  } catch {
    return undefined;
  }
}

const isOurs = (facts: Facts, folder: string) =>
  facts.command.includes('anvil') && facts.command.includes(` --cache-path ${folder} `);

/** Records which process is this folder's devnet and which server started it. */
export async function noteProcess(folder: string, pid: number): Promise<void> {
  await writeFile(pidFile(folder), `${pid} ${process.pid}\n`);
}

/** Deletes that record after the process has ended properly. */
export async function forgetProcess(folder: string): Promise<void> {
  await rm(pidFile(folder), { force: true });
}

/** Writing a state of some thousand blocks takes a tenth of a second; this leaves time for a busy machine. */
const END_LIMIT_MS = 10_000;

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

/**
 * Returns once no devnet of a killed server is running in `folder`.
 * @throws ConfigError if its server is still alive: two servers must not share a folder.
 */
export async function endOrphan(folder: string): Promise<void> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '');
  const [pid = 0, server = 0] = text.split(' ').map(Number);
  const ours = async () => {
    const facts = pid > 0 ? await inspect(pid) : undefined;
    return facts && isOurs(facts, folder) ? facts : undefined;
  };
  const found = await ours();
  if (found?.parent === server && server !== process.pid)
    throw new ConfigError(
      `DATA_DIR is in use by another server (process ${server}), whose devnet runs in ${folder}`,
    );
  if (found) {
    const deadline = performance.now() + END_LIMIT_MS;
    // Ask again: the leash process that should have asked may have been killed too.
    tell(pid, 'SIGTERM');
    while (await ours()) {
      if (performance.now() > deadline) tell(pid, 'SIGKILL');
      await sleep(20);
    }
  }
  await forgetProcess(folder);
}
