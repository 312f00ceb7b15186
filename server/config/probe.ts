/** What can be known to fail before anything is started: a folder that cannot be used, a port that is taken. */
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { COINS } from '#server/chain/coins.ts';
import { type Config, ConfigError } from './config.ts';
import { MAX_SOCKET_PATH, socketPath } from '#server/operator/protocol.ts';

/** @throws ConfigError when DATA_DIR cannot be made or written, or its path is too long for the operator's socket. */
export function probeFolder(dataDir: string): void {
  try {
    // Nobody else's business: the embedded database's own files are readable by everybody who can enter the folder.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    const file = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(file, '');
    rmSync(file);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`,
    );
  }
  if (Buffer.byteLength(socketPath(dataDir)) > MAX_SOCKET_PATH)
    throw new ConfigError(
      `DATA_DIR ${dataDir} is too long: the path of the operator's socket in it may have ${MAX_SOCKET_PATH} bytes`,
    );
}

/** @throws ConfigError when the port is taken or may not be used. */
export async function probePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE' ? 'is in use; set PORT to another one' : `cannot be listened on: ${code}`;
    throw new ConfigError(`PORT ${port} on ${host} ${why}`);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** @throws ConfigError when a setting names a coin that is not listed: a typing mistake must not switch a safeguard off. */
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
