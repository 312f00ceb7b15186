/**
 * The devnet's process: finds anvil's own binary, starts it on a port of 127.0.0.1 and waits until it answers. It ends with us: one whose
 * server was killed is asked to end at that moment (server/lib/leash.ts) and writes down what it knows. A start that comes right after
 * finds it by its pid file, makes sure that it is ours by its command line, and waits until it is gone.
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
 * Path of anvil's binary for this machine: the package for Linux on x64 (the platforms' packages do not all keep up with
 * each other, and `npm ci` refuses a lock that lacks one), elsewhere the one of an installed Foundry.
 * @throws ConfigError when there is neither.
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

/** The port itself if nobody listens on it, else a free one. 0 asks for any. */
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
  /** Folder that anvil may write into; also how we recognise our process. */
  readonly folder: string;
  /** State to begin with; not given: an empty chain whose clock stands at `genesis`. */
  readonly stateFile?: string;
  /** Seconds of the epoch. */
  readonly genesis: number;
  /** How many past states can be asked for and reorganised; 0 keeps the newest alone. */
  readonly history: number;
}

/**
 * - No mining at first: blocks begin when the clock is set, else a restored chain's time would run backwards.
 * - Bare --prune-history: with a number anvil 1.7.1 never lets a state go (395 MB after 1,900 blocks; bare: 27 MB).
 * - Cancun: Prague's history contract (EIP-2935) adds 1 MB of slots to every state that is saved.
 * - The state is dumped when it is asked to end, which a killed server's devnet is; never by time (130 years).
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

/** Appears when anvil listens. */
const bornFile = (folder: string): string => join(folder, 'anvil.json');

const START_LIMIT_MS = 15_000;

/** A running process. */
export interface Anvil {
  readonly rpc: Rpc;
  readonly port: number;
  readonly pid: number;
  alive(): boolean;
  /** Ends it at once; what it has not been asked to save is gone. */
  kill(): Promise<void>;
}

/**
 * Starts anvil and waits until it answers.
 * @throws Error with anvil's own words when it ends instead: a port that was taken in between, a state that it cannot read.
 */
export async function launchAnvil(launch: Launch): Promise<Anvil> {
  await mkdir(launch.folder, { recursive: true, mode: 0o700 });
  for (const file of [bornFile, leftFile]) await rm(file(launch.folder), { force: true });
  // In a group of its own: Ctrl+C reaches the server alone, which saves the state before it ends the devnet.
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
 * Starts anvil on the wanted port, or on a free one when that is taken, even if it is taken between looking and listening.
 * @throws Error as launchAnvil does
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
 * Waits until our own process listens and answers. anvil writes its settings down after it has bound the port and not when that
 * failed; an answer alone proves nothing, since somebody else's node on the port would give it too.
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
 * Lets the node's clock run `ahead` seconds before the machine's, from the next block on. It never moves it back.
 * @returns seconds that were missing; 0 when nothing had to move
 * @throws RpcError, NodeUnreachable
 */
export async function runAhead(rpc: Rpc, ahead: number): Promise<number> {
  const missing = ahead - Number(await rpc.call('evm_increaseTime', [hex(0)]));
  if (missing <= 0) return 0;
  await rpc.call('evm_increaseTime', [hex(missing)]);
  return missing;
}

/** Starts or stops (0) the making of blocks by time. @throws RpcError, NodeUnreachable */
export async function mineEvery(rpc: Rpc, seconds: number): Promise<void> {
  await rpc.call('evm_setIntervalMining', [seconds]);
}

const run = promisify(execFile);
const pidFile = (folder: string) => join(folder, 'anvil.pid');

interface Facts {
  parent: number;
  command: string;
}

/** Parent and command line of a process, or undefined when there is none, or no way to know. */
async function inspect(pid: number): Promise<Facts | undefined> {
  try {
    if (process.platform === 'linux') {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // pid (name) state ppid …; the name may hold anything.
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

/** Writes down which process is this folder's devnet and which server started it. */
export async function noteProcess(folder: string, pid: number): Promise<void> {
  await writeFile(pidFile(folder), `${pid} ${process.pid}\n`);
}

/** Forgets the process: it ended as it should. */
export async function forgetProcess(folder: string): Promise<void> {
  await rm(pidFile(folder), { force: true });
}

/** The state of some thousand blocks is written in a tenth of a second; a busy machine gets its time. */
const END_LIMIT_MS = 10_000;

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/**
 * Returns when no devnet of a killed server runs in `folder` any more.
 * @throws ConfigError when its server is still alive: two servers must not share a folder.
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
    // Ask again: whatever killed the server may have killed the watcher that asks.
    tell(pid, 'SIGTERM');
    while (await ours()) {
      if (performance.now() > deadline) tell(pid, 'SIGKILL');
      await sleep(20);
    }
  }
  await forgetProcess(folder);
}
