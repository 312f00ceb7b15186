/** Failures that can be detected before anything starts: an unusable folder, or a port in use. */
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { COINS } from '#server/chain/coins.ts';
import { type Config, ConfigError } from './config.ts';
import { MAX_SOCKET_PATH, socketPath } from '#server/operator/protocol.ts';

/** @throws ConfigError if DATA_DIR cannot be created or written, or its path is too long for the operator's socket. */
export function probeFolder(dataDir: string): void {
  try {
    // Closed to others, because anyone who can enter the folder can read the embedded database's files.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    const file = join(dataDir, `.probe-${process.pid}`);
    // With a byte in it, because an empty file fits even on a full disk.
    writeFileSync(file, '\n');
    rmSync(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new ConfigError(`DATA_DIR ${dataDir} is a file`);
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be written: ${code === 'ENOSPC' ? 'its disk is full' : code}`,
    );
  }
  if (Buffer.byteLength(socketPath(dataDir)) > MAX_SOCKET_PATH)
    throw new ConfigError(
      `DATA_DIR ${dataDir} is too long: the path of the operator's socket in it may have ${MAX_SOCKET_PATH} bytes`,
    );
}

/** @throws ConfigError if the port is in use or not permitted, or the host is not an address of this machine. */
export async function probePort(port: number, host: string, name = 'PORT'): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL') throw new ConfigError(`HOST ${host} is not an address of this machine`);
    const why =
      code === 'EADDRINUSE' ? `is in use; set ${name} to another one` : `cannot be listened on: ${code}`;
    throw new ConfigError(`${name} ${port} on ${host} ${why}`);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** @throws ConfigError if a setting names an unlisted coin: a typo must not disable a safeguard. */
export function probeCoins(config: Pick<Config, 'withdrawDailyLimits' | 'withdrawApproval'>): void {
  const settings = {
    WITHDRAW_DAILY_LIMITS: config.withdrawDailyLimits,
    WITHDRAW_APPROVAL: config.withdrawApproval,
  };
  for (const [name, given] of Object.entries(settings)) {
    const named = given instanceof Map ? [...given.keys()] : [];
    const wrong = named.find((coin) => !COINS.some(({ symbol }) => symbol === coin));
    if (wrong) throw new ConfigError(`${name} names ${wrong}, which is not a listed coin`);
  }
}
